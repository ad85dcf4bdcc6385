import { takeTurn } from '#server/database/turns.queries.ts';
import type { Parts } from '#server/parts.ts';

type Round = {
  name: string;
  everyMs: number;
  round: (parts: Parts) => Promise<void>;
  /** Its servers share the work between them, so that each does its own rounds. */
  isShared?: true;
};

/**
 * Does something at start and then again and again; a round that fails is tried again in the next. Of several servers on
 * one database, one does each round. Returns what stops it, after letting it finish.
 */
export function startRounds(parts: Parts, { name, everyMs, round, isShared }: Round): () => Promise<void> {
  let running: Promise<void> | undefined;
  const isAlone = parts.config.databaseUrl === undefined;
  const isOurs = async () => {
    if (isAlone || isShared) return true;
    const now = parts.clock();
    // A little less, so that whoever had the last turn may have the next one as well.
    const until = new Date(now.getTime() + everyMs - Math.min(everyMs / 10, 10_000));
    return takeTurn(parts.db, { name, now: now.toISOString(), until: until.toISOString() });
  };
  const next = () => {
    // One that takes longer than the pause is not joined by a second.
    running ??= isOurs()
      .then((ours) => (ours ? round(parts) : undefined))
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
