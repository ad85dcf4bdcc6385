import { useState } from 'react';
import { brand } from '../brand.ts';
import styles from './BrandMark.module.css';

/** The brand's logo, or its initial if the image cannot be shown. See docs/specification.md#top-bar-and-menu. */
export function BrandMark({ size }: { size: number }) {
  const [missing, setMissing] = useState(false);
  if (missing) {
    return (
      <span className={styles.initial} style={{ width: size, height: size, fontSize: size * 0.55 }} aria-hidden="true">
        {brand.slice(0, 1).toUpperCase()}
      </span>
    );
  }
  return (
    <img src="/brand.svg" alt="" width={size} height={size} className={styles.logo} onError={() => setMissing(true)} />
  );
}
