import { Title } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import styles from './PageHeader.module.css';

type Props = {
  title: string;
  subtitle?: string;
  /** For a page that moves the focus to its heading after the focused element was removed. */
  headingRef?: RefObject<HTMLHeadingElement | null>;
  /** Buttons at the end of the line. */
  actions?: ReactNode;
};

/** The header of a screen: title, purpose, actions. */
export function PageHeader({ title, subtitle, headingRef, actions }: Props) {
  return (
    <header className={styles.header}>
      <div>
        <Title order={1} {...(headingRef && { ref: headingRef, tabIndex: -1 })}>
          {title}
        </Title>
        {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
      {actions}
    </header>
  );
}
