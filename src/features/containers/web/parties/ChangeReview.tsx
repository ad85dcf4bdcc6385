import { Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { partyTexts as texts } from '#features/containers/parties/container-parties.texts.ts';
import type { partiesContract } from '#features/containers/parties/parties.contract.ts';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { roles } from '#shared/access.ts';
import type { AnswerOf } from '#shared/endpoint.ts';
import { locale } from '#shared/format.ts';
import { DataTable } from '#web/widgets/DataTable.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';

type Review = AnswerOf<typeof partiesContract.change>;
type Props = { query: UseQueryResult<Review>; isCurrent: boolean; name: string };

/** What a new name changes: the merge, and the containers of each team. */
export function ChangeReview({ query, isCurrent, name }: Props) {
  const { role_id } = useCurrentUser();
  if (query.isError) return <LoadFailed query={query} title={texts.reviewFailed} />;
  const review = isCurrent ? query.data : undefined;
  const from = review?.changes[0]?.from ?? '';
  return (
    <div role="status">
      {!review ? (
        <Text c="dimmed">{texts.lookingUp}</Text>
      ) : review.changes.length === 0 ? (
        <Text>{texts.same}</Text>
      ) : (
        <Stack gap="xs">
          {review.into && <Text fw={550}>{texts.merges(from, review.into.name)}</Text>}
          {review.changes.map((change) => (
            <RenamedContainers key={change.from} change={change} name={name} />
          ))}
          {role_id !== roles.administrator && <Text c="dimmed">{texts.hidden}</Text>}
        </Stack>
      )}
    </div>
  );
}

function RenamedContainers({ change, name }: { change: Review['changes'][number]; name: string }) {
  const { from, containers, teams } = change;
  if (containers === 0) return <Text>{texts.noChanges(from)}</Text>;
  return (
    <>
      <Text>{texts.changes(containers, from, name)}</Text>
      <DataTable
        look="numbers"
        caption={texts.changes(containers, from, name)}
        headings={[texts.team, texts.containers]}
      >
        {teams.map((team) => (
          <tr key={team.name ?? ''}>
            <th scope="row">
              <bdi>{team.name ?? texts.noTeam}</bdi>
            </th>
            <td>{team.containers.toLocaleString(locale)}</td>
          </tr>
        ))}
      </DataTable>
    </>
  );
}
