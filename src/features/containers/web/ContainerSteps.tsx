import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { pageTexts } from '#features/containers/container-page.texts.ts';
import { returning } from '#web/restored-state.ts';
import { neighboursQuery } from './container-page.data.ts';
import styles from './ContainerView.module.css';

/** Links to the list and to the containers before and after this one in it. */
export function ContainerSteps({ id, today }: { id: number; today: string }) {
  const { search } = useLocation();
  const { data } = useQuery(neighboursQuery(id, search, today));
  return (
    <nav className={styles.steps} aria-label={pageTexts.steps}>
      <Link to={`/container-status${search}`} state={returning} className={styles.step}>
        <span aria-hidden="true">{pageTexts.arrows.back}</span>
        {pageTexts.back}
      </Link>
      <span className={styles.space} />
      {typeof data?.previous === 'number' && (
        <Link to={`/container-status/${data.previous}${search}`} className={styles.step}>
          <span aria-hidden="true">{pageTexts.arrows.back}</span>
          {pageTexts.previous}
        </Link>
      )}
      {typeof data?.next === 'number' && (
        <Link to={`/container-status/${data.next}${search}`} className={styles.step}>
          {pageTexts.next}
          <span aria-hidden="true">{pageTexts.arrows.on}</span>
        </Link>
      )}
    </nav>
  );
}
