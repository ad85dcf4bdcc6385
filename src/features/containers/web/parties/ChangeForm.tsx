import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { partyTexts as texts } from '#features/containers/parties/container-parties.texts.ts';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { roles } from '#shared/access.ts';
import type { AnswerOf } from '#shared/endpoint.ts';
import { locale } from '#shared/format.ts';
import { toast } from '#web/toast.tsx';
import { useAction } from '#web/use-action.ts';
import { DataTable } from '#web/widgets/DataTable.tsx';
import { Form } from '#web/widgets/Form.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { changeQuery, withParties } from './parties-page.data.ts';

type Props = {
  /** The party that gets another name, and that name. Without them, there is nothing to review yet. */
  id: number | undefined;
  name: string;
  /** False while the typed name is newer than the reviewed one. */
  isReady: boolean;
  onClose: () => void;
  onDone: () => void;
  /** The fields, which show the refusal of the name. */
  children: (error: string | undefined) => ReactNode;
};

/** The fields of a rename or a merge, its changes, and its button. */
export function ChangeForm({ id = 0, name, isReady, onClose, onDone, children }: Props) {
  const query = useQuery(changeQuery(id, id > 0 ? name : ''));
  const review = isReady ? query.data : undefined;
  const renaming = useAction(partiesContract.rename, {
    failed: texts.changeFailed,
    preferServerMessage: true,
    onSuccess: (party) => toast.success(party.id === id ? texts.renamed : texts.merged),
    onRefusal: () => void query.refetch(),
    refresh: withParties,
  });
  const submit = async () => {
    if (review && (await renaming.run({ id, name, into: review.into?.id ?? null }))) onDone();
  };
  return (
    <Form
      action={renaming}
      submit={review?.into ? texts.merge : texts.rename}
      disabled={!review || review.changes.length === 0}
      onCancel={onClose}
      onSubmit={submit}
      noValidate
    >
      {children(renaming.failure?.errors?.['name']?.[0])}
      {id > 0 && name !== '' && <ChangeReview query={query} isCurrent={isReady} name={name} />}
    </Form>
  );
}

type Review = AnswerOf<typeof partiesContract.change>;
type ReviewProps = { query: UseQueryResult<Review>; isCurrent: boolean; name: string };

/** What a new name changes: the merge, and the containers of each team. */
function ChangeReview({ query, isCurrent, name }: ReviewProps) {
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
