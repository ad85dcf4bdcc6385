import { Button, Group, TextInput, Textarea, Title } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { longestDescription, longestName, fileTypesContract } from '#features/file-types/file-types.contract.ts';
import type { FileType } from '#features/file-types/file-types.contract.ts';
import { ownTexts, texts } from '#features/file-types/file-types.texts.ts';
import { texts as shared } from '#shared/texts.ts';
import { useAction } from '#web/use-action.ts';
import styles from './FileTypesPage.module.css';

type Props = {
  /** The file type to be changed; none creates one. */
  fileType: FileType | undefined;
  /** Whether the first field takes the focus. */
  focused: boolean;
  refresh: readonly QueryKey[];
  /** Saved or cancelled. */
  onDone: () => void;
};

/** Creates a file type, or changes one. Source: spec section 2, File Type Management. */
export function FileTypeForm({ fileType, focused, refresh, onDone }: Props) {
  const [name, setName] = useState(fileType?.name ?? '');
  const [description, setDescription] = useState(fileType?.description ?? '');
  const [blank, setBlank] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const creation = useAction(fileTypesContract.create, { done: texts.created, failed: texts.saveFailed, refresh });
  const update = useAction(fileTypesContract.update, { done: texts.updated, failed: texts.saveFailed, refresh });
  const { busy, failure } = fileType ? update : creation;

  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const isBlank = name.trim() === '';
    setBlank(isBlank);
    if (isBlank) return nameField.current?.focus();
    const saved = await (fileType
      ? update.run({ id: fileType.id, name, description })
      : creation.run({ name, description }));
    if (saved) onDone();
  };

  return (
    <form className={styles.form} onSubmit={(event) => void save(event)}>
      <Title order={2}>{fileType ? texts.editTitle : texts.addNew}</Title>
      <TextInput
        ref={nameField}
        label={texts.name}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={blank ? texts.nameRequired : failure?.errors?.['name']?.[0]}
        maxLength={longestName}
        autoComplete="off"
        autoFocus={focused}
        required
        withAsterisk={false}
      />
      <Textarea
        label={texts.description}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
        error={failure?.errors?.['description']?.[0]}
        placeholder={ownTexts.optional}
        maxLength={longestDescription}
        rows={3}
      />
      <Group gap="sm">
        <Button type="submit" loading={busy}>
          {fileType ? texts.update : texts.create}
        </Button>
        {fileType && (
          <Button variant="default" disabled={busy} onClick={onDone}>
            {shared.cancel}
          </Button>
        )}
      </Group>
    </form>
  );
}
