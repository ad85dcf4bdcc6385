import { Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { previewTexts as texts } from '#features/files/preview/preview.texts.ts';
import styles from './PdfView.module.css';

type Props = { shown: number; count: number; onGo: (page: number) => void };

/** The number of the shown page, in a field that takes another one, and the number of all pages. */
export function PageNumber({ shown, count, onGo }: Props) {
  const [typed, setTyped] = useState<string>();
  const go = (event?: FormEvent) => {
    event?.preventDefault();
    const page = Number(typed);
    if (typed && page >= 1) onGo(Math.min(Math.floor(page), count));
    setTyped(undefined);
  };
  return (
    <Group component="form" gap="xxs" wrap="nowrap" onSubmit={go}>
      <TextInput
        className={styles.number ?? ''}
        aria-label={texts.page}
        size="xs"
        inputMode="numeric"
        value={typed ?? String(shown)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => setTyped(currentTarget.value.replaceAll(/\D/g, ''))}
        onBlur={() => go()}
      />
      <Text fz="sm">{texts.ofPages(count)}</Text>
    </Group>
  );
}
