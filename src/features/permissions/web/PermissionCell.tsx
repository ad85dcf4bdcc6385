import { IconLock } from '@tabler/icons-react';
import styles from './PermissionMatrix.module.css';

type Props = {
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
export function PermissionCell({ name, checked, locked, changed, disabled, describedBy, onToggle }: Props) {
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
