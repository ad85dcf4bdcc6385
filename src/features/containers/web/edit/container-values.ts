import type { Container } from '#features/containers/core/containers.contract.ts';

const fields = ['name', 'container_no', 'pfi_date', 'ex_factory_date'] as const;

export type ContainerField = (typeof fields)[number];
/** The values of the add/edit dialog. */
export type ContainerValues = Record<ContainerField, string>;

export function valuesOf(container: Container | undefined): ContainerValues {
  const { name = '', container_no = '', pfi_date = '', ex_factory_date = '' } = container ?? {};
  return { name, container_no, pfi_date, ex_factory_date };
}

export function differing(values: ContainerValues, container: Container): ContainerField[] {
  return fields.filter((field) => values[field].trim() !== container[field]);
}

export function personOf(container: Container | undefined): { id: number; name: string } | undefined {
  if (container?.assignee_id === undefined) return undefined;
  return { id: container.assignee_id, name: container.assignee_name ?? '' };
}
