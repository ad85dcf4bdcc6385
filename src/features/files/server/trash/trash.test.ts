import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { versionsContract } from '#features/files/core/versions.contract.ts';
import { trashContract } from '#features/files/trash/trash.contract.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import { keepBlobs } from '#server/lease.ts';
import { dayMs } from '#shared/calendar.ts';
import { asAdmin, countBlobs, makeTeam, readContent, replaceContent, signedInAs, upload } from '#tests/make.ts';
import { openTestApp, useTestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';
import { emptyTrash, deletePendingBlobs } from './trash.service.ts';

describe('the trash', () => {
  const app = useTestApp();
  let admin!: Visitor;
  before(async () => {
    admin = await asAdmin(app);
  });
  const list = async (visitor: Visitor) => (await visitor.call(trashContract.list, {})).body;
  /** Returns a manager of a new team. Only managers of this team and administrators see what the team has in the trash. */
  const inNewTeam = async (role: 2 | 3 = 2) => {
    const team = await makeTeam(app);
    return { team, ...(await signedInAs(app, { role, team })) };
  };

  test('lists the user who deleted a file, the time, and the days left to restore it', async () => {
    const team = await makeTeam(app, 'Harbour');
    const { visitor, id, name } = await signedInAs(app, { role: 2, team, name: 'Ana Quay' });
    const [file] = (await upload(visitor, 1, { name: 'plan.txt', bytes: 'the plan' })) as [File];
    assert.equal((await visitor.call(filesContract.remove, { id: file.id })).status, 204);
    const [trashed] = await list(visitor);
    const { trashed_at } = trashed as { trashed_at: string };
    assert.deepEqual(trashed, { ...file, trashed_at, trashed_by: { id, name }, team_name: 'Harbour', days_left: 30 });
    assert.equal((await visitor.send({ method: 'GET', url: `/storage/${file.filepath}` })).statusCode, 404);
  });

  test('restores a file: it is found, counted and served again', async () => {
    const { visitor } = await inNewTeam();
    const [{ id }] = (await upload(visitor, 1, { name: 'draft.txt', bytes: 'the draft' })) as [File];
    const seen = async (search?: string) => {
      const { body } = await visitor.call(filesContract.overview, search ? { search } : {});
      return search ? body.matching : body.totals.files;
    };
    await visitor.call(filesContract.remove, { id });
    assert.deepEqual([await seen('draft'), await seen()], [0, 0]);
    const restored = await visitor.call(trashContract.restore, { id });
    assert.deepEqual([restored.status, restored.body.filename], [200, 'draft.txt']);
    assert.equal(await readContent(visitor, restored.body), 'the draft');
    assert.deepEqual([await seen('draft'), await seen()], [1, 1]);
    assert.deepEqual(await list(visitor), []);
    assert.equal((await visitor.call(trashContract.restore, { id })).status, 404);
    assert.equal(
      (await visitor.call(trashContract.remove, { id })).status,
      404,
      'only files in the trash can be deleted for good',
    );
  });

  test('counts a restored file for its uploader once, also after simultaneous requests', async () => {
    const uploader = await inNewTeam(3);
    const [file] = (await upload(uploader.visitor, 1, { name: 'twice.txt' })) as [File];
    await admin.call(filesContract.remove, { id: file.id });
    const count = async () => (await uploader.visitor.call(sessionContract.currentUser, {})).body.files_count;
    assert.equal(await count(), 0);
    const answers = await Promise.all([1, 2, 3].map(() => admin.call(trashContract.restore, { id: file.id })));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404, 404]);
    assert.equal(await count(), 1);
  });

  test('shows a manager only the files of visible teams', async () => {
    const [manager, stranger] = [await inNewTeam(), await inNewTeam()];
    const [file] = (await upload(manager.visitor, 1, { name: 'theirs.txt' })) as [File];
    const [own] = (await upload(stranger.visitor, 1, { name: 'own.txt' })) as [File];
    for (const { id } of [file, own]) await admin.call(filesContract.remove, { id });
    const idsFor = async (visitor: Visitor) => (await list(visitor)).map(({ id }) => id);
    assert.deepEqual([await idsFor(stranger.visitor), await idsFor(manager.visitor)], [[own.id], [file.id]]);
    assert.deepEqual(
      (await idsFor(admin)).filter((id) => [own.id, file.id].includes(id)),
      [own.id, file.id],
    );
  });

  test('is listed page by page', async () => {
    const { visitor } = await inNewTeam();
    for (const name of ['1', '2', '3', '4', '5'])
      for (const { id } of await upload(visitor, 1, { name })) await visitor.call(filesContract.remove, { id });
    const all = await list(visitor);
    assert.equal(all.length, 5);
    const seen: number[] = [];
    for (let after: string | undefined; ;) {
      const page = (await visitor.call(trashContract.list, { limit: 2, ...(after ? { after } : {}) })).body;
      seen.push(...page.map(({ id }) => id));
      const last = page.at(-1);
      if (!last) break;
      after = `${last.trashed_at},${last.id}`;
    }
    assert.deepEqual(
      seen,
      all.map(({ id }) => id),
    );
    assert.equal((await admin.send({ method: 'GET', url: '/api/trash?after=x' })).statusCode, 422);
  });
});

/** Opens a product whose clock the test moves. */
const hourMs = dayMs / 24;

async function openWithClock(t: TestContext) {
  const app = await openTestApp();
  t.after(app.close);
  const laterBy = (ms: number) => app.setNow(new Date(app.now().getTime() + ms));
  return { app, admin: await asAdmin(app), laterBy };
}

describe('deletion for good', () => {
  test('removes the file at once, and its bytes and those of its versions later', async (t) => {
    const { app, admin, laterBy } = await openWithClock(t);
    const [file, other] = (await upload(admin, 1, { name: 'a', bytes: 'one' }, { name: 'b', bytes: 'one' })) as [
      File,
      File,
    ];
    await replaceContent(admin, file.id, 'two');
    await admin.call(filesContract.remove, { id: file.id });
    assert.equal((await admin.call(trashContract.remove, { id: file.id })).status, 204);
    assert.equal((await admin.call(trashContract.restore, { id: file.id })).status, 404);
    await deletePendingBlobs(app.ctx);
    assert.equal(await countBlobs(app), 2, 'a download may still read the bytes');
    laterBy(2 * 60 * 60 * 1000);
    await deletePendingBlobs(app.ctx);
    assert.equal(await countBlobs(app), 1);
    assert.equal(await readContent(await asAdmin(app), other), 'one', 'the same content elsewhere is unharmed');
  });

  /** Deletes a file for good, and returns the number of stored blobs after the job that deletes them. */
  async function openWithPendingBlob(t: TestContext) {
    const { app, admin, laterBy } = await openWithClock(t);
    const [file] = (await upload(admin, 1, { name: 'c' })) as [File];
    await admin.call(filesContract.remove, { id: file.id });
    await admin.call(trashContract.remove, { id: file.id });
    laterBy(2 * hourMs);
    const countLeft = async () => {
      await deletePendingBlobs(app.ctx);
      return countBlobs(app);
    };
    /** Begins a backup on a server whose clock differs by this much. */
    const beginBackup = async (aheadMs = 0) => {
      const lease = await keepBlobs({ ...app.ctx, clock: () => new Date(app.now().getTime() + aheadMs) });
      t.after(lease.release);
      return lease;
    };
    return { beginBackup, laterBy, countLeft };
  }

  test('deletes no bytes while one of several backups runs', async (t) => {
    const { beginBackup, laterBy, countLeft } = await openWithPendingBlob(t);
    const [one, other] = [await beginBackup(), await beginBackup()];
    await one.release();
    assert.equal(await countLeft(), 1);
    laterBy(2 * hourMs);
    assert.equal(await other.renew(), true);
    assert.equal(await countLeft(), 1);
    await other.release();
    assert.equal(await countLeft(), 0);
  });

  for (const minutes of [-50, 50])
    test(`deletes no bytes while a backup runs on a server whose clock differs by ${minutes} minutes`, async (t) => {
      const { beginBackup, countLeft } = await openWithPendingBlob(t);
      await beginBackup(minutes * 60_000);
      assert.equal(await countLeft(), 1);
    });

  test('deletes bytes again two hours after a backup has crashed', async (t) => {
    const { beginBackup, laterBy, countLeft } = await openWithPendingBlob(t);
    await beginBackup();
    assert.equal(await countLeft(), 1);
    laterBy(2 * hourMs);
    assert.equal(await countLeft(), 0);
  });

  test('deletes bytes although a backup has crashed on a server whose clock was a year ahead', async (t) => {
    const { beginBackup, countLeft } = await openWithPendingBlob(t);
    await beginBackup(365 * dayMs);
    assert.equal(await countLeft(), 0);
  });

  test('happens after 30 days in the trash', async (t) => {
    const { app, admin, laterBy } = await openWithClock(t);
    const [file, other] = (await upload(admin, 1, { name: 'old' }, { name: 'kept' })) as [File, File];
    await admin.call(filesContract.remove, { id: file.id });
    laterBy(29 * dayMs);
    await emptyTrash(app.ctx);
    assert.equal((await (await asAdmin(app)).call(trashContract.list, {})).body[0]?.days_left, 1);
    laterBy(2 * dayMs);
    await emptyTrash(app.ctx);
    const later = await asAdmin(app);
    assert.deepEqual((await later.call(trashContract.list, {})).body, []);
    assert.equal((await later.call(versionsContract.details, { id: other.id })).status, 200);
  });

  test('does not happen to a file that is restored at the same time', async (t) => {
    const { app, admin } = await openWithClock(t);
    for (let round = 0; round < 3; round += 1) {
      const names = Array.from({ length: 8 }, (_, index) => ({ name: `${round}-${index}.txt` }));
      const ids = (await upload(admin, 1, ...names)).map(({ id }) => id);
      for (const id of ids) await admin.call(filesContract.remove, { id });
      const longAgo = { trashed_at: '2020-01-01T00:00:00.000Z' };
      await app.ctx.db.updateTable('files').set(longAgo).where('id', 'in', ids).execute();
      const restored = ids.map(async (id) => ({
        id,
        status: (await admin.call(trashContract.restore, { id })).status,
      }));
      const [, answers] = await Promise.all([emptyTrash(app.ctx), Promise.all(restored)]);
      const kept = answers.filter(({ status }) => status === 200);
      for (const { id } of kept) assert.equal((await admin.call(versionsContract.details, { id })).status, 200);
      for (const { id } of kept) await admin.call(filesContract.remove, { id });
      assert.equal((await admin.call(filesContract.overview, {})).body.totals.files, 0);
    }
  });
});
