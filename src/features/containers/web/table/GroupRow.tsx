import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { groupKeyOf } from '#features/containers/list/container-groups.rules.ts';
import { groupText } from '#features/containers/list/container-table.texts.ts';
import type { ContainersView } from '#features/containers/list/containers-view.rules.ts';
import { counted } from '#shared/format.ts';
import { totalsQuery } from '../containers.data.ts';
import styles from './ContainersTable.module.css';

type Props = { container: Container; line: number; cells: number; view: ContainersView; today: string };

/** The heading of the group that begins with this container, with the number of its containers. */
export function GroupRow({ container, line, cells, view, today }: Props) {
  const { data } = useQuery(totalsQuery(view, today));
  if (!view.group) return null;
  const key = groupKeyOf(container, view.group);
  const rows = data?.groups?.find((one) => one.key === key)?.rows;
  return (
    <tr aria-rowindex={line + 2} className={styles.group}>
      <td colSpan={cells + 1}>
        <span className={styles.groupName}>
          <bdi>{groupText(container, view.group)}</bdi>
          {rows !== undefined && (
            <Text span fz="xs" c="dimmed">
              {counted(rows, 'container')}
            </Text>
          )}
        </span>
      </td>
    </tr>
  );
}
