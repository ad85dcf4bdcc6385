import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { asAdmin } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import { pruneAuditLog } from './prune-audit-log.job.ts';
import { sealAuditLog } from './seal-audit-log.job.ts';

const dayMs = 24 * 60 * 60 * 1000;

describe('entries of the audit log', () => {
  const app = useTestApp({ AUDIT_DAYS: '400' });
  const count = async () => (await app.ctx.db.selectFrom('audit_entries').select('id').execute()).length;

  test('are deleted once they are older than AUDIT_DAYS', async () => {
    const { signal } = new AbortController();
    await asAdmin(app);
    await sealAuditLog.run(app.ctx, signal);
    const before = await count();
    await pruneAuditLog.run(app.ctx, signal);
    assert.ok(before > 0);
    assert.equal(await count(), before);
    app.setNow(new Date(app.now().getTime() + 401 * dayMs));
    await pruneAuditLog.run(app.ctx, signal);
    assert.equal(await count(), 0);
  });
});
