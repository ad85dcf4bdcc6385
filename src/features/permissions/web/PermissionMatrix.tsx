import { Group, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconLayoutGrid, IconLock } from '@tabler/icons-react';
import { useId } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import type { MatrixNames, Module } from '#features/permissions/permissions.contract.ts';
import { cellKey, isLocked, valueAt } from '#features/permissions/permissions.rules.ts';
import type { Cell } from '#features/permissions/permissions.rules.ts';
import { ownTexts, texts } from '#features/permissions/permissions.texts.ts';
import { roleOption } from '#shared/role-badge.ts';
import { Card } from '#web/widgets/Card.tsx';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import type { Draft } from './use-draft.ts';
import styles from './PermissionMatrix.module.css';

type Props = MatrixNames & {
  allModules: readonly Module[];
  draft: Draft;
  disabled: boolean;
  /** The controls at the end of the head. */
  filters: ReactNode;
  onToggle: (cell: Cell) => void;
};

/** Modules as rows, roles as columns, a toggle in every cell. See docs/specification.md#permission-matrix. */
export function PermissionMatrix({ allModules, modules, roles, draft, disabled, filters, onToggle }: Props) {
  const headingId = useId();
  const lockId = useId();
  const unsavedId = useId();
  const unsaved = new Set(draft.changes.map(cellKey));
  const lockedRole = roles.find(({ role_id }) =>
    modules.some(({ id }) => isLocked(allModules, { module_id: id, role_id })),
  );

  return (
    <Card as="section" className={styles.card} aria-labelledby={headingId}>
      <Group justify="space-between" gap="xs" px="md" py="xs">
        <Group gap="xs" align="baseline">
          <Title order={2} id={headingId}>
            {texts.matrix}
          </Title>
          <Text fz="sm" c="dimmed" role="status">
            {texts.counts(modules.length, roles.length)}
          </Text>
        </Group>
        {filters}
      </Group>
      {modules.length === 0 ? (
        <EmptyState icon={IconLayoutGrid} title={texts.none} hint={texts.noneHint} />
      ) : (
        <table className={styles.table} aria-labelledby={headingId} style={columns(roles.length)}>
          <thead>
            <tr>
              <th scope="col">{ownTexts.module}</th>
              {roles.map((role) => (
                <th key={role.role_id} scope="col">
                  {roleOption(role)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {modules.map((module) => (
              <tr key={module.id}>
                <th scope="row">{module.name}</th>
                {roles.map(({ role_id, role_name }) => {
                  const cell = { module_id: module.id, role_id };
                  const locked = isLocked(allModules, cell);
                  const changed = unsaved.has(cellKey(cell));
                  return (
                    <PermissionCell
                      key={role_id}
                      name={ownTexts.cell(module.name, role_name)}
                      checked={valueAt(draft.permissions, cell) === 1}
                      locked={locked ? ownTexts.locked(role_name) : undefined}
                      changed={changed}
                      disabled={disabled}
                      describedBy={locked ? lockId : changed ? unsavedId : undefined}
                      onToggle={() => onToggle(cell)}
                    />
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {lockedRole && (
        <Group gap="xs" px="md" py="xs" fz="sm" c="dimmed" wrap="nowrap">
          <IconLock size={15} stroke={1.9} aria-hidden="true" style={{ flex: 'none' }} />
          <span id={lockId}>{ownTexts.locked(lockedRole.role_name)}</span>
        </Group>
      )}
      <VisuallyHidden id={unsavedId}>{ownTexts.unsavedCell}</VisuallyHidden>
    </Card>
  );
}

/** Passes the number of role columns to the style sheet. React's types do not know custom properties. */
const columns = (roles: number) => ({ '--roles': roles }) as CSSProperties;

type PermissionCellProps = {
  name: string;
  checked: boolean;
  /** The reason why the cell is locked, for the tooltip. `describedBy` refers to it for screen readers. */
  locked: string | undefined;
  changed: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  onToggle: () => void;
};

/** One toggle. The whole cell is clickable. */
function PermissionCell({ name, checked, locked, changed, disabled, describedBy, onToggle }: PermissionCellProps) {
  return (
    <td data-changed={changed}>
      <label className={styles.cell} title={locked}>
        <input
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox exposes its state itself
          role="switch"
          className={styles.toggle}
          aria-label={name}
          aria-describedby={describedBy}
          checked={checked}
          disabled={disabled || locked !== undefined}
          data-locked={locked !== undefined}
          onChange={onToggle}
        />
        {locked !== undefined && <IconLock className={styles.lock} size={14} stroke={2} aria-hidden="true" />}
      </label>
    </td>
  );
}
