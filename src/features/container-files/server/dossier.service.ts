import { Readable } from 'node:stream';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import type { Container, ContainerEvent } from '#features/containers/core/containers.contract.ts';
import { displayedStatus } from '#features/containers/core/containers.rules.ts';
import { listEvents } from '#features/containers/server/core/container-history.queries.ts';
import { withEventFiles } from '#features/containers/server/work/event-files.queries.ts';
import { archiveNames } from '#features/files/core/archive-names.rules.ts';
import { refusals } from '#features/files/core/files.texts.ts';
import { listStoredFiles, recordDownloads } from '#features/files/server/core/files.queries.ts';
import type { StoredFile } from '#features/files/server/core/files.queries.ts';
import { nameLinkedFiles } from '#features/files/server/core/link-events.queries.ts';
import { fileViewer } from '#features/files/server/core/visible-files.queries.ts';
import { labelOf } from '#features/papers/container-labels.texts.ts';
import { leaveOutBlocked } from '#features/virus-scan/server/virus-scans.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { transact } from '#server/access/transact-as.ts';
import { refuseDamaged } from '#server/blobs/refuse-damaged.ts';
import { zipBlobs } from '#server/blobs/zip-blobs.ts';
import type { ZipEntry } from '#server/blobs/zip-blobs.ts';
import type { Context } from '#server/context.ts';
import { ignoreReadOnly } from '#server/database/dialect/errors.ts';
import { yieldIfDue } from '#server/event-loop-yield.ts';
import type { ArchiveAnswer } from '#server/http/send-archive.ts';
import { Refusal } from '#server/refusal.ts';
import { localDate } from '#shared/calendar.ts';
import { formatFor, locale } from '#shared/format.ts';
import { dossierPaths, indexNames, maxDossierEvents, maxDossierFiles } from '../dossier.rules.ts';
import { dossierTexts } from '../dossier.texts.ts';
import { countLinkedFiles, listLinkedFiles } from './container-files.queries.ts';
import { containerSeenBy } from './container-files.service.ts';
import { dossierCsv, dossierHtml } from './dossier-index.ts';
import type { Dossier } from './dossier-index.ts';

/**
 * Packs a container with its history and the linked documents that the caller may see into an archive. Each document counts as
 * downloaded. An infected document is left out, and the index says so. Refuses with 404 a container that the caller does not see,
 * and with 422 too many documents.
 */
export async function zipDossier(
  ctx: Context,
  caller: Caller,
  { id, language = locale, time_zone }: { id: number; language?: string | undefined; time_zone?: string | undefined },
  isHead: boolean,
): Promise<ArchiveAnswer> {
  const container = await containerSeenBy(ctx.db, caller, id);
  const { dossier, files } = await readDossier(ctx, caller, container);
  await refuseDamaged(ctx, files, refusals.damagedInArchive);
  const now = ctx.clock();
  if (!isHead) await recordDossier(ctx, caller, container, files);
  const html = formatFor({ locale: language, timeZone: time_zone }, () => dossierHtml(dossier, time_zone));
  await yieldIfDue();
  const csv = dossierCsv(dossier);
  await yieldIfDue();
  const entries: ZipEntry[] = [
    { name: indexNames[0], content: Buffer.from(html), modifiedAt: dossier.at },
    { name: indexNames[1], content: Buffer.from(csv), modifiedAt: dossier.at },
    ...files.map((file, index) => ({
      name: dossier.documents[index]?.path as string,
      key: file.blob_key,
      size: file.size,
      sha256: file.sha256,
      modifiedAt: file.content_at,
    })),
  ];
  const { size, stream } = await zipBlobs(ctx, entries);
  stream.on('error', (error) => ctx.log.error(error, 'a dossier is incomplete because a file could not be read'));
  const [name] = archiveNames([`${container.container_no} ${container.name} ${localDate(now)}.zip`]) as [string];
  if (!isHead) return { name, size, stream };
  stream.destroy();
  return { name, size, stream: Readable.from([]) };
}

async function readDossier(ctx: Context, caller: Caller, container: Container) {
  const { db } = ctx;
  const viewer = fileViewer(caller);
  const { id } = container;
  const found = await countLinkedFiles(db, viewer, id);
  if (found > maxDossierFiles)
    throw new Refusal('container.dossier_too_large', () => dossierTexts.tooMany(found, maxDossierFiles));
  const { files: linked } = await listLinkedFiles(db, viewer, { containerId: id, limit: maxDossierFiles });
  const ids = linked.map((file) => file.id);
  await yieldIfDue();
  const contents = ids.length === 0 ? [] : await listStoredFiles(db, ids);
  const { open, leftOut } = await leaveOutBlocked(db, ctx.config, caller, contents);
  const stored = new Map(open.map((file) => [file.id, file]));
  const papers = linked.flatMap((file) => {
    const content = stored.get(file.id);
    return content ? [{ ...file, content, type: file.file_type_name ?? dossierTexts.noType }] : [];
  });
  const paths = dossierPaths(papers);
  await yieldIfDue();
  const { rows, next } = await listEvents(db, viewer, { containerId: id, limit: maxDossierEvents });
  const named = await nameLinkedFiles(db, viewer, rows);
  const events = (await withEventFiles(db, viewer, named)) as ContainerEvent[];
  await yieldIfDue();
  const now = ctx.clock();
  const dossier: Dossier = {
    brand: ctx.config.brandName,
    container,
    status: displayedStatus(container, localDate(now)),
    documents: papers.map(({ content, ...paper }, index) => {
      return { ...paper, path: paths[index] as string, sha256: content.sha256 };
    }),
    leftOut,
    events,
    hasOlderEvents: next !== null,
    by: caller.name,
    at: now.toISOString(),
  };
  return { dossier, files: papers.map(({ content }) => content) };
}

async function recordDossier(
  ctx: Context,
  caller: Caller,
  container: Container,
  files: readonly StoredFile[],
): Promise<void> {
  const label = labelOf(container);
  const recorded = transact(ctx, caller, async (_, write) => {
    if (files.length > 0) {
      await recordDownloads(write, files);
      const things = files.map(({ id, filename }) => ({ id, name: filename, detail: label }));
      await recordAudit(write, 'file.downloaded_in_zip', ...things);
    }
    await recordAudit(write, 'container.dossier_downloaded', { id: container.id, name: label });
  });
  await ignoreReadOnly(recorded);
}
