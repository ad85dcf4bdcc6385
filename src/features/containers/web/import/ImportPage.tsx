import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { importScreenTexts as texts } from '#features/containers/container-import-screen.texts.ts';
import { containerImportContract } from '#features/containers/container-import.contract.ts';
import type { ReadFile } from '#features/containers/container-import.contract.ts';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { managingRoles } from '#shared/access.ts';
import { containersKey } from '#web/query-keys.ts';
import { toast } from '#web/toast.tsx';
import { useAction } from '#web/use-action.ts';
import { BackLink } from '#web/widgets/BackLink.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { RecentImports } from '#web/widgets/RecentImports.tsx';
import { importsKey, importsQuery } from './container-import.data.ts';
import { ImportColumns } from './ImportColumns.tsx';
import { ImportSource } from './ImportSource.tsx';
import styles from '#web/styles/import-steps.module.css';

/** `/container-status/import`: a spreadsheet, its columns, its changes. */
export function ImportPage() {
  const { role_id } = useCurrentUser();
  const isManaging = managingRoles.some((role) => role === role_id);
  const [file, setFile] = useState<ReadFile>();
  const [done, setDone] = useState<string>();
  const [imports, setImports] = useState(0);
  return (
    <div className={styles.page}>
      <PageHeader
        title={texts.title}
        subtitle={texts.subtitle}
        actions={<BackLink to="/container-status">{texts.back}</BackLink>}
      />
      {isManaging ? (
        <>
          {done && (
            <Alert role="status" color="green" variant="light">
              {done}
            </Alert>
          )}
          {/* Empty again after each import, and folded again for each file. */}
          <ImportSource
            key={file?.id ?? `import ${imports}`}
            chosen={file?.name}
            onRead={(read) => {
              setFile(read);
              setDone(undefined);
            }}
          />
          {file && (
            <ImportColumns
              key={file.id}
              file={file}
              onDone={(message) => {
                setFile(undefined);
                setDone(message);
                setImports(imports + 1);
              }}
            />
          )}
          <UndoImports />
        </>
      ) : (
        <Alert variant="light">{texts.managersOnly}</Alert>
      )}
    </div>
  );
}

function UndoImports() {
  const { data = [] } = useQuery(importsQuery);
  const undo = useAction(containerImportContract.undo, {
    failed: texts.undoFailed,
    preferServerMessage: true,
    onSuccess: ({ removed, restored, kept }) => toast.success(texts.undone(removed, restored, kept)),
    refresh: [importsKey, containersKey],
  });
  return <RecentImports texts={texts} imports={data} busy={undo.busy} onUndo={(id) => void undo.run({ id })} />;
}
