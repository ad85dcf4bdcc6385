import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { system } from '#features/audit/audit.rules.ts';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { fileTypesContract } from '#features/file-types/file-types.contract.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { notifyUsers } from '#features/notifications/server/notifications.queries.ts';
import { transact } from '#server/access/transact-as.ts';
import type { Write } from '#server/access/transact-as.ts';
import { asAdmin, makeFileType, makeTeam, makeUser, upload } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';

describe('the events of a write', () => {
  const app = useTestApp();
  const published = async (work: () => Promise<unknown>) => {
    const events: unknown[] = [];
    const unsubscribe = app.ctx.events.subscribe((event) => void events.push(event));
    await work().finally(unsubscribe);
    return events;
  };

  test('a write publishes each topic once after its commit, and nothing if it fails', async () => {
    const { id } = await makeUser(app, { role: 3, team: await makeTeam(app) });
    const notice = { title: 'Pallets', message: 'They are here.', link: null };
    const write = async (current: Write<typeof system>) => {
      await recordAudit(current, 'container.changed', { id: 1 });
      await recordAudit(current, 'container.status_changed', { id: 1 });
      for (let index = 0; index < 2; index += 1) await notifyUsers(current, [id], notice);
      await recordAudit(current, 'file.viewed', { id: 1 });
    };
    assert.deepEqual(await published(() => transact(app.ctx, system, (_, current) => write(current))), [
      { topic: 'containers' },
      { topic: 'notifications', userIds: [id] },
    ]);
    const failing = transact(app.ctx, system, async (_, current) => {
      await write(current);
      throw new Error('refused');
    });
    assert.deepEqual(await published(() => assert.rejects(failing, /refused/)), []);
  });

  test('open pages of containers fetch again after a file or a file type is renamed, and not after one is read', async () => {
    const admin = await asAdmin(app);
    const type = await makeFileType(app);
    const named = { name: 'Packing list', description: '' };
    const rename = () => admin.call(fileTypesContract.update, { id: type, ...named });
    assert.deepEqual(await published(rename), [{ topic: 'containers' }]);
    const [file] = await upload(admin, type, { name: 'one.txt' });
    const { id, filepath } = file as File;
    const renameFile = (filename: string) => admin.call(filesContract.update, { id, filename, _method: 'PUT' });
    assert.deepEqual(await published(() => renameFile('two.txt')), [{ topic: 'containers' }]);
    assert.deepEqual(await published(() => renameFile('two.txt')), []);
    assert.deepEqual(await published(() => admin.peek(`/storage/${filepath}`)), []);
  });
});
