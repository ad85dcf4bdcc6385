import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { previewTexts as texts } from '#features/files/preview/preview.texts.ts';

const looks = [
  { value: 'rendered', label: texts.rendered },
  { value: 'source', label: texts.source },
] as const;

/** The choice between a text as it looks and its source. */
export function useLook() {
  const [look, setLook] = useState<(typeof looks)[number]['value']>('rendered');
  const control = (
    <SegmentedControl aria-label={texts.viewAs} size="xs" data={[...looks]} value={look} onChange={setLook} />
  );
  return { look, control };
}
