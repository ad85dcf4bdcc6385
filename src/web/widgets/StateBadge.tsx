import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Icon } from './EmptyState.tsx';
import type { Tone } from './StatCard.tsx';
import styles from './StateBadge.module.css';

type Props = {
  tone: Tone;
  icon?: Icon;
  /** The rule from which the state is derived. No user has set the state, so the badge is hollow. */
  derived?: string | undefined;
  title?: string;
  children: ReactNode;
};

/** A state or a role in a word or two. All badges of the product look like this. */
export function StateBadge({ tone, icon: Icon, derived, title, children }: Props) {
  return (
    <span className={styles.badge} data-tone={tone} data-derived={derived !== undefined} title={derived ?? title}>
      {Icon && <Icon size={15} stroke={2} aria-hidden="true" />}
      <span className={styles.text}>{children}</span>
      {derived !== undefined && <VisuallyHidden>{`, ${derived}`}</VisuallyHidden>}
    </span>
  );
}
