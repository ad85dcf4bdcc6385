import type { QueryKey } from '@tanstack/react-query';
import { maxDescriptionLength, maxNameLength, fileTypesContract } from '#features/file-types/file-types.contract.ts';
import type { FileType } from '#features/file-types/file-types.contract.ts';
import { ownTexts, texts } from '#features/file-types/file-types.texts.ts';
import { useAction } from '#web/use-action.ts';
import { NamedItemForm } from '#web/widgets/NamedItemForm.tsx';
import { storedFileType } from './file-types.data.ts';

type Props = {
  /** The file type to edit. Without one, the form creates a file type. */
  fileType: FileType | undefined;
  /** Whether the first field takes the focus. */
  focused: boolean;
  refresh: readonly QueryKey[];
  /** Called after saving or cancelling. */
  onDone: () => void;
};

/** Creates or edits a file type. See docs/specification.md#file-type-form-and-table. */
export function FileTypeForm({ fileType, focused, refresh, onDone }: Props) {
  const creation = useAction(fileTypesContract.create, { done: texts.created, failed: texts.saveFailed, refresh });
  const update = useAction(fileTypesContract.update, { done: texts.updated, failed: texts.saveFailed, refresh });
  const { busy, failure } = fileType ? update : creation;
  return (
    <NamedItemForm
      title={fileType ? texts.editTitle : texts.addNew}
      item={fileType}
      focused={focused}
      texts={{ ...texts, optional: ownTexts.optional }}
      maxNameLength={maxNameLength}
      maxDescriptionLength={maxDescriptionLength}
      rows={3}
      busy={busy}
      failure={failure}
      readStored={storedFileType}
      onSave={(fields) =>
        fileType ? update.run({ id: fileType.id, ...fields }) : creation.run({ ...fields, id: null })
      }
      onDone={onDone}
    />
  );
}
