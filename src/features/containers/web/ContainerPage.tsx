import { memo } from 'react';
import type { CSSProperties } from 'react';
import type { Container } from '#features/containers/containers.contract.ts';
import { useNearWindow } from '#web/use-near-window.ts';
import { ContainerCard } from './ContainerCard.tsx';
import styles from './ContainersResults.module.css';

type Props = {
  containers: readonly Container[];
  /** How many come before it. */
  from: number;
  found: number;
};

/** One page of the list: those far from the window are not drawn, and those in which nothing changed not drawn anew. */
export const ContainerPage = memo(function ContainerPage({ containers, from, found }: Props) {
  const [ref, near, style] = useNearWindow();
  return (
    <div className={styles.page} ref={ref} style={{ ...cardsAwaited(containers.length), ...style }}>
      {near &&
        containers.map((container, place) => (
          <ContainerCard key={container.id} container={container} place={from + place + 1} found={found} />
        ))}
    </div>
  );
});

// React's types do not know properties that a style sheet makes up.
const cardsAwaited = (cards: number) => ({ '--cards': cards }) as CSSProperties;
