import type { Stage } from '#features/papers/checklist.rules.ts';
import { insertRule } from '#features/papers/server/checklist.queries.ts';
import type { Context } from '#server/context.ts';
import type { CompanyIds, FileTypeName } from './company.ts';

/** `party`: only for this supplier or carrier. */
type ExpectedType = { type: FileTypeName; stage: Stage; party?: string };

export const checklist: readonly ExpectedType[] = [
  { type: 'Packing List', stage: 'received' },
  { type: 'Commercial Invoice', stage: 'departed' },
  { type: 'Bill of Lading', stage: 'departed' },
  { type: 'Certificate of Origin', stage: 'departed', party: 'Meridian Cerámica' },
];

/** Adds the papers that the company expects of its containers. */
export async function fillChecklist({ db }: Context, ids: CompanyIds): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const { type, stage, party } of checklist)
      await insertRule(tx, {
        file_type_id: ids.fileTypes[type],
        stage,
        party_id: party === undefined ? null : ids.partyId(party),
      });
  });
}
