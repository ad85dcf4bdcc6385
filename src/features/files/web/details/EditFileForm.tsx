import { FileInput, Progress, Text, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { ownTexts, texts } from '#features/files/core/files.texts.ts';
import { extensionsDiffer } from '#features/files/list/files-view.rules.ts';
import { percent } from '#features/files/upload/upload.rules.ts';
import { formatSize } from '#shared/format.ts';
import { texts as shared } from '#shared/texts.ts';
import { filesKey } from '#web/query-keys.ts';
import { toast } from '#web/toast.tsx';
import { useAction } from '#web/use-action.ts';
import { Form } from '#web/widgets/Form.tsx';
import { selectStem } from './select-stem.ts';

type Props = { file: File; busy: boolean; onBusy: (busy: boolean) => void; onClose: () => void };

/** A new name and an optional replacement file. See docs/specification.md#editing-a-file. */
export function EditFileForm({ file, busy, onBusy, onClose }: Props) {
  const [name, setName] = useState(file.filename ?? '');
  const [replacement, setReplacement] = useState<globalThis.File | null>(null);
  const [sent, setSent] = useState(0);
  const sending = useRef<AbortController>(undefined);
  const client = useQueryClient();
  const update = useAction(filesContract.update, {
    done: texts.updated,
    failed: texts.updateFailed,
    refresh: [filesKey],
  });

  const save = async () => {
    // Only what the user has changed is sent: another user may have changed the rest meanwhile.
    const rename = name === file.filename ? {} : { filename: name, shown_filename: file.filename };
    if (!replacement && rename.filename === undefined) {
      toast.success(texts.updated);
      void client.invalidateQueries({ queryKey: filesKey });
      return onClose();
    }
    onBusy(true);
    sending.current = new AbortController();
    const saved = await update.run(
      { id: file.id, _method: 'PUT', ...rename },
      { files: replacement ? [replacement] : [], signal: sending.current.signal, onProgress: setSent },
    );
    onBusy(false);
    if (saved) onClose();
  };
  const cancel = () => {
    sending.current?.abort();
    onClose();
  };

  const mismatch = replacement && extensionsDiffer(name, replacement.name);
  return (
    <Form action={{ busy }} submit={shared.save} onCancel={cancel} onSubmit={save}>
      <TextInput
        label={ownTexts.newName}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onFocus={selectStem}
        disabled={busy}
        autoComplete="off"
        data-autofocus
      />
      <FileInput
        label={ownTexts.replacement}
        description={ownTexts.replacementHint}
        placeholder={ownTexts.chooseReplacement}
        leftSection={<IconUpload size={17} stroke={1.75} aria-hidden="true" />}
        value={replacement}
        onChange={setReplacement}
        disabled={busy}
        clearable
        clearButtonProps={{ 'aria-label': ownTexts.removeReplacement }}
      />
      {mismatch && <Text size="sm">{ownTexts.otherExtension(...mismatch)}</Text>}
      {busy && replacement && <Sending sent={Math.min(sent, replacement.size)} total={replacement.size} />}
    </Form>
  );
}

function Sending({ sent, total }: { sent: number; total: number }) {
  return (
    <div>
      <Progress value={percent(sent, total)} aria-label={ownTexts.sending} />
      <Text size="sm" c="dimmed" mt={4}>
        {sent < total ? ownTexts.sentOf(formatSize(sent), formatSize(total)) : ownTexts.finishing}
      </Text>
    </div>
  );
}
