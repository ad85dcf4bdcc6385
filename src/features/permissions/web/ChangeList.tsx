import { Text } from '@mantine/core';
import type { MatrixNames } from '#features/permissions/permissions.contract.ts';
import { cellKey, namesAt } from '#features/permissions/permissions.rules.ts';
import type { Matrix } from '#features/permissions/permissions.rules.ts';
import { ownTexts } from '#features/permissions/permissions.texts.ts';
import styles from './ChangeList.module.css';

type Props = {
  changes: Matrix;
  names: MatrixNames;
  /** Returns an additional remark on a change. */
  remark?: (change: Matrix[number]) => string | undefined;
  max?: number;
};

/** A list of changed settings with their new values. */
export function ChangeList({ changes, names, remark, max = Infinity }: Props) {
  const left = changes.length - max;
  return (
    <ul className={styles.list}>
      {changes.slice(0, max).map((change) => (
        <li key={cellKey(change)} className={styles.change}>
          <span className={styles.value} data-on={change.can_view === 1}>
            {change.can_view === 1 ? ownTexts.allowed : ownTexts.denied}
          </span>
          <span>
            {ownTexts.cell(...namesAt(names, change))}
            <Note text={remark?.(change)} />
          </span>
        </li>
      ))}
      {left > 0 && (
        <Text component="li" inherit c="dimmed" ps={43}>
          {ownTexts.moreChanges(left)}
        </Text>
      )}
    </ul>
  );
}

function Note({ text }: { text: string | undefined }) {
  return text === undefined ? null : <Text span inherit c="var(--accent-text)">{` (${text})`}</Text>;
}
