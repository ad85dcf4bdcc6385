import styles from './Initial.module.css';

/** The first letter of a user or team in a circle, shown beside the name. */
export function Initial({ name, size = 34 }: { name: string | null; size?: number }) {
  // A code point, because one letter may consist of two code units.
  const first = String.fromCodePoint((name ?? '').trim().codePointAt(0) ?? 0x3f);
  return (
    <span className={styles.root} style={{ width: size, height: size, fontSize: size * 0.42 }} aria-hidden="true">
      {first.toUpperCase()}
    </span>
  );
}
