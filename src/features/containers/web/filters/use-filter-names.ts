import { useQuery } from '@tanstack/react-query';
import { namedText } from '#features/containers/core/container-details.rules.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import type { NameOf } from '#features/containers/list/container-filters.texts.ts';
import type { ContainersView } from '#features/containers/list/containers-view.rules.ts';
import { teamsQuery } from '#features/teams/web/teams.data.ts';
import { partiesByIdQuery, peopleByIdQuery } from '../parties.data.ts';

const given = (...ids: (number | undefined)[]) => [...new Set(ids.filter((id) => id !== undefined))];

/** Finds the names of the parties, people and teams in the filters. Those of the shown containers are known at once. */
export function useFilterNames(view: ContainersView, containers: readonly Container[]): NameOf {
  const parties = useQuery(partiesByIdQuery(given(view.supplier_id, view.customer_id, view.carrier_id)));
  const people = useQuery(peopleByIdQuery(given(view.assignee_id)));
  const teams = useQuery({ ...teamsQuery, enabled: view.team_id !== undefined });
  const lists = {
    supplier_id: parties.data,
    customer_id: parties.data,
    carrier_id: parties.data,
    assignee_id: people.data,
    team_id: teams.data,
  };
  return (field, id) => {
    const shown = containers.find((container) => container[field] === id);
    return shown ? namedText(shown, field) : lists[field]?.find((one) => one.id === id)?.name;
  };
}
