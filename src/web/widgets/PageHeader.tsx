import { Title } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import styles from './PageHeader.module.css';

type Props = {
  title: string;
  subtitle?: string;
  /** For a page that moves the focus to its heading after the focused element was removed. */
  headingRef?: RefObject<HTMLHeadingElement | null>;
  /** For a page with a list: takes less height, so that the list begins higher. */
  compact?: boolean;
  /** Buttons at the end of the line. */
  actions?: ReactNode;
};

/** The header of a screen: title, purpose, actions. */
export function PageHeader({ title, subtitle, headingRef, compact = false, actions }: Props) {
  return (
    <header className={styles.header} data-compact={compact || undefined}>
      <div className={styles.text}>
        <Title order={1} {...(headingRef && { ref: headingRef, tabIndex: -1 })}>
          {title}
        </Title>
        {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
      {actions}
    </header>
  );
}
