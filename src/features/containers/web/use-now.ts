import { useEffect, useState } from 'react';
import { looksTheSame } from '#features/containers/containers-view.rules.ts';
import { overdueCheckEveryMs } from '#features/containers/containers.rules.ts';

/**
 * The time by the reader's clock, as far as cards go by it; looked at every 60 seconds while the tab is seen.
 * Source: spec section 4, Container statuses.
 */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const look = () => {
      if (document.hidden) return;
      const fresh = new Date();
      setNow((known) => (looksTheSame(known, fresh) ? known : fresh));
    };
    const timer = setInterval(look, overdueCheckEveryMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return now;
}
