import { memo, startTransition, useEffect, useState } from 'react';
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

/** Enough cards for a window of 1,400 px. */
const firstCards = 14;
/** The smallest height of a card in pixels, with the gap below it. */
const cardHeight = 82;

/**
 * One page of the list. Pages far from the window are not rendered, and unchanged pages are not rendered again. Of the
 * first page, the cards in the window are painted before the others are rendered.
 */
export const ContainerPage = memo(function ContainerPage({ containers, from, found }: Props) {
  const [ref, near, style] = useNearWindow();
  const [isWhole, setWhole] = useState(from > 0);
  useEffect(() => {
    // React renders a transition after the next paint.
    const frame = requestAnimationFrame(() => startTransition(() => setWhole(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  const rendered = isWhole ? containers : containers.slice(0, firstCards);
  // Without the height of the missing cards, the end of the list would be near and load the next page.
  const height = isWhole ? style : { minHeight: containers.length * cardHeight };
  return (
    <div className={styles.page} ref={ref} style={height}>
      {near &&
        rendered.map((container, position) => (
          <ContainerCard key={container.id} container={container} position={from + position + 1} found={found} />
        ))}
    </div>
  );
});
