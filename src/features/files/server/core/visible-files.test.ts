import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { filesContract } from '#features/files/core/files.contract.ts';
import { versionsContract } from '#features/files/core/versions.contract.ts';
import { trashContract } from '#features/files/trash/trash.contract.ts';
import type { Caller } from '#server/access/caller.ts';
import { roles } from '#shared/access.ts';
import type { RoleId } from '#shared/access.ts';
import { makeTeam, makeUser, signedIn } from '#tests/make.ts';
import { openTestApp, randomName } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import { saveTexts } from '#tests/texts.ts';
import type { Visitor } from '#tests/visitor.ts';
import { insertFiles, listStoredFiles, trashFile } from './files.queries.ts';
import { fileViewer, isVisibleTo, maySeeFile } from './visible-files.queries.ts';

type TeamName = 'home' | 'shared' | 'hidden';
type Viewer = { role: RoleId; team: TeamName | null; sees?: TeamName[] };

/** Every team has a file of another user, a file of a deleted user, and a file of the viewer. */
const of = (...teams: TeamName[]) => teams.flatMap((team) => [`${team} other`, `${team} deleted user`]);
const own = ['home own', 'shared own', 'hidden own'];

const table: [title: string, viewer: Viewer, sees: string[]][] = [
  ['an administrator', { role: roles.administrator, team: 'home' }, of('home', 'shared', 'hidden')],
  ['an administrator without a team', { role: roles.administrator, team: null }, of('home', 'shared', 'hidden')],
  ['a manager', { role: roles.manager, team: 'home' }, of('home')],
  ['a manager with teams_can_view', { role: roles.manager, team: 'home', sees: ['shared'] }, of('home', 'shared')],
  ['a manager without a team', { role: roles.manager, team: null }, []],
  ['a user', { role: roles.user, team: 'home' }, of('home')],
  ['a user with teams_can_view', { role: roles.user, team: 'home', sees: ['shared'] }, of('home', 'shared')],
  ['a user whose own team is in teams_can_view', { role: roles.user, team: 'home', sees: ['home'] }, of('home')],
  ['a user without a team', { role: roles.user, team: null }, []],
  ['a user without a team, with teams_can_view', { role: roles.user, team: null, sees: ['shared'] }, of('shared')],
];

describe('the files that a user may see', () => {
  for (const [title, viewer, sees] of table) {
    test(title, async () => {
      const app = await openTestApp();
      try {
        const world = await makeWorld(app, viewer);
        const expected = [...sees, ...own].toSorted();
        await checkRule(world, expected);
        await checkCalls(world, expected);
      } finally {
        await app.close();
      }
    });
  }
});

type StoredFile = { id: number; name: string; team_id: number; user_id: number; trashed: boolean };
type World = { app: TestApp; caller: Caller; visitor: Visitor; files: StoredFile[] };

/** The files of the table, once listed and once in the trash, each with the same word in its text. */
async function makeWorld(app: TestApp, viewer: Viewer): Promise<World> {
  const teams = { home: await makeTeam(app), shared: await makeTeam(app), hidden: await makeTeam(app) };
  const team = viewer.team && teams[viewer.team];
  const sees = (viewer.sees ?? []).map((name) => teams[name]);
  const person = await makeUser(app, { role: viewer.role, team, sees });
  const uploaders = {
    other: (await makeUser(app, { role: roles.user, team: teams.hidden })).id,
    'deleted user': (await makeUser(app, { role: roles.user, team: teams.hidden })).id,
    own: person.id,
  };
  const at = app.now().toISOString();
  const { db } = app.ctx;
  await db.updateTable('users').set({ deleted_at: at }).where('id', '=', uploaders['deleted user']).execute();
  const wanted = Object.entries(teams).flatMap(([teamName, team_id]) =>
    Object.entries(uploaders).flatMap(([uploader, user_id]) =>
      [false, true].map((trashed) => ({ name: `${teamName} ${uploader}`, team_id, user_id, trashed })),
    ),
  );
  const rows = wanted.map(({ name, team_id, user_id }) => ({
    filename: name,
    filepath: randomName(),
    file_type_id: 1,
    team_id,
    user_id,
    size: 1,
    sha256: randomName(),
    media_type: 'text/plain; charset=utf-8',
    blob_key: randomName(),
    uploaded_at: at,
  }));
  const ids = await db.transaction().execute((tx) => insertFiles(tx, rows));
  await saveTexts(
    app,
    rows.map(({ blob_key }) => ({ blobKey: blob_key, text: 'cargo' })),
  );
  const files = wanted.map((file, index) => ({ ...file, id: ids[index] as number }));
  await db.transaction().execute(async (tx) => {
    const trashed = files.filter((file) => file.trashed).map((file) => file.id);
    for (const file of await listStoredFiles(tx, trashed)) await trashFile(tx, file, { userId: uploaders.other, at });
  });
  const caller: Caller = {
    ...person,
    role_id: viewer.role,
    team_id: team,
    teams_can_view: sees,
    address: '127.0.0.1',
    two_factor_at: null,
    by_provider: false,
    session: { tokenHash: '', validAt: at },
    gate: 'signed-in',
  };
  return { app, caller, visitor: await signedIn(app, person.email), files };
}

const namesOf = (files: readonly { filename: string }[]) => files.map((file) => file.filename).toSorted();

async function checkRule({ app, caller, files }: World, expected: string[]): Promise<void> {
  for (const trashed of [false, true]) {
    const rows = await app.ctx.db
      .selectFrom('files')
      .select('filename')
      .where('trashed_at', trashed ? 'is not' : 'is', null)
      .where(isVisibleTo(fileViewer(caller)))
      .execute();
    assert.deepEqual(namesOf(rows), expected, `SQL, trashed: ${trashed}`);
    const seen = files.filter((file) => file.trashed === trashed && maySeeFile(caller, file));
    assert.deepEqual(seen.map((file) => file.name).toSorted(), expected, `one by one, trashed: ${trashed}`);
  }
}

async function checkCalls({ caller, visitor, files }: World, expected: string[]): Promise<void> {
  assert.deepEqual(await namesFound(visitor), expected, 'a search');
  const overview = await visitor.call(filesContract.overview, {});
  assert.equal(overview.body.totals.files, expected.length, 'the total');
  const texts = await visitor.call(filesContract.textSearch, { search: 'cargo', limit: 20 });
  assert.deepEqual(namesOf(texts.body.files), expected, 'a search in texts');
  const teams = await visitor.call(filesContract.teamsWithFiles, {});
  assert.deepEqual(namesOf(teams.body.flatMap((team) => team.files)), expected, 'the teams with their files');
  for (const { id, name, trashed } of files) {
    const { status } = await visitor.call(versionsContract.details, { id });
    assert.equal(status, !trashed && expected.includes(name) ? 200 : 404, `${name}, trashed: ${trashed}`);
  }
  if (caller.role_id === roles.user) return;
  const trash = await visitor.call(trashContract.list, {});
  assert.deepEqual(namesOf(trash.body), expected, 'the trash');
}

async function namesFound(visitor: Visitor): Promise<string[]> {
  const names = new Set<string>();
  for (const search of ['other', 'deleted user', 'own']) {
    const { body } = await visitor.call(filesContract.group, { group_id: 1, search, limit: 100 });
    for (const { filename } of body.files) names.add(filename);
  }
  return [...names].toSorted();
}
