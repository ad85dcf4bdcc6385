import { texts } from './frame.texts.ts';
import styles from './SkipLink.module.css';

/** Lets keyboard users skip the bar. Visible while it has the focus. */
export function SkipLink() {
  return (
    <a className={styles.root} href="#content">
      {texts.skip}
    </a>
  );
}
