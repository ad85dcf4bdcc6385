import { randomBytes } from 'node:crypto';
import { storedStatuses } from '#features/containers/core/containers.rules.ts';
import { insertEvents } from '#features/containers/server/core/container-history.queries.ts';
import { delayOutcome } from '#features/containers/server/core/container-outcomes.queries.ts';
import {
  findContainer,
  flagDelay,
  insertContainers,
  moveStatus,
} from '#features/containers/server/core/containers.queries.ts';
import { findPartyByName, insertParty } from '#features/containers/server/parties/parties.queries.ts';
import { insertFileType, listFileTypes } from '#features/file-types/server/file-types.queries.ts';
import { insertFiles } from '#features/files/server/core/files.queries.ts';
import { fileViewer } from '#features/files/server/core/visible-files.queries.ts';
import { indexContainers } from '#features/papers/server/number-index.queries.ts';
import { insertTeam } from '#features/teams/server/teams.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import type { StagedBlob } from '#server/blobs/blob-store.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { addDays, dayMs, localDate } from '#shared/calendar.ts';
import { marked, sampleContainers, sampleFileTypes, samplePapers, sampleTeams } from '../sample.rules.ts';
import type { SampleContainer, SamplePaper } from '../sample.rules.ts';
import { fillPaper } from './fill-paper.ts';
import type { SampleIds } from './sample.queries.ts';

export type StagedPaper = { paper: SamplePaper; blob: StagedBlob };

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * dayMs);

/** Stores the bytes of the documents, dated before `now`. The caller publishes or discards them. */
export async function stagePapers({ blobs }: Pick<Context, 'blobs'>, now: Date): Promise<StagedPaper[]> {
  const staged: StagedPaper[] = [];
  for (const paper of samplePapers) {
    const { supplier, vessel, number } = paper.container;
    const bytes = fillPaper(paper.template, {
      ...supplier,
      number: paper.number,
      day: localDate(daysBefore(now, paper.daysAgo)),
      vessel,
      container: number,
      supplier: supplier.name,
      plainSupplier: supplier.name,
    });
    try {
      staged.push({ paper, blob: await blobs.stage(oneChunk(bytes), bytes.length) });
    } catch (error) {
      await blobs.discard(staged.map(({ blob }) => blob));
      throw error;
    }
  }
  return staged;
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** Inserts the sample company in the name of the caller. Returns the ids of the inserted rows. */
export async function insertSample(
  tx: Db,
  caller: Caller,
  now: Date,
  staged: readonly StagedPaper[],
): Promise<SampleIds> {
  const at = now.toISOString();
  const teams: number[] = [];
  for (const team of sampleTeams) teams.push((await insertTeam(tx, team, at)).id);
  const types = await insertTypes(tx, at);
  const parties: number[] = [];
  const containers: number[] = [];
  for (const container of sampleContainers) {
    const supplier = await supplierOf(tx, container, at);
    if (supplier.isNew) parties.push(supplier.id);
    containers.push(await insertOne(tx, caller, now, container, supplier));
  }
  const files = await insertFiles(
    tx,
    staged.map(({ paper, blob }) => ({
      filename: paper.filename,
      filepath: randomBytes(16).toString('base64url'),
      file_type_id: types.idOf(paper.type),
      team_id: teams[paper.team] as number,
      user_id: caller.id,
      uploaded_at: daysBefore(now, paper.daysAgo).toISOString(),
      size: blob.size,
      sha256: blob.sha256,
      media_type: paper.mediaType,
      blob_key: blob.key,
    })),
  );
  return { added_at: at, teams, file_types: types.added, parties, containers, files };
}

async function insertTypes(tx: Db, at: string): Promise<{ added: number[]; idOf: (name: string) => number }> {
  const existing = await listFileTypes(tx);
  const ids = new Map<string, number>();
  const added: number[] = [];
  for (const type of sampleFileTypes) {
    const same = existing.find(({ name }) => name.toLowerCase() === type.name.toLowerCase());
    const { id } = same ?? (await insertFileType(tx, type, at));
    if (!same) added.push(id);
    ids.set(type.name, id);
  }
  return { added, idOf: (name) => ids.get(name) as number };
}

type Supplier = { id: number; name: string; isNew: boolean };

async function supplierOf(tx: Db, { supplier }: SampleContainer, at: string): Promise<Supplier> {
  const name = marked(supplier.name);
  const existing = await findPartyByName(tx, name);
  if (existing) return { ...existing, isNew: false };
  const added = await insertParty(tx, name, at);
  if (!added) throw new Error(`the supplier ${name} was inserted meanwhile`);
  return { ...added, isNew: true };
}

/** Inserts a container with its history: created, delayed, received, departed and commented. */
async function insertOne(
  tx: Db,
  caller: Caller,
  now: Date,
  container: SampleContainer,
  supplier: Supplier,
): Promise<number> {
  const today = localDate(now);
  const at = (daysAgo: number) => daysBefore(now, daysAgo).toISOString();
  const created_at = at(container.bookedDaysAgo);
  const pfi_date = addDays(today, container.pfiIn);
  const by = { user_id: caller.id };
  const values = {
    name: `${container.number} ${container.supplier.goods}`,
    container_no: container.order,
    pfi_date,
    ex_factory_date: addDays(today, container.exFactoryIn),
    container_number: container.number,
    supplier_id: supplier.id,
    vessel: container.vessel,
    voyage: container.voyage,
    goods: container.supplier.goods,
    pol: container.supplier.portCode,
    pod: 'NLRTM',
    etd: addDays(today, container.exFactoryIn + 3),
    eta: addDays(today, container.pfiIn - 1),
  };
  const booked = [{ values, parties: [supplier.name], status_id: 1 as const }];
  const [id] = (await insertContainers(tx, booked, { created_by: caller.id, created_at })) as [number];
  await insertEvents(tx, [
    { ...by, container_id: id, what: 'created', new_value: storedStatuses[1], happened_at: created_at },
  ]);
  const { delay } = container;
  if (delay) {
    const happened_at = at(delay.daysAgo);
    await flagDelay(tx, { id, status_id: 1 }, 'pfi', happened_at);
    const outcome = delayOutcome(delay.category, pfi_date, happened_at);
    const { reason, category } = delay;
    await insertEvents(tx, [{ ...by, container_id: id, what: 'delay_pfi', reason, category, happened_at, ...outcome }]);
  }
  for (const { to, daysAgo } of container.steps) {
    const old = await findContainer(tx, fileViewer(caller), id);
    if (!old) throw new Error(`the sample container ${id} is not there`);
    await moveStatus(tx, old, { to, ...(to === 2 && { checked_by: caller.id }), updated_at: at(daysAgo) });
    const change = { old_value: old.status_name, new_value: storedStatuses[to], happened_at: at(daysAgo) };
    await insertEvents(tx, [{ ...by, container_id: id, what: 'status', ...change }]);
  }
  if (container.comment) {
    const { text, daysAgo } = container.comment;
    await insertEvents(tx, [{ ...by, container_id: id, what: 'comment', new_value: text, happened_at: at(daysAgo) }]);
  }
  await indexContainers(tx, [id], now.toISOString());
  return id;
}
