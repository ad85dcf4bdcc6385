import { locale } from '#shared/format.ts';
import styles from './Count.module.css';

type Props = {
  /** Undefined while it loads, and after a failure. */
  value?: number | undefined;
  failed?: boolean;
};

/** A number, a dash after a failed load, or a grey bar of about the same size while it loads. */
export function Count({ value, failed = false }: Props) {
  if (value !== undefined) return value.toLocaleString(locale);
  return failed ? '–' : <span className={styles.pending} aria-hidden="true" />;
}
