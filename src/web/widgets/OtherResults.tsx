import { Link } from 'react-router';
import styles from './OtherResults.module.css';

/** Below the results of a search: a link to the results of another screen. */
export function OtherResults({ to, text }: { to: string; text: string }) {
  return (
    <p className={styles.line}>
      <Link className={styles.link ?? ''} to={to}>
        {text}
      </Link>
    </p>
  );
}
