import type { ReactNode } from 'react';
import type { Icon } from './EmptyState.tsx';
import type { Tone } from './StatCard.tsx';
import styles from './StateBadge.module.css';

/** A state or a role in a word or two. All badges of the product look like this. */
export function StateBadge({ tone, icon: Icon, children }: { tone: Tone; icon?: Icon; children: ReactNode }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {Icon && <Icon size={15} stroke={2} aria-hidden="true" />}
      <span className={styles.text}>{children}</span>
    </span>
  );
}
