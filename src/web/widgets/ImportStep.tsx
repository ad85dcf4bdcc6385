import type { ReactNode } from 'react';
import { Section } from './Section.tsx';
import { TextButton } from './TextButton.tsx';
import styles from '../styles/import-steps.module.css';

type Props = {
  title: string;
  /** Given when the step is done: only the title and a button are shown. */
  folded?: { action: string; onUnfold: () => void } | undefined;
  /** Whether the heading takes the focus when the step appears. */
  takesFocus?: boolean;
  children: ReactNode;
};

/** A step of an import. */
export function ImportStep({ title, folded, takesFocus = false, children }: Props) {
  return (
    <Section
      className={styles.step ?? ''}
      title={title}
      headingRef={takesFocus ? focus : undefined}
      actions={folded && <TextButton onClick={folded.onUnfold}>{folded.action}</TextButton>}
    >
      {!folded && children}
    </Section>
  );
}

/** The same function at every render: React calls it only when the element appears. */
export const focus = (element: HTMLElement | null) => element?.focus();
