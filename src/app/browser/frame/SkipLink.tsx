import { texts } from './frame.texts.ts';
import styles from './SkipLink.module.css';

/** The keyboard's way past the bar; shows when it is reached. */
export function SkipLink() {
  return (
    <a className={styles.root} href="#content">
      {texts.skip}
    </a>
  );
}
