import { NativeSelect } from '@mantine/core';
import { charsetNames } from '#features/extraction/charset.texts.ts';
import { previewTexts as texts } from '#features/files/preview/preview.texts.ts';

const choices = Object.entries(charsetNames).map(([value, label]) => ({ value, label }));

/** The choice of another charset, for letters that look wrong. */
export const CharsetSelect = ({ value, onChange }: { value: string; onChange: (charset: string) => void }) => (
  <NativeSelect
    size="xs"
    aria-label={texts.charset}
    data={choices}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
