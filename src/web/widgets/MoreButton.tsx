import type { ComponentProps } from 'react';
import { TextButton } from './TextButton.tsx';
import styles from './MoreButton.module.css';

type Props = Omit<ComponentProps<typeof TextButton>, 'className'> & {
  /** Inside a sentence, such as an error message, instead of as the last row of a list. */
  inline?: boolean;
};

/** The button at the end of a list that shows more rows. */
export function MoreButton({ inline = false, ...button }: Props) {
  return <TextButton className={inline ? '' : (styles.button ?? '')} underline="never" {...button} />;
}
