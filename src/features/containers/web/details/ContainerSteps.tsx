import { Anchor, Group } from '@mantine/core';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { pageTexts } from '#features/containers/core/detail-page.texts.ts';
import { neighboursQuery } from '../containers.data.ts';
import styles from './ContainerView.module.css';

/** Links to the containers before and after this one in the list. */
export function ContainerSteps({ id, today }: { id: number; today: string }) {
  const { search } = useLocation();
  const { data } = useQuery(neighboursQuery(id, search, today));
  const step = (to: number | null | undefined, text: ReactNode) =>
    typeof to === 'number' && (
      <Anchor component={Link} to={`/container-status/${to}${search}`} className={styles.step ?? ''} fz="sm" fw={550}>
        {text}
      </Anchor>
    );
  return (
    <Group component="nav" gap="md" className={styles.onScreen ?? ''} aria-label={pageTexts.steps}>
      {step(
        data?.previous,
        <>
          <IconArrowLeft size={17} stroke={1.75} aria-hidden="true" />
          {pageTexts.previous}
        </>,
      )}
      {step(
        data?.next,
        <>
          {pageTexts.next}
          <IconArrowRight size={17} stroke={1.75} aria-hidden="true" />
        </>,
      )}
    </Group>
  );
}
