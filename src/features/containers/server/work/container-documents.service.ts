import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { kindsWithEvidence, maxEvidence } from '#features/containers/core/containers.rules.ts';
import { eventText, refusals } from '#features/containers/core/containers.texts.ts';
import { fileViewer } from '#features/files/server/core/visible-files.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { transactAs } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import { lockRows } from '#server/database/dialect/locks.ts';
import { refusal } from '#server/refusal.ts';
import { findEvent } from '../core/container-history.queries.ts';
import { containerOf, thingOf } from '../core/container-record.service.ts';
import { attachFiles, listEventFileIds } from './event-files.queries.ts';

/**
 * Adds documents to an entry that is in the history already. Documents that it carries stay as they are. See
 * docs/decisions/documents-of-containers.md#documents-of-entries.
 */
export async function addDocuments(
  ctx: Context,
  caller: Caller,
  { id, event_id, file_ids }: { id: number; event_id: number; file_ids: number[] },
): Promise<{ added: number }> {
  return transactAs(ctx, caller, async (tx, write) => {
    const viewer = fileViewer(write.by);
    const container = await containerOf(tx, viewer, id);
    // Two calls at once must not exceed the maximum together.
    await lockRows(tx, 'containers', [id], 'change');
    const event = await findEvent(tx, id, event_id);
    if (!event || !kindsWithEvidence.some((kind) => kind === event.what))
      throw refusal.notFound('container.event_not_found', refusals.eventGone);
    const present = await listEventFileIds(tx, event_id);
    const fileIds = [...new Set(file_ids)].filter((one) => !present.includes(one));
    if (present.length + fileIds.length > maxEvidence)
      throw refusal.invalid('container.too_many_documents', 'file_ids', refusals.tooMuchEvidence);
    if (!(await attachFiles(tx, viewer, { containerId: id, eventId: event_id, fileIds, at: write.at })))
      throw refusal.notFound('container.file_not_linked', refusals.evidenceNotLinked);
    if (fileIds.length > 0) await recordAudit(write, 'container.documents_added', thingOf(container, eventText(event)));
    return { added: fileIds.length };
  });
}
