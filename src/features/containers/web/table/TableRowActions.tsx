import { IconClockPause, IconHistory, IconPencil } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { displayedStatus, mayBeDelayed } from '#features/containers/core/containers.rules.ts';
import { ownTexts, texts } from '#features/containers/core/containers.texts.ts';
import { rowAction } from '#web/widgets/row-action.ts';
import { useContainersPage } from '../containers-page.context.ts';
import type { ContainerAction } from '../containers-page.context.ts';
import styles from './ContainersTable.module.css';

const actions = [
  { action: 'history', key: 'h', label: ownTexts.history, Icon: IconHistory },
  { action: 'delayPfi', key: 'd', label: texts.delayPfi, Icon: IconClockPause },
  { action: 'edit', key: 'e', label: ownTexts.edit, Icon: IconPencil },
] as const satisfies { action: ContainerAction; [value: string]: unknown }[];

/** Returns what the user may do with the container from its line. */
function actionsOf(container: Container, managing: boolean, today: string) {
  const isAllowed = {
    history: true,
    edit: managing,
    delayPfi: managing && mayBeDelayed(displayedStatus(container, today)),
  };
  return actions.filter(({ action }) => isAllowed[action]);
}

/** Returns the action of a key of the table. */
export const actionOfKey = (key: string, container: Container, managing: boolean, today: string) =>
  actionsOf(container, managing, today).find((one) => one.key === key)?.action;

/** The actions of a line under the pointer. They have no place in the tab order: the keys of the table do the same. */
export function TableRowActions({ container, today }: { container: Container; today: string }) {
  const { managing, act } = useContainersPage();
  const run = (action: ContainerAction): ComponentProps<'button'>['onClick'] => {
    return ({ currentTarget }) => {
      // A closed dialog returns the focus. The line can be out of sight then, the table is not.
      currentTarget.closest('table')?.focus({ preventScroll: true });
      act(action, container);
    };
  };
  return (
    <span className={styles.actions}>
      {actionsOf(container, managing, today).map(({ action, label, Icon }) => (
        <button key={action} type="button" {...rowAction(label)} tabIndex={-1} onClick={run(action)}>
          <Icon size={18} stroke={1.7} aria-hidden="true" />
        </button>
      ))}
    </span>
  );
}
