import { headWords, lookupsOf, typesOfNearest } from '#features/files/upload/text-proposals.rules.ts';
import { proposalFrom } from '#features/files/upload/type-proposals.rules.ts';
import type { TypeProposal } from '#features/files/upload/type-proposals.rules.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Context } from '#server/context.ts';
import { dayMs } from '#shared/calendar.ts';
import { fileViewer } from '../core/visible-files.queries.ts';
import { listUncertain, listWithWords } from './text-proposals.queries.ts';

/** A type that stayed unchanged for so long counts as right. */
const proposedForMs = 14 * dayMs;

/** Proposes another type for files whose text is like that of files with that type, of those that the caller may see. */
export async function proposeTypesByText({ listDb, clock }: Context, caller: Caller, ids: readonly number[]) {
  const viewer = fileViewer(caller);
  const since = new Date(clock().getTime() - proposedForMs).toISOString();
  const proposals: (TypeProposal & { file_id: number })[] = [];
  for (const file of await listUncertain(listDb, viewer, { ids, since })) {
    const words = headWords(file.head);
    const candidates = new Map<number, { file_type_id: number; words: string[] }>();
    for (const lookup of lookupsOf(words))
      for (const { id, file_type_id, head } of await listWithWords(listDb, viewer, {
        words: lookup,
        textId: file.text_id,
      }))
        candidates.set(id, { file_type_id, words: headWords(head) });
    const proposal = proposalFrom(typesOfNearest(words, [...candidates.values()]));
    if (proposal && proposal.file_type_id !== file.file_type_id) proposals.push({ file_id: file.id, ...proposal });
  }
  return { proposals };
}
