import { Anchor, Button, FileInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useFileDrop } from '#web/use-file-drop.ts';
import { Card } from './Card.tsx';
import styles from '../styles/import-steps.module.css';

type Props = {
  texts: Record<'step1' | 'drop' | 'file' | 'choose' | 'template' | 'paste' | 'read', string>;
  /** The address of an empty spreadsheet. */
  template: string;
  /** The name of the file for pasted cells. */
  pastedName: string;
  busy: boolean;
  onFile: (file: globalThis.File) => void;
};

/** The first step of an import: a chosen or dropped file, or cells copied from a spreadsheet. */
export function SpreadsheetSource({ texts, template, pastedName, busy, onFile }: Props) {
  const [pasted, setPasted] = useState('');
  const send = (file: globalThis.File | null | undefined) => file && onFile(file);
  const isOver = useFileDrop(({ files }) => send(files[0]));
  return (
    <Card as="section" className={styles.card ?? ''} data-over={isOver || undefined}>
      <h2 className={styles.heading}>{isOver ? texts.drop : texts.step1}</h2>
      <FileInput
        label={texts.file}
        placeholder={texts.choose}
        accept=".xlsx,.xlsm,.xls,.csv,.tsv,.txt"
        disabled={busy}
        onChange={send}
      />
      <Anchor href={template} download size="sm" className={styles.action ?? ''}>
        {texts.template}
      </Anchor>
      <Textarea
        label={texts.paste}
        rows={4}
        value={pasted}
        disabled={busy}
        onChange={({ currentTarget }) => setPasted(currentTarget.value)}
      />
      <Button
        className={styles.action ?? ''}
        variant="default"
        loading={busy}
        disabled={pasted.trim() === ''}
        onClick={() => send(new File([pasted], pastedName, { type: 'text/plain' }))}
      >
        {texts.read}
      </Button>
    </Card>
  );
}
