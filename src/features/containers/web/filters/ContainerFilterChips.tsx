import type { Container } from '#features/containers/core/containers.contract.ts';
import { extraFilters } from '#features/containers/list/container-filters.texts.ts';
import type { ContainersView } from '#features/containers/list/containers-view.rules.ts';
import { FilterChips } from '#web/widgets/FilterChips.tsx';
import { useFilterNames } from './use-filter-names.ts';

type Props = {
  view: ContainersView;
  containers: readonly Container[];
  onChange: (part: Partial<ContainersView>) => void;
  onFocusLost: () => void;
};

/** The active filters of 'More filters'. */
export function ContainerFilterChips({ view, containers, ...rest }: Props) {
  const nameOf = useFilterNames(view, containers);
  return <FilterChips filters={extraFilters(view, nameOf)} {...rest} />;
}
