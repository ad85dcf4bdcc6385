import { isEnough, proposalFrom, triesOf, wordsOfFileName } from '#features/files/upload/type-proposals.rules.ts';
import type { TypeProposal } from '#features/files/upload/type-proposals.rules.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Context } from '#server/context.ts';
import { fileViewer } from '../core/visible-files.queries.ts';
import { listTypesOfSimilar } from './type-proposals.queries.ts';

/** Proposes a type for each file name from the names of the files that the caller may see. */
export async function proposeTypes({ listDb }: Context, caller: Caller, names: readonly string[]) {
  const viewer = fileViewer(caller);
  const known = new Map<string, number[]>();
  const typesWith = async (words: readonly string[]): Promise<number[]> => {
    const key = words.join(' ');
    const types = known.get(key) ?? (await listTypesOfSimilar(listDb, viewer, words));
    known.set(key, types);
    return types;
  };
  const proposals: (TypeProposal | null)[] = [];
  for (const name of names) {
    let types: number[] = [];
    for (const words of triesOf(wordsOfFileName(name))) {
      types = await typesWith(words);
      if (isEnough(types)) break;
    }
    proposals.push(proposalFrom(types) ?? null);
  }
  return { proposals };
}
