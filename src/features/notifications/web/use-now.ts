import { useEffect, useState } from 'react';

/** Labels count in minutes; this keeps them at most this much behind. */
const lookEveryMs = 5_000;

/** The time, again and again. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), lookEveryMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
