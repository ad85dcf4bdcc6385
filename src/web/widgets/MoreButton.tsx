import type { ComponentProps } from 'react';
import styles from './MoreButton.module.css';

type Props = Omit<ComponentProps<'button'>, 'type' | 'className'> & {
  /** Within a sentence, such as the one that says what failed; else the last row of a list. */
  inline?: boolean;
};

/** What a list ends with where there is more of it. */
export function MoreButton({ inline, ...button }: Props) {
  return <button type="button" className={styles.button} data-inline={inline || undefined} {...button} />;
}
