import { Button } from '@mantine/core';
import { IconFiles, IconServer } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RefObject } from 'react';
import { ownTexts, texts } from '#features/dashboards/dashboards.texts.ts';
import type { CurrentUser } from '#features/session/session.contract.ts';
import { roles } from '#shared/access.ts';
import { locale } from '#shared/format.ts';
import { texts as common } from '#web/texts.ts';
import { IconButton } from '#web/widgets/IconButton.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';

type Props = {
  user: CurrentUser;
  isLoading: boolean;
  hasFailed: boolean;
  headingRef: RefObject<HTMLHeadingElement | null>;
};

/** The welcome line, the current date, and links to the files and, for role 1, to the system. */
export function AdminHeader({ user, isLoading, hasFailed, headingRef }: Props) {
  const [today] = useState(() => new Date().toLocaleDateString(locale, { dateStyle: 'full' }));
  return (
    <PageHeader
      title={texts.welcome(user.name)}
      headingRef={headingRef}
      subtitle={isLoading ? <span role="status">{texts.loadingAdmin}</span> : today}
      actions={
        <>
          <TryAgain hasFailed={hasFailed} />
          {user.role_id === roles.administrator && (
            <IconButton icon={IconServer} to="/system" variant="default">
              {ownTexts.system}
            </IconButton>
          )}
          <IconButton icon={IconFiles} to="/files">
            {texts.viewFiles}
          </IconButton>
        </>
      }
    />
  );
}

/** Fetches again what failed. Our choice: the specification ends a failed load without a message, and a button is none. */
function TryAgain({ hasFailed }: { hasFailed: boolean }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const tryAgain = async () => {
    setBusy(true);
    await client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
    setBusy(false);
  };
  if (!hasFailed && !busy) return null;
  return (
    <Button variant="default" loading={busy} onClick={() => void tryAgain()}>
      {common.tryAgain}
    </Button>
  );
}
