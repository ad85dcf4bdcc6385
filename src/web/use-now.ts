import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Returns the time of the device, read every `everyMs` while the tab is visible. Ignores a new time for which
 * `looksTheSame` returns true, to avoid a render.
 */
export function useNow(everyMs: number, looksTheSame: (known: Date, now: Date) => boolean = () => false): Date {
  const [now, setNow] = useState(() => new Date());
  const update = useEffectEvent(() => {
    if (document.hidden) return;
    const fresh = new Date();
    setNow((known) => (looksTheSame(known, fresh) ? known : fresh));
  });
  useEffect(() => {
    const onTick = () => update();
    const timer = setInterval(onTick, everyMs);
    document.addEventListener('visibilitychange', onTick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onTick);
    };
  }, [everyMs]);
  return now;
}
