import { useState } from 'react';
import type { CSSProperties, PointerEvent } from 'react';

/** How far across itself something is moved before it goes. */
const goesAfter = 0.35;

/** Below this a finger only trembles. */
const trembleInPixels = 5;

/** What an element needs to follow a finger sideways, and to go when it was moved far enough. */
export function useSwipe(onAway: () => void) {
  const [from, setFrom] = useState<number>();
  const [moved, setMoved] = useState(0);
  const end = (event: PointerEvent<HTMLElement>) => {
    setFrom(undefined);
    if (Math.abs(moved) > event.currentTarget.offsetWidth * goesAfter) onAway();
    else setMoved(0);
  };
  const style: CSSProperties = { touchAction: 'pan-y', ...(moved !== 0 && { translate: `${moved}px` }) };
  return {
    style,
    'data-moving': from !== undefined,
    onPointerDown: (event: PointerEvent<HTMLElement>) => setFrom(event.clientX),
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (from === undefined) return;
      const distance = event.clientX - from;
      if (moved === 0 && Math.abs(distance) < trembleInPixels) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setMoved(distance);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
