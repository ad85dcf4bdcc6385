import type { ComponentProps } from 'react';
import styles from './MoreButton.module.css';

type Props = Omit<ComponentProps<'button'>, 'type' | 'className'> & {
  /** Inside a sentence, such as an error message, instead of as the last row of a list. */
  inline?: boolean;
};

/** The button at the end of a list that shows more rows. */
export function MoreButton({ inline, ...button }: Props) {
  return <button type="button" className={styles.button} data-inline={inline || undefined} {...button} />;
}
