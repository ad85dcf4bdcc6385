import { Anchor, Button, SimpleGrid, Stack, Textarea } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';
import { useFileDrop } from '#web/use-file-drop.ts';
import { DropZone } from './DropZone.tsx';
import { ImportStep } from './ImportStep.tsx';

type Props = {
  texts: Record<
    'step1' | 'drop' | 'file' | 'choose' | 'tap' | 'limits' | 'otherFile' | 'template' | 'paste' | 'read',
    string
  > & { chosen: (name: string) => string };
  /** The address of an empty spreadsheet. */
  template: string;
  /** The name of the file for pasted rows. */
  pastedName: string;
  /** The name of the file that was read. The step is then one line. */
  chosen: string | undefined;
  busy: boolean;
  onFile: (file: globalThis.File) => void;
};

const accept = '.xlsx,.xlsm,.xls,.ods,.fods,.csv,.tsv,.txt';

/**
 * The first step of an import: a chosen or dropped file, or rows copied from a spreadsheet. A screen gives it another key for
 * another file.
 */
export function SpreadsheetSource({ chosen, ...props }: Props) {
  const { texts, onFile } = props;
  const [isUnfolded, setUnfolded] = useState(false);
  const isOver = useFileDrop(({ files: [file] }) => file && onFile(file));
  const isFolded = chosen !== undefined && !isUnfolded && !isOver;
  return (
    <ImportStep
      title={isFolded ? texts.chosen(chosen) : texts.step1}
      folded={isFolded ? { action: texts.otherFile, onUnfold: () => setUnfolded(true) } : undefined}
    >
      <SourceFields {...props} isOver={isOver} />
    </ImportStep>
  );
}

function SourceFields({
  texts,
  template,
  pastedName,
  busy,
  isOver,
  onFile,
}: Omit<Props, 'chosen'> & { isOver: boolean }) {
  const [pasted, setPasted] = useState('');
  const readText = (text: string) => onFile(new File([text], pastedName, { type: 'text/plain' }));
  // What is pasted anywhere on the page, except in a field.
  useWindowEvent('paste', ({ target, clipboardData: clipboard }) => {
    const isField = target instanceof Element && target.closest('input:not([type="file"]), textarea') !== null;
    if (!clipboard || isField) return;
    const [file] = clipboard.files;
    const text = clipboard.getData('text/plain');
    // A copied spreadsheet also has a picture of its cells.
    if (text.trim() !== '') readText(text);
    else if (file) onFile(file);
  });
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <DropZone
          label={{ text: texts.file }}
          accept={accept}
          limits={texts.limits}
          disabled={busy}
          isOver={isOver}
          invitation={isOver ? texts.drop : { pointer: texts.choose, thumb: texts.tap }}
          onChoose={([file]) => file && onFile(file)}
        />
        <Stack gap="sm" align="flex-start">
          <Textarea
            label={texts.paste}
            rows={5}
            w="100%"
            value={pasted}
            disabled={busy}
            onChange={({ currentTarget }) => setPasted(currentTarget.value)}
          />
          <Button variant="default" loading={busy} disabled={pasted.trim() === ''} onClick={() => readText(pasted)}>
            {texts.read}
          </Button>
        </Stack>
      </SimpleGrid>
      <Anchor href={template} download size="sm" style={{ justifySelf: 'start' }}>
        {texts.template}
      </Anchor>
    </>
  );
}
