import { Anchor, Button, FileInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { importScreenTexts as texts } from '#features/containers/container-import-screen.texts.ts';
import { containerImportContract } from '#features/containers/container-import.contract.ts';
import type { ReadFile } from '#features/containers/container-import.contract.ts';
import { importTexts } from '#features/containers/container-import.texts.ts';
import { useAction } from '#web/use-action.ts';
import { useFileDrop } from '#web/use-file-drop.ts';
import { Card } from '#web/widgets/Card.tsx';
import styles from './ImportPage.module.css';

/** Takes a file, or cells copied from a spreadsheet. */
export function ImportSource({ onRead }: { onRead: (file: ReadFile) => void }) {
  const [pasted, setPasted] = useState('');
  const read = useAction(containerImportContract.read, {
    failed: texts.readFailed,
    preferServerMessage: true,
    onSuccess: onRead,
  });
  const send = (file: globalThis.File | null | undefined) => void (file && read.run({}, { files: [file] }));
  const isOver = useFileDrop(({ files }) => send(files[0]));
  return (
    <Card as="section" className={styles.card ?? ''} data-over={isOver || undefined}>
      <h2 className={styles.heading}>{isOver ? texts.drop : texts.step1}</h2>
      <FileInput
        label={texts.file}
        placeholder={texts.choose}
        accept=".xlsx,.xlsm,.xls,.csv,.tsv,.txt"
        disabled={read.busy}
        onChange={send}
      />
      <Anchor href={containerImportContract.template.path} download size="sm" className={styles.action ?? ''}>
        {texts.template}
      </Anchor>
      <Textarea
        label={texts.paste}
        rows={4}
        value={pasted}
        disabled={read.busy}
        onChange={({ currentTarget }) => setPasted(currentTarget.value)}
      />
      <Button
        className={styles.action ?? ''}
        variant="default"
        loading={read.busy}
        disabled={pasted.trim() === ''}
        onClick={() => send(new File([pasted], importTexts.pasted, { type: 'text/plain' }))}
      >
        {texts.read}
      </Button>
    </Card>
  );
}
