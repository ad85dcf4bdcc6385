import { recordAuditOnce } from '#features/audit/server/audit.queries.ts';
import { networkOf } from '#server/access/client-network.ts';
import type { Context } from '#server/context.ts';

const nobody = 'Unknown program';

/** Returns the function that records wrong access tokens, those of one address once within ten minutes. */
export const recordWrongToken =
  ({ db, clock }: Pick<Context, 'db' | 'clock'>) =>
  async (address: string): Promise<void> => {
    const by = { id: null, name: nobody, address };
    const write = { tx: db, by, at: clock().toISOString() };
    await recordAuditOnce(write, 'token.refused', { what: networkOf(address).address });
  };
