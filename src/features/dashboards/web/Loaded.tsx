import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ownTexts } from '#features/dashboards/dashboards.texts.ts';
import styles from './Loaded.module.css';

type Props<T> = { query: UseQueryResult<T>; loading: ReactNode; children: (data: T) => ReactNode };

/**
 * The content of a card, or a placeholder while it loads. Our choice for a failed load, where the specification wants no
 * message: a dash with 'Not available', because zeros and empty lists would look like real data.
 */
export function Loaded<T>({ query, loading, children }: Props<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return <div aria-hidden="true">{loading}</div>;
  return (
    <p className={styles.missing}>
      <span className={styles.dash} aria-hidden="true">
        {ownTexts.dash}
      </span>
      {ownTexts.notAvailable}
    </p>
  );
}
