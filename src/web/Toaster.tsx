import { CloseButton } from '@mantine/core';
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { toastClosesAfterMs } from '#shared/limits.ts';
import { texts } from './texts.ts';
import { listenToToasts } from './toast.ts';
import type { Toast } from './toast.ts';
import { useSwipe } from './use-swipe.ts';
import styles from './toast.module.css';

/** More wait for their turn, so that a screen full of them never hides the page. */
const mostAtOnce = 5;

/** As long as the transition in toast.module.css. */
const leavesInMs = 250;

const roleOf = { success: 'status', error: 'alert' } as const satisfies Record<Toast['kind'], string>;

type Shown = Toast & { id: number };

/**
 * Where toasts appear: at the top right, below the bar. Source: spec section 2. Ours and not the kit's, which needs as
 * much code as the whole login form; and it must be here from the start, to say that the server is away.
 */
export function Toaster() {
  const [toasts, setToasts] = useState<readonly Shown[]>([]);
  // While a pointer rests on one or the keyboard is in it, nothing goes: what is being read stays where it is.
  const [held, setHeld] = useState(false);
  useLayoutEffect(() => listenToToasts((toast) => setToasts((now) => added(now, toast))), []);
  if (toasts.length === 0 && held) setHeld(false);

  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <div className={styles.toasts} onPointerEnter={hold} onPointerLeave={release} onFocus={hold} onBlur={release}>
      {toasts.slice(0, mostAtOnce).map((toast) => (
        <Card
          key={toast.id}
          toast={toast}
          held={held}
          onGone={() => setToasts((now) => now.filter((one) => one !== toast))}
        />
      ))}
    </div>
  );
}

function added(now: readonly Shown[], toast: Toast): Shown[] {
  return [...now, { ...toast, id: (now.at(-1)?.id ?? 0) + 1 }];
}

function Card({ toast, held, onGone }: { toast: Toast; held: boolean; onGone: () => void }) {
  const [leaving, setLeaving] = useState(false);
  const leave = () => setLeaving(true);
  const swipe = useSwipe(leave);
  useTimer(!held && !leaving, leave, toastClosesAfterMs);
  useTimer(leaving, onGone, leavesInMs);

  return (
    <div className={styles.root} role={roleOf[toast.kind]} data-kind={toast.kind} data-leaving={leaving} {...swipe}>
      <div className={styles.body}>
        <p className={styles.title}>{toast.text}</p>
        {toast.reason && <p className={styles.reason}>{toast.reason}</p>}
      </div>
      <CloseButton className={styles.close ?? ''} iconSize={16} aria-label={texts.dismiss} onClick={leave} />
    </div>
  );
}

/** Calls once when it has run for the whole time; it begins anew each time it is set running. */
function useTimer(running: boolean, call: () => void, ms: number): void {
  const ring = useEffectEvent(call);
  useEffect(() => {
    if (!running) return undefined;
    const timer = setTimeout(() => ring(), ms);
    return () => clearTimeout(timer);
  }, [running, ms]);
}
