import { Text } from '@mantine/core';
import { texts } from '#features/audit/audit.texts.ts';
import { texts as common } from '#web/texts.ts';
import { MoreButton } from '#web/widgets/MoreButton.tsx';

type Props = { failed: boolean; busy: boolean; onMore: () => void; searchedSince: string };

/** The end of the loaded entries, with a button for more. For a search, also the time up to which it has searched. */
export function AuditMore({ failed, busy, onMore, searchedSince }: Props) {
  const label = searchedSince === '' ? texts.showMore : texts.searchOlder;
  return (
    <>
      {(failed || searchedSince !== '') && (
        <Text
          p="sm"
          fz="sm"
          ta="center"
          c={failed ? 'var(--danger-text)' : 'dimmed'}
          {...(failed && { role: 'alert' })}
        >
          {failed ? texts.moreFailed : texts.searchedSince(searchedSince)}
        </Text>
      )}
      <MoreButton disabled={busy} onClick={onMore}>
        {busy ? common.loading : failed ? common.tryAgain : label}
      </MoreButton>
    </>
  );
}
