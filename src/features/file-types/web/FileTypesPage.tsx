import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import type { ComponentType } from 'react';
import { fileTypesContract } from '#features/file-types/file-types.contract.ts';
import type { FileType } from '#features/file-types/file-types.contract.ts';
import { ownTexts, texts } from '#features/file-types/file-types.texts.ts';
import { permissionsQuery } from '#features/permissions/web/permissions.data.ts';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { mayView } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import { containersKey, filesKey } from '#web/query-keys.ts';
import { texts as webTexts } from '#web/texts.ts';
import { useAction } from '#web/use-action.ts';
import { useConfirm } from '#web/widgets/ConfirmDialog.tsx';
import { NamedItemUsage } from '#web/widgets/NamedItemUsage.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { fileTypeUsageQuery, fileTypesQuery, reportedFileTypesQuery } from './file-types.data.ts';
import { FileTypeForm } from './FileTypeForm.tsx';
import { FileTypeTable } from './FileTypeTable.tsx';
import named from '#web/widgets/NamedItems.module.css';

/** The queries to refresh after a change: the file types, the files grouped by them, and the papers of containers. */
const withFileTypes = [fileTypesQuery.queryKey, filesKey, containersKey];

/** `Checklist`: the file types that are expected of containers. src/app/browser/screens hands it in. */
type Props = { Checklist: ComponentType<{ fileTypes: readonly FileType[] }> };

/** See docs/specification.md#file-type-form-and-table. */
export function FileTypesPage({ Checklist }: Props) {
  const client = useQueryClient();
  const fileTypes = useQuery(reportedFileTypesQuery);
  // The number is the key of the form. A new number resets it, for a new file type or for the one to edit.
  const [form, setForm] = useState<{ number: number; fileTypeId?: number }>({ number: 0 });
  const edited = fileTypes.data?.find((fileType) => fileType.id === form.fileTypeId);
  const listHeading = useRef<HTMLHeadingElement>(null);
  const { role_id } = useCurrentUser();
  const { data: table } = useQuery(permissionsQuery);
  const seesContainers = table !== undefined && mayView(table, role_id, productModules.containers);
  const { confirm, dialog } = useConfirm();
  const removal = useAction(fileTypesContract.remove, {
    done: texts.deleted,
    failed: texts.deleteFailed,
    refresh: withFileTypes,
  });

  const begin = (fileType: FileType) => setForm(({ number }) => ({ number: number + 1, fileTypeId: fileType.id }));
  // The lists are fetched again before a save ends. Until then another row may have been chosen.
  const end = (number: number) => setForm((now) => (now.number === number ? { number: number + 1 } : now));
  const remove = async (fileType: FileType) => {
    const usage = (
      <NamedItemUsage
        query={fileTypeUsageQuery(fileType.id)}
        lookingUp={ownTexts.lookingUp}
        affected={({ files }) => ownTexts.affectedByDelete(files)}
      />
    );
    const title = webTexts.confirmTitle(fileType.name);
    if (!(await confirm({ title, question: texts.confirmDelete, affected: usage }))) return;
    await removal.run({ id: fileType.id });
    const isThere = client.getQueryData(fileTypesQuery.queryKey)?.some(({ id }) => id === fileType.id);
    // The focused button was removed with its row.
    if (!isThere) listHeading.current?.focus();
  };

  return (
    <>
      <PageHeader title={texts.title} subtitle={ownTexts.subtitle} />
      <div className={named.columns}>
        <FileTypeTable
          fileTypes={fileTypes}
          editedId={edited?.id}
          headingRef={listHeading}
          onEdit={begin}
          onDelete={(fileType) => void remove(fileType)}
        />
        <FileTypeForm
          key={`${form.number}:${edited?.id ?? ''}`}
          fileType={edited}
          focused={form.number > 0}
          refresh={withFileTypes}
          onDone={() => end(form.number)}
        />
        {seesContainers && fileTypes.data && (
          <Suspense fallback={null}>
            <Checklist fileTypes={fileTypes.data} />
          </Suspense>
        )}
      </div>
      {dialog}
    </>
  );
}
