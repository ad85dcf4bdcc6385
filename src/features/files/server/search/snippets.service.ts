import { hasPatterns, scoredLetters } from '#features/extraction/phrase.rules.ts';
import type { PhrasePatterns } from '#features/extraction/phrase.rules.ts';
import { snippetOf } from '#features/extraction/snippet.rules.ts';
import type { Piece } from '#features/extraction/snippet.rules.ts';
import type { Run } from '#features/extraction/text.rules.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Db } from '#server/database/db.ts';
import { makeWorkerThread, ThreadTookTooLong } from '#server/worker-thread.ts';
import { findBeginning, findText } from './text-search.queries.ts';

export type SnippetJob = { text: string; runs: readonly Run[] };

/** Compares a text with phrases, and computes its score if it has them. */
export type ScoreJob = { text: string; search: string; phrases: PhrasePatterns };

// A text of 1 MB takes 5 to 100 ms, so that a search in long texts would block the server.
const thread = makeWorkerThread<SnippetJob | ScoreJob, Piece[] | number | null>(
  new URL('./snippets.worker.ts', import.meta.url),
  {
    timeoutMs: 1_000,
  },
);

/** After this time, each further hit gets the beginning of its text in place of a snippet. Our choice. */
const maxTotalMs = 3_000;

const beginningLetters = 1_000;

/** Returns a snippet for each of these texts. Reads one text at a time, because each may have 1 MB. */
export async function makeSnippets(
  db: Db,
  caller: Caller,
  textIds: readonly number[],
  runs: readonly Run[],
): Promise<Map<number, Piece[]>> {
  const endsAt = performance.now() + maxTotalMs;
  const snippets = new Map<number, Piece[]>();
  for (const id of textIds) {
    const text = (await findText(db, id)) ?? '';
    snippets.set(id, await snippetBefore(endsAt, { text, runs }, caller));
  }
  return snippets;
}

async function snippetBefore(endsAt: number, job: SnippetJob, caller: Caller): Promise<Piece[]> {
  try {
    if (performance.now() < endsAt) return (await thread.run(job, { turnOf: caller.id })) as Piece[];
  } catch (error) {
    if (!(error instanceof ThreadTookTooLong)) throw error;
  }
  return snippetOf(job.text.slice(0, beginningLetters), []);
}

/** Without a phrase to compare, a score needs the beginning of a text only: 200 whole texts are up to 800 MB. */
const readScored = (db: Db, id: number, phrases: PhrasePatterns): Promise<string | undefined> =>
  hasPatterns(phrases) ? findText(db, id) : findBeginning(db, id, scoredLetters);

/** Returns the scores of the texts that have the phrases. Stops at `endsAt`; `seen` has the texts that were compared. */
export async function scoreTexts(
  db: Db,
  caller: Caller,
  textIds: readonly number[],
  { endsAt, ...query }: Omit<ScoreJob, 'text'> & { endsAt: number },
): Promise<{ scores: Map<number, number>; seen: Set<number> }> {
  const [scores, seen] = [new Map<number, number>(), new Set<number>()];
  for (const id of textIds) {
    if (seen.size > 0 && performance.now() > endsAt) break;
    const text = (await readScored(db, id, query.phrases)) ?? '';
    try {
      const score = await thread.run({ ...query, text }, { turnOf: caller.id });
      if (typeof score === 'number') scores.set(id, score);
    } catch (error) {
      // Such a text counts as one without the phrase.
      if (!(error instanceof ThreadTookTooLong)) throw error;
    }
    seen.add(id);
  }
  return { scores, seen };
}
