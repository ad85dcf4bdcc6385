import { Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { nameLabel } from '#features/files/list/files-view.rules.ts';
import { trashContract } from '#features/files/trash/trash.contract.ts';
import type { TrashedFile } from '#features/files/trash/trash.contract.ts';
import { isTyped, wordToType } from '#features/files/trash/trash.rules.ts';
import { confirmingWord, trashTexts as texts } from '#features/files/trash/trash.texts.ts';
import { filesKey } from '#web/query-keys.ts';
import { useAction } from '#web/use-action.ts';
import { useShownWhileClosing } from '#web/use-shown-while-closing.ts';
import { Dialog } from '#web/widgets/Dialog.tsx';
import { Form } from '#web/widgets/Form.tsx';
import { isInTrash, trashQuery } from '../trash.data.ts';

type Props = { file: TrashedFile | undefined; onClose: () => void; onGone: () => void };

/** Requires the user to type a confirmation, because the deletion cannot be undone. */
export function DeleteForGoodDialog({ file, onClose, onGone }: Props) {
  const shown = useShownWhileClosing(file);

  return (
    <Dialog
      opened={file !== undefined}
      onClose={onClose}
      title={<bdi>{shown && texts.deleteTitle(nameLabel(shown))}</bdi>}
    >
      {shown && <DeleteForGoodForm key={shown.id} file={shown} onClose={onClose} onGone={onGone} />}
    </Dialog>
  );
}

function DeleteForGoodForm({ file, onClose, onGone }: Props & { file: TrashedFile }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const word = wordToType(file);
  const removal = useAction(trashContract.remove, {
    done: texts.deletedForGood(nameLabel(file)),
    failed: texts.deleteFailed,
    refresh: [filesKey],
  });

  const remove = async () => {
    if (!isTyped(typed, word)) return;
    await removal.run({ id: file.id });
    // After a failure the list is refreshed: another user may have deleted or restored the file.
    if (isInTrash(client, file.id)) await client.invalidateQueries({ queryKey: trashQuery.queryKey });
    if (isInTrash(client, file.id)) return;
    onClose();
    onGone();
  };

  return (
    <Form
      action={removal}
      submit={texts.deleteForGood}
      color="red"
      disabled={!isTyped(typed, word)}
      onCancel={onClose}
      onSubmit={remove}
    >
      <Text size="sm">{texts.deleteExplained}</Text>
      <TextInput
        label={word === confirmingWord ? texts.typeWord(word) : texts.typeName}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        data-autofocus
      />
    </Form>
  );
}
