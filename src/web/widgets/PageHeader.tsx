import { Title } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import styles from './PageHeader.module.css';

type Props = {
  title: string;
  subtitle: string;
  /** For a page that moves the focus to its heading when what had it is gone. */
  headingRef?: RefObject<HTMLHeadingElement | null>;
  /** What can be done here, at the end of the line. */
  actions?: ReactNode;
};

/** The head of a screen: what it is, what it is for, what can be done. */
export function PageHeader({ title, subtitle, headingRef, actions }: Props) {
  return (
    <header className={styles.header}>
      <div>
        <Title order={1} {...(headingRef && { ref: headingRef, tabIndex: -1 })}>
          {title}
        </Title>
        <p className={styles.subtitle}>{subtitle}</p>
      </div>
      {actions}
    </header>
  );
}
