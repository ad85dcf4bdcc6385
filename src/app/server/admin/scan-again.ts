import { queueClean } from '#features/virus-scan/server/virus-scans.queries.ts';
import { CannotStart } from '#server/config.ts';
import type { AdminContext } from './admin-context.ts';
import { texts } from './admin.texts.ts';
import type { Terminal } from './terminal.ts';

/** Queues all clean contents for the virus scanner. The server scans them after new uploads, also while it runs. */
export async function scanAgain({ config, db, clock }: AdminContext, terminal: Terminal): Promise<number> {
  if (!config.scanner) throw new CannotStart(texts.noScanner);
  terminal.say(texts.queuedScans(await db.transaction().execute((tx) => queueClean(tx, clock().toISOString()))));
  return 0;
}
