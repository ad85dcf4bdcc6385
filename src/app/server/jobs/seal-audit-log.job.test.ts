import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { verifyChain } from '#features/audit/server/chain.service.ts';
import { asAdmin } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import { sealAuditLog } from './seal-audit-log.job.ts';

describe('new entries of the audit log', () => {
  const app = useTestApp();

  test('become part of its chain of hashes', async () => {
    await asAdmin(app);
    await sealAuditLog.run(app.ctx, new AbortController().signal);
    const unsealed = await app.ctx.db.selectFrom('audit_entries').select('id').where('seq', 'is', null).execute();
    assert.deepEqual(unsealed, []);
    assert.deepEqual((await verifyChain(app.ctx.db)).breaks, []);
  });
});
