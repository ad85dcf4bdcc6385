import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { followAudit } from '#tests/audit.ts';
import { makeContainer } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import { emptyContainerTrash } from './empty-container-trash.job.ts';

const dayMs = 24 * 60 * 60 * 1000;

describe('containers in the trash', () => {
  const app = useTestApp();

  test('are deleted for good after 30 days, and the audit log records it', async () => {
    const current = await makeContainer(app);
    const [old, recent] = [
      await makeContainer(app, { isTrashed: true }),
      await makeContainer(app, { isTrashed: true }),
    ];
    const inTrashFor = (id: number, days: number) =>
      app.ctx.db
        .updateTable('containers')
        .set({ deleted_at: new Date(app.now().getTime() - days * dayMs).toISOString() })
        .where('id', '=', id)
        .execute();
    await inTrashFor(old, 31);
    await inTrashFor(recent, 29);
    await emptyContainerTrash.run(app.ctx, new AbortController().signal);
    const left = await app.ctx.db.selectFrom('containers').select('id').orderBy('id').execute();
    assert.deepEqual(
      left.map(({ id }) => id),
      [current, recent],
    );
    const purged = (await followAudit(app.ctx)()).filter(({ act }) => act.endsWith('.purged'));
    assert.deepEqual(
      purged.map(({ act, user_id, user_name, thing_id }) => [act, user_id, user_name, thing_id]),
      [['container.purged', null, 'System', old]],
    );
  });
});
