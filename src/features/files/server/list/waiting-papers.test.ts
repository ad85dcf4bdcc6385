import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { containerFilesContract as calls } from '#features/container-files/container-files.contract.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { dashboardsContract } from '#features/dashboards/dashboards.contract.ts';
import { filesContract, sortOrders } from '#features/files/core/files.contract.ts';
import { checkDigit } from '#features/papers/container-number.rules.ts';
import { enterContainer } from '#tests/containers.ts';
import { extractStored } from '#tests/extraction.ts';
import { asAdmin, makeTeam, signedInAs, upload } from '#tests/make.ts';
import { indexAgain } from '#tests/numbered-papers.ts';
import { signedInAsViewer, teamViewers } from '#tests/team-viewers.ts';
import { openTestApp, useTestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

const newNumber = (): string => {
  const serial = String(100_000 + Math.floor(Math.random() * 900_000));
  return `WAIU ${serial}-${checkDigit(`WAIU${serial}`)}`;
};

/** Returns the ids of the waiting papers, newest first, from the filtered list, and compares the count with them. */
async function waitingOf(visitor: Visitor): Promise<number[]> {
  const { body } = await visitor.call(filesContract.overview, { waiting: 'yes' });
  const ids = body.groups.flatMap(({ files }) => files.map(({ id }) => id)).toSorted((one, other) => other - one);
  assert.equal(body.matching, ids.length);
  assert.deepEqual((await visitor.call(dashboardsContract.waitingPapers, {})).body, { files: ids.length, more: false });
  const csv = await visitor.send({ method: 'GET', url: '/api/files.csv?waiting=yes' });
  assert.deepEqual(
    csv.body
      .split('\r\n')
      .slice(1)
      .filter(Boolean)
      .map((line) => Number(/\d+/.exec(line)?.[0])),
    ids,
  );
  return ids;
}

test('a paper waits until a container has its number or a user links it', async (t) => {
  const app = await openTestApp();
  t.after(app.close);
  const admin = await asAdmin(app);
  const [inName, inText] = [newNumber(), newNumber()];
  const [named, read] = await upload(
    admin,
    1,
    { name: `${inName}.txt`, bytes: 'no number' },
    { name: 'notes.txt', bytes: `about ${inText}` },
    { name: 'PO-2701-00413.txt', bytes: 'order 2701-00414' },
  );
  if (!named || !read) throw new Error('not uploaded');
  await extractStored(app);
  assert.deepEqual(await waitingOf(admin), [read.id, named.id]);
  const { id } = await enterContainer(admin, { name: inName });
  assert.deepEqual(await waitingOf(admin), [read.id]);
  await admin.call(containersContract.remove, { id });
  assert.deepEqual(await waitingOf(admin), [read.id, named.id]);
  await admin.call(containersContract.restore, { id });
  assert.deepEqual(await waitingOf(admin), [read.id]);
  await admin.call(calls.link, { id, file_ids: [read.id] });
  assert.deepEqual(await waitingOf(admin), []);
  await admin.call(calls.unlink, { id, file_id: read.id });
  // A removed link does not make a paper wait, because the container exists.
  await admin.call(calls.unlink, { id, file_id: named.id });
  assert.deepEqual(await waitingOf(admin), [read.id]);
  await admin.call(filesContract.remove, { id: read.id });
  assert.deepEqual(await waitingOf(admin), []);
});

test('the list of waiting papers has filters, a search, every order and pages', async (t) => {
  const app = await openTestApp();
  t.after(app.close);
  const admin = await asAdmin(app);
  const files = await upload(
    admin,
    1,
    ...Array.from({ length: 7 }, (_, index) => ({
      name: `${newNumber()} ${index % 2 ? 'odd' : 'even'}.txt`,
      bytes: 'x'.repeat(index + 1),
    })),
  );
  const odd = (await admin.call(filesContract.overview, { waiting: 'yes', search: 'ODD' })).body;
  assert.equal(odd.matching, 3);
  const none = (await admin.call(filesContract.overview, { waiting: 'yes', team_id: 99 })).body;
  assert.equal(none.matching, 0);
  for (const sort of sortOrders) {
    const seen: number[] = [];
    for (let after: string | undefined | null; after !== null;) {
      const page = { waiting: 'yes', group_id: 1, sort, limit: 3, after } as const;
      const { body } = await admin.call(filesContract.group, page);
      seen.push(...body.files.map(({ id }) => id));
      after = body.next;
    }
    const rest = (await admin.call(filesContract.group, { group_id: 1, sort, limit: 100 })).body;
    assert.deepEqual(
      seen,
      rest.files.map(({ id }) => id),
      sort,
    );
  }
  assert.equal(files.length, 7);
});

describe('waiting papers are counted and listed by right', () => {
  const app = useTestApp();
  for (const viewer of teamViewers)
    test(`${viewer.who}: ${viewer.sees ? 'seen' : 'hidden'}`, async () => {
      const team = await makeTeam(app);
      const uploader = await signedInAs(app, { role: 3, team });
      const [file] = await upload(uploader.visitor, 1, { name: `${newNumber()}.txt` });
      const { visitor } = await signedInAsViewer(app, viewer, team);
      const seen = await waitingOf(visitor);
      assert.equal(seen.includes(file?.id as number), viewer.sees);
      assert.equal(viewer.role === 1 || seen.length === (viewer.sees ? 1 : 0), true);
    });

  test('without the module of containers nothing is counted or listed', async () => {
    const { db } = app.ctx;
    const team = await makeTeam(app);
    const { visitor } = await signedInAs(app, { role: 3, team });
    await upload(visitor, 1, { name: `${newNumber()}.txt` });
    assert.equal((await waitingOf(visitor)).length, 1);
    const { id } = await db
      .selectFrom('modules')
      .select('id')
      .where('name', '=', 'Container Status module')
      .executeTakeFirstOrThrow();
    await db
      .updateTable('permissions')
      .set({ can_view: 0 })
      .where('module_id', '=', id)
      .where('role_id', '=', 3)
      .execute();
    assert.equal((await visitor.call(dashboardsContract.waitingPapers, {})).status, 403);
    assert.equal((await visitor.call(filesContract.overview, { waiting: 'yes' })).body.matching, 0);
    const csv = await visitor.send({ method: 'GET', url: '/api/files.csv?waiting=yes' });
    assert.equal(csv.body.split('\r\n').filter(Boolean).length, 1);
  });
});

test('the marks of numbers that an older version has stored are brought up to date by the index', async (t) => {
  const app = await openTestApp();
  t.after(app.close);
  const admin = await asAdmin(app);
  const [inName, inText] = [newNumber(), newNumber()];
  const team = await makeTeam(app);
  for (const name of [inName, inText]) {
    const { id } = await enterContainer(admin, { name });
    await app.ctx.db.updateTable('containers').set({ team_id: team }).where('id', '=', id).execute();
  }
  const { visitor } = await signedInAs(app, { role: 3, team: await makeTeam(app) });
  await upload(visitor, 1, { name: `${inName}.txt` }, { name: 'notes.txt', bytes: `about ${inText}` });
  await extractStored(app);
  for (const table of ['file_references', 'content_references'] as const)
    await app.ctx.db.updateTable(table).set({ waits: 0 }).execute();
  assert.equal((await waitingOf(visitor)).length, 0);
  await indexAgain(app.ctx, '1');
  assert.equal((await waitingOf(visitor)).length, 2);
});
