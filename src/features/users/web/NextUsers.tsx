import { Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { ownTexts } from '#features/users/users.texts.ts';
import { texts as webTexts } from '#web/texts.ts';
import { watchNear } from '#web/watch-near.ts';
import { TextButton } from '#web/widgets/TextButton.tsx';
import { UsersLoading } from './UsersLoading.tsx';

type Props = { failed: boolean; load: (options: { cancelRefetch: boolean }) => Promise<unknown> };

/** The next page loads this far ahead, so that scrolling seldom waits. */
const loadsAhead = '1200px';

/** The end of the loaded rows: loads the next page when it comes near. Mounted anew for each page, to load again. */
export function NextUsers({ failed, load }: Props) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!end.current || failed) return undefined;
    return watchNear(end.current, loadsAhead, (near) => near && void load({ cancelRefetch: false }));
  }, [failed, load]);

  if (failed) {
    return (
      <Text role="alert" fz="sm" c="var(--danger-text)" px="md" py="sm">
        {ownTexts.moreFailed}{' '}
        <TextButton onClick={() => void load({ cancelRefetch: false })}>{webTexts.tryAgain}</TextButton>
      </Text>
    );
  }
  return (
    <div ref={end}>
      <UsersLoading rows={3} label={ownTexts.loadingMore} />
    </div>
  );
}
