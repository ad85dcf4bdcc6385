import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { containerFilesContract } from '#features/container-files/container-files.contract.ts';
import { bulkContract } from '#features/containers/bulk/container-bulk.contract.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { containerVisitsContract } from '#features/containers/work/container-visits.contract.ts';
import { dashboardsContract } from '#features/dashboards/dashboards.contract.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { versionsContract } from '#features/files/core/versions.contract.ts';
import { trashContract } from '#features/files/trash/trash.contract.ts';
import { typeProposalsContract } from '#features/files/upload/type-proposals.contract.ts';
import { notificationsContract } from '#features/notifications/notifications.contract.ts';
import { checklistContract } from '#features/papers/checklist.contract.ts';
import { productModules } from '#shared/product-modules.ts';
import { dayFromNow } from '#tests/containers.ts';
import { openEventStream } from '#tests/event-stream.ts';
import { extractStored } from '#tests/extraction.ts';
import { asAdmin, makeFileType, makeTeam, signedInAs, upload } from '#tests/make.ts';
import { until } from '#tests/open-handles.ts';
import { openTestApp, randomName, useTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';
import { textInZip } from '#tests/zip.ts';

const dates = { expected_date: dayFromNow(40), ex_factory_date: dayFromNow(20) };

const numbers = {
  container_no: 'PO-2026-4711',
  bl_number: 'HLCUHAM240912345',
  booking_number: 'BK81726354',
  container_number: 'QKYU2346230',
};
const otherNumbers = {
  container_no: 'PO-2026-9999',
  bl_number: 'HLCUHAM240999999',
  booking_number: 'BK99999999',
  container_number: 'QKYU2346246',
};

const strangers = [
  { who: 'a user', role: 3, isWithoutModule: false },
  { who: 'a manager', role: 2, isWithoutModule: false },
  { who: 'a user without the module of containers', role: 3, isWithoutModule: true },
] as const;

async function takeModule({ ctx: { db } }: TestApp, role: number): Promise<void> {
  const ofModule = db.selectFrom('modules').select('id').where('name', '=', productModules.containers);
  await db
    .updateTable('permissions')
    .set({ can_view: 0 })
    .where('role_id', '=', role)
    .where('module_id', 'in', ofModule)
    .execute();
}

/** Everything that a user can ask about an own file. */
async function whatIsToldOf(visitor: Visitor, { id, filename }: File, number: string) {
  const answers = {
    containers: await visitor.call(containerFilesContract.containers, { id }),
    history: await visitor.call(versionsContract.history, { id }),
    details: await visitor.call(versionsContract.details, { id }),
    waiting: await visitor.call(filesContract.overview, { waiting: 'yes' }),
    'number of waiting files': await visitor.call(dashboardsContract.waitingPapers, {}),
    'search in files': await visitor.call(filesContract.overview, { search: number }),
    'search in containers': await visitor.call(containersContract.page, { search: number }),
    notifications: await visitor.call(notificationsContract.list, {}),
    'types by name': await visitor.call(typeProposalsContract.propose, { names: [filename] }),
    'types by text': await visitor.call(typeProposalsContract.byText, { ids: String(id) }),
  };
  const exported = await visitor.send({ method: 'GET', url: '/api/files.csv?waiting=yes' });
  const told = Object.entries(answers).map(([of, { status, raw }]) => [of, status, raw.body]);
  return [...told, ['export', exported.statusCode, exported.body]];
}

describe('a user who may not see a container learns nothing from a file', { timeout: 120_000 }, () => {
  for (const stranger of strangers)
    test(`${stranger.who} of another team gets the same answers while a number exists and when it does not`, async (t) => {
      const app = await openTestApp();
      t.after(app.close);
      const admin = await asAdmin(app);
      const hidden = { ...dates, name: 'Secret chairs', team_id: await makeTeam(app) };
      const { body: container } = await admin.call(containersContract.create, { ...hidden, ...numbers });
      const { visitor } = await signedInAs(app, { role: stranger.role, team: await makeTeam(app) });
      if (stranger.isWithoutModule) await takeModule(app, stranger.role);
      const asked = Object.values(numbers);
      const files = await upload(
        visitor,
        1,
        ...asked.map((number) => ({ name: `x ${number}.txt`, bytes: 'Some text' })),
        ...asked.map((number, at) => ({ name: `${at}.txt`, bytes: `x ${number}` })),
      );
      await extractStored(app);
      const { found } = (await admin.call(containerFilesContract.files, { id: container.id })).body;
      assert.equal(found, files.length, 'all of them are linked');
      const ask = async () => {
        const told: unknown[] = [];
        for (const [at, file] of files.entries())
          told.push(await whatIsToldOf(visitor, file, asked[at % asked.length] as string));
        return told;
      };
      const whileItExists = await ask();
      await admin.call(containersContract.update, { ...container, ...hidden, ...otherNumbers });
      assert.equal((await admin.call(containerFilesContract.files, { id: container.id })).body.found, 0);
      assert.deepEqual(await ask(), whileItExists);
    });

  test('a link that a colleague of both teams made shows in no history of a user of one team', async (t) => {
    const app = await openTestApp();
    t.after(app.close);
    const [own, other] = [await makeTeam(app), await makeTeam(app)];
    const both = await signedInAs(app, { role: 2, team: own, sees: [other] });
    const { visitor } = await signedInAs(app, { role: 3, team: own });
    const { body: container } = await both.visitor.call(containersContract.create, {
      ...dates,
      name: 'Chairs',
      container_no: 'PO-1',
      team_id: other,
    });
    const [file] = (await upload(both.visitor, 1, { name: 'x.txt' })) as [File];
    const link = { id: container.id, file_id: file.id };
    await both.visitor.call(containerFilesContract.link, { id: container.id, file_ids: [file.id] });
    await both.visitor.call(containerFilesContract.unlink, link);
    const kindsOf = async (reader: Visitor) =>
      (await reader.call(versionsContract.history, { id: file.id })).body.map(({ what }) => what);
    assert.deepEqual(await kindsOf(both.visitor), ['unlinked', 'linked', 'uploaded']);
    assert.deepEqual(await kindsOf(visitor), ['uploaded']);
  });

  test('open pages get the same events after each upload, reading and deletion', async (t: TestContext) => {
    const app = await openTestApp();
    t.after(app.close);
    await app.app.listen({ host: '127.0.0.1', port: 0 });
    const admin = await asAdmin(app);
    const team = await makeTeam(app);
    await admin.call(containersContract.create, {
      ...dates,
      name: 'Chairs',
      container_no: 'PO-2026-4711',
      team_id: team,
    });
    const { visitor } = await signedInAs(app, { role: 2, team: await makeTeam(app) });
    for (const name of ['PO-2026-4711.txt', 'PO-2026-4712.txt']) {
      const stream = await openEventStream(app.app, visitor);
      const next = async (count: number) => until(async () => stream.events().length === count);
      const [file] = (await upload(visitor, 1, { name, bytes: name })) as [File];
      await next(1);
      await extractStored(app);
      await next(2);
      await visitor.call(filesContract.remove, { id: file.id });
      await next(3);
      await visitor.call(trashContract.restore, { id: file.id });
      await next(4);
      assert.deepEqual(new Set(stream.events()), new Set(['containers']), name);
      stream.leave();
    }
  });
});

/** A document of another team with the number of a container, and the container. */
async function unseenDocument(app: TestApp) {
  const admin = await asAdmin(app);
  const [team, other] = [await makeTeam(app), await makeTeam(app)];
  const type = await makeFileType(app);
  await app.ctx.db.deleteFrom('checklist').execute();
  await app.ctx.db.insertInto('checklist').values({ file_type_id: type, stage: 'received', party_id: null }).execute();
  const order = `PO-${randomName()}-47111`;
  const enter = async (): Promise<Container> => {
    const input = { ...dates, name: `Chairs ${order}`, container_no: order, team_id: team };
    return (await admin.call(containersContract.create, input)).body;
  };
  const having = await enter();
  const owner = await signedInAs(app, { role: 3, team: other });
  const linkUpload = async () => {
    const [file] = (await upload(owner.visitor, type, { name: `${order}.txt` })) as [File];
    await extractStored(app);
    return file;
  };
  return { admin, team, other, having, owner, linkUpload };
}

describe('a user who may not see a document learns nothing of it from its container', { timeout: 120_000 }, () => {
  const app = useTestApp();

  const probes: [what: string, ask: (visitor: Visitor, container: Container) => Promise<string>][] = [
    ['the linked documents', async (one, { id }) => (await one.call(containerFilesContract.files, { id })).raw.body],
    ['the checklist', async (one, { id }) => (await one.call(checklistContract.papers, { id })).raw.body],
    ['the container', async (one, { id }) => (await one.call(containersContract.find, { id })).raw.body],
    ['the history', async (one, { id }) => (await one.call(containersContract.history, { id })).raw.body],
    ['the list', async (one, { name }) => (await one.call(containersContract.page, { search: name })).raw.body],
    [
      'the filter of missing documents',
      async (one, { name }) =>
        (await one.call(containersContract.page, { search: name, preset: 'papers_missing' })).raw.body,
    ],
    [
      'the export',
      async (one, { id }) =>
        (await one.send({ method: 'GET', url: `/api/containers.csv?ids=${id}&columns=papers,updated_at` })).body,
    ],
    [
      'the files of the container',
      async (one, { id }) => (await one.call(filesContract.overview, { container_id: id })).raw.body,
    ],
    [
      'the dossier',
      async (one, { id }) => {
        const { rawPayload } = await one.send({ method: 'GET', url: `/api/containers/${id}/dossier` });
        return ['index.html', 'index.csv'].map((name) => textInZip(rawPayload, name)).join();
      },
    ],
    [
      'the preview of a bulk change',
      async (one, { id }) =>
        (await one.call(bulkContract.change, { ids: [id], set: {}, status: 'Received', dry_run: true })).raw.body,
    ],
  ];
  for (const [what, ask] of probes)
    test(`${what}: a manager of the team gets the same answer before and after a document of another team is linked`, async () => {
      const { team, having, linkUpload } = await unseenDocument(app);
      const { visitor } = await signedInAs(app, { role: 2, team });
      const told = async () => (await ask(visitor, having)).replaceAll(/\d+:\d\d [AP]M/g, '…');
      const before = await told();
      await linkUpload();
      assert.equal(await told(), before);
    });

  test('the changes since the last visit and the time of the last entry do not count its link', async () => {
    const { admin, team, having, other, owner, linkUpload } = await unseenDocument(app);
    const { visitor } = await signedInAs(app, { role: 2, team });
    const start = app.now().getTime();
    const changes = async () => (await visitor.call(containerVisitsContract.visit, {})).body.changed;
    await changes();
    const heard = (await visitor.call(containersContract.find, { id: having.id })).body.heard_at;
    app.setNow(new Date(start + 40 * 60_000));
    const [file] = (await upload(owner.visitor, 1, { name: 'by hand.txt' })) as [File];
    await admin.call(containerFilesContract.link, { id: having.id, file_ids: [file.id] });
    await linkUpload();
    assert.equal(await changes(), 0);
    assert.equal((await visitor.call(containersContract.find, { id: having.id })).body.heard_at, heard);
    await app.ctx.db.updateTable('files').set({ team_id: team }).where('team_id', '=', other).execute();
    assert.equal(await changes(), 1);
    assert.ok((await visitor.call(containersContract.find, { id: having.id })).body.heard_at !== heard);
    app.setNow(new Date(start));
  });

  /** Who of the team of the container sees the document, and whether it is there in the checklist. */
  const members = [
    { who: 'nobody of the team may see it', member: undefined, isThere: false },
    { who: 'only an administrator of the team may see it', member: { role: 1 }, isThere: false },
    { who: 'a member of the team may see its team', member: { role: 3, sees: true }, isThere: true },
    {
      who: 'only a member who was suspended may see its team',
      member: { role: 3, sees: true, isSuspended: true },
      isThere: false,
    },
    { who: 'its uploader has moved to the team', member: 'uploader', isThere: true },
    { who: 'it is of the team', member: 'file', isThere: true },
    { who: 'the container is of no team', member: 'container', isThere: true },
  ] as const;
  for (const { who, member, isThere } of members)
    test(`a document is ${isThere ? '' : 'not '}there in the checklist when ${who}`, async () => {
      const { admin, team, other, having, owner, linkUpload } = await unseenDocument(app);
      const file = await linkUpload();
      const { db } = app.ctx;
      if (member === 'uploader')
        await db.updateTable('users').set({ team_id: team }).where('id', '=', owner.id).execute();
      else if (member === 'file')
        await db.updateTable('files').set({ team_id: team }).where('id', '=', file.id).execute();
      else if (member === 'container')
        await db.updateTable('containers').set({ team_id: null }).where('id', '=', having.id).execute();
      else if (member) {
        const { id } = await signedInAs(app, { role: member.role, team, sees: 'sees' in member ? [other] : [] });
        if ('isSuspended' in member)
          await db.updateTable('users').set({ suspended_at: app.now().toISOString() }).where('id', '=', id).execute();
      }
      const [paper] = (await admin.call(checklistContract.papers, { id: having.id })).body;
      const { body: found } = await admin.call(containersContract.find, { id: having.id });
      const { body: missing } = await admin.call(containersContract.page, {
        search: having.name,
        preset: 'papers_missing',
      });
      assert.deepEqual(
        [paper?.is_there, found.papers_there, found.papers_missing, missing.found],
        isThere ? [true, 1, 0, 0] : [false, 0, 1, 1],
      );
    });
});

test('a file waits for a container of another team, and no longer once the reader sees it', async (t) => {
  const app = await openTestApp();
  t.after(app.close);
  const admin = await asAdmin(app);
  const [team, other] = [await makeTeam(app), await makeTeam(app)];
  const input = { ...dates, name: 'QKYU 234623-0', container_no: 'PO-1', team_id: other };
  const { body: container } = await admin.call(containersContract.create, input);
  const { visitor } = await signedInAs(app, { role: 3, team });
  await upload(visitor, 1, { name: 'QKYU2346230.txt' });
  const waiting = async (one: Visitor) => (await one.call(dashboardsContract.waitingPapers, {})).body.files;
  assert.deepEqual([await waiting(visitor), await waiting(admin)], [1, 0]);
  await app.ctx.db.updateTable('containers').set({ team_id: team }).where('id', '=', container.id).execute();
  assert.deepEqual([await waiting(visitor), await waiting(admin)], [0, 0]);
});
