import type { Parts } from '#server/parts.ts';

/** Does something at start and then again and again; a round that fails is tried again in the next. Returns what stops it, after letting it finish. */
export function startRounds(
  parts: Parts,
  { name, everyMs, round }: { name: string; everyMs: number; round: (parts: Parts) => Promise<void> },
): () => Promise<void> {
  let running: Promise<void> | undefined;
  const next = () => {
    // One that takes longer than the pause is not joined by a second.
    running ??= round(parts)
      .catch((error: unknown) => parts.log.warn(error, `${name} failed; it is tried again`))
      .finally(() => (running = undefined));
  };
  next();
  const timer = setInterval(next, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
