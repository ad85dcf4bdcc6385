import { memo } from 'react';
import type { CSSProperties } from 'react';
import type { Container } from '#features/containers/containers.contract.ts';
import { ContainerCard } from './ContainerCard.tsx';
import styles from './ContainersResults.module.css';

/** One page of the list: those far from the window are not laid out, and those in which nothing changed not drawn. */
export const ContainerPage = memo(function ContainerPage({ containers }: { containers: readonly Container[] }) {
  return (
    <div className={styles.page} style={cardsAwaited(containers.length)}>
      {containers.map((container) => (
        <ContainerCard key={container.id} container={container} />
      ))}
    </div>
  );
});

// React's types do not know properties that a style sheet makes up.
const cardsAwaited = (cards: number) => ({ '--cards': cards }) as CSSProperties;
