import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { pageTexts } from '#features/containers/core/detail-page.texts.ts';
import { neighboursQuery } from './container-page.data.ts';
import styles from './ContainerView.module.css';

/** Links to the containers before and after this one in the list. */
export function ContainerSteps({ id, today }: { id: number; today: string }) {
  const { search } = useLocation();
  const { data } = useQuery(neighboursQuery(id, search, today));
  return (
    <nav className={styles.steps} aria-label={pageTexts.steps}>
      {typeof data?.previous === 'number' && (
        <Link to={`/container-status/${data.previous}${search}`} className={styles.step}>
          <IconArrowLeft size={17} stroke={1.75} aria-hidden="true" />
          {pageTexts.previous}
        </Link>
      )}
      {typeof data?.next === 'number' && (
        <Link to={`/container-status/${data.next}${search}`} className={styles.step}>
          {pageTexts.next}
          <IconArrowRight size={17} stroke={1.75} aria-hidden="true" />
        </Link>
      )}
    </nav>
  );
}
