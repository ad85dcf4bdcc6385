import { memo, startTransition, useEffect, useState } from 'react';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { useNearWindow } from '#web/use-near-window.ts';
import { ContainerCard } from './ContainerCard.tsx';
import styles from './ContainersResults.module.css';

type Props = {
  containers: readonly Container[];
  /** Number of containers on earlier pages. */
  from: number;
  found: number;
};

/** The smallest height of a card in pixels, with the gap below it. */
const cardHeight = 82;
/** The list begins at least this many pixels below the top of the window. */
const listTop = 250;
const cardsInWindow = () => Math.max(1, Math.ceil((window.innerHeight - listTop) / cardHeight));

/**
 * One page of the list. Pages far from the window are not rendered, and unchanged pages are not rendered again. Of the
 * first page, the cards in the window are painted before the others are rendered: when the list opens, and for the result
 * of each search.
 */
export const ContainerPage = memo(function ContainerPage({ containers, from, found }: Props) {
  const [ref, near, style] = useNearWindow();
  const [first] = useState(from > 0 ? Infinity : cardsInWindow);
  const [painted, setPainted] = useState<ReadonlySet<number>>(new Set());
  const rendered = containers
    .map((container, index) => ({ container, index }))
    .filter(({ container, index }) => index < first || painted.has(container.id));
  const isWhole = rendered.length === containers.length;
  useEffect(() => {
    if (isWhole) return undefined;
    // React renders a transition after the next paint.
    const frame = requestAnimationFrame(() =>
      startTransition(() => setPainted(new Set(containers.map(({ id }) => id)))),
    );
    return () => cancelAnimationFrame(frame);
  }, [containers, isWhole]);
  // Without the height of the missing cards, the end of the list would be near and load the next page.
  const height = isWhole ? style : { minHeight: containers.length * cardHeight };
  return (
    <div className={styles.page} ref={ref} style={height}>
      {near &&
        rendered.map(({ container, index }) => (
          <ContainerCard key={container.id} container={container} position={from + index + 1} found={found} />
        ))}
    </div>
  );
});
