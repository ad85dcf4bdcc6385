import { Alert } from '@mantine/core';
import { useState } from 'react';
import { usersImportContract } from '#features/users/users-import.contract.ts';
import type { ImportedUsers, ReadUsers } from '#features/users/users-import.contract.ts';
import { useAction } from '#web/use-action.ts';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { SpreadsheetSource } from '#web/widgets/SpreadsheetSource.tsx';
import { usersImportScreenTexts as texts } from '../users-import-page.texts.ts';
import { csvOf } from './import-rows.ts';
import { SignInLinks } from './SignInLinks.tsx';
import { UndoUsersImports } from './UndoUsersImports.tsx';
import { UsersImportColumns } from './UsersImportColumns.tsx';

const { name, email, role, team } = texts.fields;
const template = `data:text/csv;charset=utf-8,${encodeURIComponent(csvOf([[name, email, role, team, 'Can view']]))}`;

/** `/users/import`: a spreadsheet, its columns, its changes, and the links or invitations of the new users. */
export function UsersImportPage() {
  const [file, setFile] = useState<{ read: ReadUsers; turn: number }>();
  const [done, setDone] = useState<ImportedUsers>();
  const [imports, setImports] = useState(0);
  const read = useAction(usersImportContract.read, {
    failed: texts.readFailed,
    preferServerMessage: true,
    onSuccess: (answer) => {
      setFile((before) => ({ read: answer, turn: (before?.turn ?? 0) + 1 }));
      setDone(undefined);
    },
  });
  return (
    <>
      <PageHeader title={texts.title} subtitle={texts.subtitle} back={{ to: '/users', label: texts.back }} />
      {done && (
        <Alert role="status" color="green" variant="light">
          {texts.done(done.created, done.changed, done.left_out)} {done.mailed && done.created > 0 && texts.mailed}
        </Alert>
      )}
      {done && done.links.length > 0 && <SignInLinks links={done.links} />}
      {/* Empty again after each import, and folded again for each file. */}
      <SpreadsheetSource
        key={file?.turn ?? `import ${imports}`}
        texts={texts}
        template={template}
        pastedName={texts.pasted}
        chosen={file?.read.name}
        busy={read.busy}
        onFile={(chosen) => void read.run({}, { files: [chosen] })}
      />
      {file && (
        <UsersImportColumns
          key={file.turn}
          file={file.read}
          onDone={(answer) => {
            setFile(undefined);
            setDone(answer);
            setImports(imports + 1);
          }}
        />
      )}
      <UndoUsersImports />
    </>
  );
}
