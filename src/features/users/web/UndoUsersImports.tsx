import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usersImportContract } from '#features/users/users-import.contract.ts';
import type { AnswerOf } from '#shared/endpoint.ts';
import { callQuery } from '#web/call-query.ts';
import { usersKey } from '#web/query-keys.ts';
import { useAction } from '#web/use-action.ts';
import { RecentImports } from '#web/widgets/RecentImports.tsx';
import { usersImportScreenTexts as texts } from '../users-import-page.texts.ts';

const importsQuery = callQuery([...usersKey, 'imports'], usersImportContract.list);

/** The imports of users that can be undone, and the users that an undo has left. */
export function UndoUsersImports() {
  const { data = [] } = useQuery(importsQuery);
  const [undone, setUndone] = useState<AnswerOf<typeof usersImportContract.undo>>();
  const undo = useAction(usersImportContract.undo, {
    failed: texts.undoFailed,
    preferServerMessage: true,
    onSuccess: setUndone,
    refresh: [usersKey],
  });
  return (
    <>
      {undone && (
        <Alert role="status" color={undone.kept.length > 0 ? 'yellow' : 'green'} variant="light">
          {texts.undone(undone.removed, undone.restored, undone.kept.length)}
          {undone.kept.length > 0 && (
            <ul>
              {undone.kept.map(({ user, reason }) => (
                <li key={user}>{texts.kept(user, reason)}</li>
              ))}
            </ul>
          )}
        </Alert>
      )}
      <RecentImports texts={texts} imports={data} busy={undo.busy} onUndo={(id) => void undo.run({ id })} />
    </>
  );
}
