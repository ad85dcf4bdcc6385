import { memo } from 'react';
import type { CSSProperties } from 'react';
import type { Container } from '#features/containers/containers.contract.ts';
import { useNearWindow } from '#web/use-near-window.ts';
import { ContainerCard } from './ContainerCard.tsx';
import styles from './ContainersResults.module.css';

type Props = {
  containers: readonly Container[];
  /** Number of containers on earlier pages. */
  from: number;
  found: number;
};

/** One page of the list. Pages far from the window are not rendered, and unchanged pages are not rendered again. */
export const ContainerPage = memo(function ContainerPage({ containers, from, found }: Props) {
  const [ref, near, style] = useNearWindow();
  return (
    <div className={styles.page} ref={ref} style={{ ...cardCount(containers.length), ...style }}>
      {near &&
        containers.map((container, position) => (
          <ContainerCard key={container.id} container={container} position={from + position + 1} found={found} />
        ))}
    </div>
  );
});

// React's types do not include custom CSS properties.
const cardCount = (cards: number) => ({ '--cards': cards }) as CSSProperties;
