import styles from './Initial.module.css';

/** A person's or a team's first letter in a circle; the name stands beside it. */
export function Initial({ name, size = 34 }: { name: string; size?: number }) {
  // A whole letter, not half of one that takes two code units.
  const first = String.fromCodePoint(name.trim().codePointAt(0) ?? 0x3f);
  return (
    <span className={styles.root} style={{ width: size, height: size, fontSize: size * 0.42 }} aria-hidden="true">
      {first.toUpperCase()}
    </span>
  );
}
