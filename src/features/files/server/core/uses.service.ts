import type { IncomingHttpHeaders } from 'node:http';
import { recordAudit, recordAuditOnce } from '#features/audit/server/audit.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { transact } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import { beginsAtStart, conditionOf, rangeOf } from '#server/http/conditions.ts';
import type { Entity } from '#server/http/conditions.ts';
import { recordDownloads } from './files.queries.ts';

type Use = {
  file: { id: number; filename: string };
  version: number | undefined;
  download: boolean;
  headers: IncomingHttpHeaders;
  entity: Entity;
};

/**
 * Records a download or a view of a file before the first byte is sent. Each download from the first byte counts. Views and
 * later ranges of a download are recorded once within ten minutes. Requests that send no bytes are not recorded.
 */
export async function recordUse(ctx: Context, caller: Caller, use: Use): Promise<void> {
  const { file, download, headers, entity } = use;
  if (conditionOf(headers, entity) || rangeOf(headers, entity) === 'unsatisfiable') return;
  if (!download) return recordView(ctx, caller, file, use.version);
  const thing = { id: file.id, name: file.filename };
  const what = useKey(file, use.version);
  if (!beginsAtStart(headers, entity)) {
    const at = ctx.clock().toISOString();
    await recordAuditOnce({ tx: ctx.db, by: caller, at }, 'file.downloaded', { ...thing, what });
    return;
  }
  await transact(ctx, caller, async (_, write) => {
    const isFirst = await recordAuditOnce(write, 'file.downloaded', { ...thing, what });
    await recordDownloads(write, [file]);
    if (!isFirst) await recordAudit(write, 'file.downloaded', thing);
  });
}

const useKey = ({ id }: { id: number }, version: number | undefined) => `${id}/${version ?? ''}`;

/** Records a view once within ten minutes: a browser may fetch a file in many ranges. */
export async function recordView(
  { db, clock }: Context,
  caller: Caller,
  file: { id: number; filename: string },
  version?: number,
): Promise<void> {
  const thing = { id: file.id, name: file.filename, what: useKey(file, version) };
  await recordAuditOnce({ tx: db, by: caller, at: clock().toISOString() }, 'file.viewed', thing);
}
