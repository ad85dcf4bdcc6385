import { insertLinks } from '#features/container-files/server/container-files.queries.ts';
import { recordLinks } from '#features/files/server/core/link-events.queries.ts';
import { indexContainers, listContainerIds } from '#features/papers/server/number-index.queries.ts';
import type { Context } from '#server/context.ts';
import type { CompanyIds, FileTypeName } from './company.ts';
import { listFirstContainers } from './demo.queries.ts';
import { checklist } from './fill-checklist.ts';
import type { StoredUpload } from './fill-files.ts';
import { defaultContainers } from './shipping-plan.ts';

/** The file types of the papers of a container. */
const paperTypes = new Set<FileTypeName>([
  'Bill of Lading',
  'Commercial Invoice',
  'Packing List',
  'Certificate of Origin',
  'Purchase Order',
]);

const maxPapers = 4;

/** The papers of one container begin this many after those of the previous one, so that some belong to both. */
const papersApart = 2;

/** One container in this many of a supplier has a paper of each expected type. */
const completeEvery = 2;

/** Links each of the first containers to one or more recent papers of its supplier, in the name of the uploader. */
export async function fillLinks({ db }: Context, ids: CompanyIds, recent: readonly StoredUpload[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const containersOf = new Map<string, number>();
    for (const { supplier, ...container } of await listFirstContainers(tx, defaultContainers)) {
      const position = containersOf.get(supplier) ?? 0;
      containersOf.set(supplier, position + 1);
      const papers = recent.filter(
        ({ paper, kind, by }) =>
          paper.supplier.name === supplier && paperTypes.has(kind.type) && by.leftDaysAgo === undefined,
      );
      const first = position * papersApart;
      const linked =
        position % completeEvery === 1
          ? checklist.flatMap(({ type }) => papers.find(({ kind }) => kind.type === type) ?? [])
          : papers.slice(first, first + 1 + (position % maxPapers));
      for (const { id, filename, by, at: uploadedAt } of linked) {
        // After the last event of the container, because its history is in the order of the rows.
        const linkedAt = [uploadedAt.toISOString(), container.updated_at].toSorted().at(-1) as string;
        const actor = { id: ids.personId(by), name: by.name, address: null };
        await insertLinks(tx, { containerId: container.id, fileIds: [id], by: actor.id, at: linkedAt });
        await recordLinks({ tx, by: actor, at: linkedAt }, 'linked', container, [{ id, filename }]);
      }
    }
  });
}

const batchSize = 200;

/** Links the containers by the numbers in the names of files. Links by texts follow when the server has read them. */
export async function linkByNumber({ db, clock }: Context): Promise<void> {
  for (let after = 0; ;) {
    const ids = await listContainerIds(db, after, batchSize);
    if (ids.length === 0) return;
    await db.transaction().execute((tx) => indexContainers(tx, ids, clock().toISOString()));
    after = ids.at(-1) as number;
  }
}
