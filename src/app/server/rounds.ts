import { noteRun } from '#server/database/last-runs.queries.ts';
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
  const note = makeNotes(parts, name);
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
      .then((ours) => (ours ? note(() => round(parts)) : undefined))
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

/** One that comes every other second need not be written down each time. */
const noteEveryMs = 60_000;

/** Keeps when a round was done last, how long it took and whether it failed, where every server can see it. */
function makeNotes({ db, clock }: Parts, name: string): (round: () => Promise<void>) => Promise<void> {
  let last: { at: number; failed: boolean } | undefined;
  return async (round) => {
    const [began_at, began] = [clock().toISOString(), performance.now()];
    const note = async (failed: boolean) => {
      if (last?.failed === failed && began - last.at < noteEveryMs) return;
      last = { at: began, failed };
      await noteRun(db, { name, began_at, took_ms: Math.round(performance.now() - began), failed });
    };
    try {
      await round();
    } catch (error) {
      // The failure is what is told; that it could not be noted follows from it.
      await note(true).catch(() => undefined);
      throw error;
    }
    await note(false);
  };
}
