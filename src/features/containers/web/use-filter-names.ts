import { useQuery } from '@tanstack/react-query';
import type { NameOf } from '#features/containers/container-filters.texts.ts';
import type { ContainersView } from '#features/containers/containers-view.rules.ts';
import type { Container } from '#features/containers/containers.contract.ts';
import { teamsQuery } from '#features/teams/web/teams.data.ts';
import { partiesQuery, peopleQuery } from './parties.data.ts';

/**
 * Finds the names of the parties, people and teams in the filters: in the shown containers, and in the first hundred of
 * each list. The calls have no question by id.
 */
export function useFilterNames(view: ContainersView, containers: readonly Container[]): NameOf {
  const hasParty = (view.supplier_id ?? view.customer_id ?? view.carrier_id) !== undefined;
  const parties = useQuery({ ...partiesQuery(''), enabled: hasParty });
  const people = useQuery({ ...peopleQuery(''), enabled: view.assignee_id !== undefined });
  const teams = useQuery({ ...teamsQuery, enabled: view.team_id !== undefined });
  const lists = {
    supplier_id: parties.data,
    customer_id: parties.data,
    carrier_id: parties.data,
    assignee_id: people.data,
    team_id: teams.data,
  };
  const names = {
    supplier_id: 'supplier_name',
    customer_id: 'customer_name',
    carrier_id: 'carrier_name',
    assignee_id: 'assignee_name',
    team_id: 'team_name',
  } as const;
  return (field, id) =>
    containers.find((container) => container[field] === id)?.[names[field]] ??
    lists[field]?.find((one) => one.id === id)?.name;
}
