import { NativeSelect } from '@mantine/core';
import type { NativeSelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { ownTexts } from '#features/containers/core/containers.texts.ts';
import { teamsQuery } from '#features/teams/web/teams.data.ts';

type Props = Omit<NativeSelectProps, 'data'> & { value: string; container: Container | undefined };

const none = '';

/** Without a team, everyone with the module sees the container. */
export function TeamField({ container, ...rest }: Props) {
  const { data = [] } = useQuery(teamsQuery);
  const teams = data.map(({ id, name }) => ({ value: String(id), label: name }));
  const present = String(container?.team_id ?? none);
  const isKnown = present === none || teams.some(({ value }) => value === present);
  const unknown = isKnown ? [] : [{ value: present, label: container?.team_name ?? present }];
  return <NativeSelect {...rest} data={[{ value: none, label: ownTexts.everybodysTeam }, ...unknown, ...teams]} />;
}
