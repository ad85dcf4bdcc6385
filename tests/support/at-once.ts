import type { Db } from '#server/database/db.ts';
import type { TestApp } from './test-app.ts';
import type { Answer, Visitor } from './visitor.ts';

type Reply = Pick<Answer<never>, 'status' | 'failure' | 'raw'>;

/** Two administrators of one product. */
export type World = { app: TestApp; db: Db; ana: Visitor; ben: Visitor };

/** A write that several callers make at the same moment. */
export type Write = {
  /** Completes the title 'at the same moment, …'. */
  title: string;
  /** Makes the records that the write needs. Returns the calls, and reads what they have left. */
  prepare: (world: World) => Promise<{ calls: (() => Promise<Reply>)[]; read: () => Promise<unknown> }>;
  /** The answers in sorted order, a refusal with its code. If there are several, each of them is right. */
  answers: string[][];
  /** What the calls leave. */
  leaves: unknown;
};

/** Describes an answer for a comparison. */
const described = ({ status, failure }: Reply) => (status < 300 ? String(status) : `${status} ${failure.code}`);

/**
 * Makes the calls at the same moment: the transaction of each one begins when the transactions of all others begin, or when
 * their calls have ended.
 */
export async function callAtOnce(
  { ctx: { db } }: TestApp,
  calls: readonly (() => Promise<Reply>)[],
): Promise<string[]> {
  const transaction = db.transaction.bind(db);
  const allHere = Promise.withResolvers<void>();
  let missing = calls.length;
  const arrive = () => {
    missing -= 1;
    if (missing <= 0) allHere.resolve();
  };
  db.transaction = () => {
    const begun = transaction();
    const execute = begun.execute.bind(begun);
    begun.execute = async (work) => {
      arrive();
      await allHere.promise;
      return execute(work);
    };
    return begun;
  };
  try {
    const replies = await Promise.all(calls.map((call) => call().finally(arrive)));
    return replies.map(described).toSorted();
  } finally {
    db.transaction = transaction;
  }
}
