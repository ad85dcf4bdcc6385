import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { SeeingReason } from '#features/papers/seeing.rules.ts';
import { permissionsContract } from '#features/permissions/permissions.contract.ts';
import { usersContract } from '#features/users/users.contract.ts';
import { findModule } from '#shared/access.ts';
import type { RoleId } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import { asAdmin, makeContainer, makeTeam, makeUser, signedIn, signedInAs, upload } from '#tests/make.ts';
import { openTestApp, useTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';
import { visibilityContract } from '../visibility.contract.ts';

type TeamName = 'home' | 'shared' | 'hidden';
type Case = { role: RoleId; team: TeamName | null; sees?: TeamName[]; suspended?: true };

/** Each of them uploads a file to `hidden` and creates a container there, and every team has a file and a container of others. */
const cases: Record<string, Case> = {
  'an administrator': { role: 1, team: 'home' },
  'an administrator without a team': { role: 1, team: null },
  'a manager of the team': { role: 2, team: 'home' },
  'a manager who may view another team': { role: 2, team: 'home', sees: ['shared'] },
  'a manager without a team': { role: 2, team: null },
  'a user of the team': { role: 3, team: 'home' },
  'a user of another team': { role: 3, team: 'shared' },
  'a user whose own team is among the viewed teams': { role: 3, team: 'home', sees: ['home'] },
  'a user without a team': { role: 3, team: null },
  'a user without a team who may view one': { role: 3, team: null, sees: ['shared'] },
  'a suspended user': { role: 3, team: 'home', sees: ['shared'], suspended: true },
};

type Person = { id: number; visitor: Visitor; suspended: boolean };
type World = {
  app: TestApp;
  admin: Visitor;
  people: Record<string, Person>;
  teams: Record<TeamName, number>;
  files: number[];
  containers: number[];
};

async function makeWorld(): Promise<World> {
  const app = await openTestApp();
  const admin = await asAdmin(app);
  const teams = { home: await makeTeam(app), shared: await makeTeam(app), hidden: await makeTeam(app) };
  const files: number[] = [];
  const containers = [await makeContainer(app)];
  const people: Record<string, Person> = {};
  for (const [team, id] of Object.entries(teams)) {
    const { visitor, ...other } = await signedInAs(app, {
      role: 3,
      team: id,
      name: `a user who only uploads to ${team}`,
    });
    people[other.name] = { id: other.id, visitor, suspended: false };
    files.push(...(await upload(visitor, 1, { name: 'of others.txt' })).map(({ id }) => id));
    containers.push(await makeContainer(app, { team: id }));
  }
  for (const [who, { role, team, sees = [], suspended = false }] of Object.entries(cases)) {
    const user = await makeUser(app, { role, team: teams.hidden, sees: sees.map((name) => teams[name]), name: who });
    const visitor = await signedIn(app, user.email);
    files.push(...(await upload(visitor, 1, { name: `${who}.txt` })).map(({ id }) => id));
    containers.push(await makeContainer(app, { team: teams.hidden }));
    const set = <T extends 'containers' | 'users'>(table: T) => app.ctx.db.updateTable(table);
    await set('containers')
      .set({ created_by: user.id })
      .where('id', '=', containers.at(-1) as number)
      .execute();
    await set('users')
      .set({ team_id: team && teams[team] })
      .where('id', '=', user.id)
      .execute();
    if (suspended) await admin.call(usersContract.suspend, { id: user.id });
    people[who] = { id: user.id, visitor, suspended };
  }
  return { app, admin, people, teams, files, containers };
}

/** Lists the files and containers of each person, and compares that with both explanations. */
async function compare({ admin, people, files, containers }: World, when: string): Promise<void> {
  const listedBy = new Map<string, string[]>();
  for (const [who, { visitor }] of Object.entries(people)) {
    const seen = await visitor.call(filesContract.group, { group_id: 1, limit: 100 });
    const listed = await visitor.call(containersContract.page, { limit: 200 });
    const ofFiles = seen.status === 200 ? seen.body.files.map(({ id }) => `file ${id}`) : [];
    const ofContainers = listed.status === 200 ? listed.body.containers.map(({ id }) => `container ${id}`) : [];
    listedBy.set(who, [...ofFiles, ...ofContainers]);
  }
  const listedFor = (thing: string) => [...listedBy].filter(([, things]) => things.includes(thing)).map(([who]) => who);
  const explained = async (kind: 'file' | 'container', id: number) => {
    const call = kind === 'file' ? visibilityContract.fileViewers : visibilityContract.containerViewers;
    const { body } = await admin.call(call, { id, limit: 200 });
    assert.equal(body.users.length, body.people, `${when}: people of ${kind} ${id}`);
    return body.users.map(({ name }) => name).filter((name) => name in people);
  };
  for (const id of files)
    assert.deepEqual(
      (await explained('file', id)).toSorted(),
      listedFor(`file ${id}`).toSorted(),
      `${when}: file ${id}`,
    );
  for (const id of containers)
    assert.deepEqual(
      (await explained('container', id)).toSorted(),
      listedFor(`container ${id}`).toSorted(),
      `${when}: container ${id}`,
    );
  for (const [who, { id }] of Object.entries(people)) {
    const { body } = await admin.call(visibilityContract.visible, { id });
    const things = listedBy.get(who) ?? [];
    const count = (kind: string) => things.filter((thing) => thing.startsWith(kind)).length;
    assert.deepEqual([body.files, body.containers], [count('file'), count('container')], `${when}: ${who}`);
    const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
    assert.equal(sum(body.teams.map((team) => team.files)), body.files, `${when}: files by team of ${who}`);
    assert.equal(
      sum(body.teams.map((team) => team.containers)) + body.containers_of_no_team,
      body.containers,
      `${when}: containers by team of ${who}`,
    );
  }
}

const moduleId = async (visitor: Visitor, name: string) => {
  const { body } = await visitor.call(permissionsContract.list, {});
  return findModule(body.modules, name)?.id ?? 0;
};

describe('access explained', () => {
  test('both explanations name exactly what each person gets from the lists, before and after changes of rights', async () => {
    const world = await makeWorld();
    const { app, admin, people, teams } = world;
    try {
      await compare(world, 'at first');
      const idOf = (who: string) => people[who]?.id ?? 0;
      await admin.call(usersContract.changeRole, { id: idOf('a manager of the team'), role_id: 3 });
      await admin.call(usersContract.changeRole, { id: idOf('a user of the team'), role_id: 1 });
      await admin.call(usersContract.changeTeam, { id: idOf('a user without a team'), team_id: teams.shared });
      await admin.call(usersContract.suspend, { id: idOf('an administrator without a team') });
      const module_id = await moduleId(admin, productModules.containers);
      const permissions = [{ module_id, role_id: 3, can_view: 0 }];
      // A team and a container that no user of role 3 sees.
      await makeContainer(app, { team: await makeTeam(app) });
      const seen = new Set<number>();
      for (const { id, visitor } of Object.values(people)) {
        if ((await admin.call(usersContract.find, { id })).body.role_id !== 3) continue;
        const { status, body } = await visitor.call(containersContract.page, { limit: 200 });
        if (status === 200) for (const container of body.containers) seen.add(container.id);
      }
      const forecast = await admin.call(visibilityContract.effectOfMatrix, { permissions });
      assert.deepEqual(
        forecast.body.changes.map((change) => change.containers),
        [seen.size],
      );
      await admin.call(permissionsContract.save, { permissions });
      await compare(world, 'after changes');
    } finally {
      await app.close();
    }
  });

  test('the forecast of a change of a role, a team or the viewed teams equals the effect of the change', async () => {
    const world = await makeWorld();
    const { app, admin, people, teams } = world;
    try {
      const things = async (id: number) => (await admin.call(visibilityContract.visible, { id })).body;
      const changes: [who: string, change: { role_id?: 1 | 2 | 3; team_id?: number; teams_can_view?: number[] }][] = [
        ['a user of the team', { teams_can_view: [teams.shared, teams.hidden] }],
        ['a manager who may view another team', { teams_can_view: [] }],
        ['a user of another team', { team_id: teams.home }],
        ['a user without a team', { role_id: 1 }],
        ['an administrator', { role_id: 3 }],
      ];
      for (const [who, change] of changes) {
        const id = people[who]?.id ?? 0;
        const before = await things(id);
        const { body } = await admin.call(visibilityContract.effectOnUser, { id, ...change });
        if (change.role_id) await admin.call(usersContract.changeRole, { id, role_id: change.role_id });
        if (change.team_id) await admin.call(usersContract.changeTeam, { id, team_id: change.team_id });
        if (change.teams_can_view) {
          const user = (await admin.call(usersContract.find, { id })).body;
          await admin.call(usersContract.update, { ...user, teams_can_view: change.teams_can_view });
        }
        const after = await things(id);
        assert.equal(body.gains.files - body.loses.files, after.files - before.files, who);
        assert.equal(body.gains.containers - body.loses.containers, after.containers - before.containers, who);
        assert.ok(body.gains.files + body.loses.files > 0, who);
      }
    } finally {
      await app.close();
    }
  });
});

describe('the explanation of a file', () => {
  const app = useTestApp();

  test('it counts the people by reason, narrows to one reason, and is read in pages', async () => {
    const admin = await asAdmin(app);
    const team = await makeTeam(app, 'Buyers');
    const [member, other] = [await makeTeam(app), await makeTeam(app)];
    const uploader = await signedInAs(app, { role: 3, team });
    const [file] = await upload(uploader.visitor, 1, { name: 'order.txt' });
    const viewer = await makeUser(app, { role: 2, team: member, sees: [team] });
    const colleague = await makeUser(app, { role: 3, team });
    await makeUser(app, { role: 3, team: other, sees: [member] });
    const id = file?.id ?? 0;
    const { body } = await admin.call(visibilityContract.fileViewers, { id, limit: 2 });
    assert.deepEqual(body.team, { id: team, name: 'Buyers' });
    assert.equal(body.role_ids, null);
    const groups = Object.fromEntries(body.groups.map(({ reason, people }) => [reason, people]));
    assert.deepEqual(groups, { administrator: 1, member: 2, viewer: 1, owner: 1 });
    assert.equal(body.people, 4);
    assert.equal(body.users.length, 2);
    const rest = await admin.call(visibilityContract.fileViewers, { id, limit: 2, after: body.next ?? '' });
    assert.equal(rest.body.next, null);
    const all = new Map([...body.users, ...rest.body.users].map((user) => [user.id, user.reasons]));
    const expected: [number, SeeingReason[]][] = [
      [1, ['administrator']],
      [uploader.id, ['member', 'owner']],
      [viewer.id, ['viewer']],
      [colleague.id, ['member']],
    ];
    for (const [person, reasons] of expected) assert.deepEqual(all.get(person), reasons);
    const owners = await admin.call(visibilityContract.fileViewers, { id, reason: 'owner' });
    assert.deepEqual(
      owners.body.users.map((user) => user.id),
      [uploader.id],
    );
  });

  test('a manager learns nothing about files and containers of teams that the manager does not see', async () => {
    const [own, other] = [await makeTeam(app), await makeTeam(app, 'Unseen by the manager')];
    const manager = await signedInAs(app, { role: 2, team: own });
    const person = await signedInAs(app, { role: 3, team: other, sees: [own] });
    const colleague = await signedInAs(app, { role: 3, team: own });
    await upload(colleague.visitor, 1, { name: 'shared.txt' });
    const [unseen] = await upload(person.visitor, 1, { name: 'unseen.txt' });
    const container = await makeContainer(app, { team: other });
    const call = manager.visitor;
    assert.equal((await call.call(visibilityContract.fileViewers, { id: unseen?.id ?? 0 })).status, 404);
    assert.equal((await call.call(visibilityContract.containerViewers, { id: container })).status, 404);
    const { body } = await call.call(visibilityContract.visible, { id: person.id });
    assert.equal(body.is_limited, true);
    assert.deepEqual([body.files, body.teams.map(({ id }) => id)], [1, [own]]);
    const effect = await call.call(visibilityContract.effectOnUser, { id: colleague.id, teams_can_view: [other] });
    assert.deepEqual(effect.body.gains, { files: 0, containers: 0 });
  });

  test('a forecast of the matrix counts the people of each changed cell, and the containers of their module', async () => {
    const admin = await asAdmin(app);
    const team = await makeTeam(app);
    await makeUser(app, { role: 3, team });
    await makeContainer(app, { team });
    await makeContainer(app, { team: await makeTeam(app) });
    const all = (await admin.call(containersContract.page, { limit: 1 })).body.found;
    const ofRole = (await admin.call(usersContract.page, { role_id: 3 })).body.found;
    const containers = await moduleId(admin, productModules.containers);
    const teams = await moduleId(admin, productModules.teams);
    const permissions = [
      { module_id: containers, role_id: 3, can_view: 0 },
      { module_id: teams, role_id: 3, can_view: 1 },
      { module_id: teams, role_id: 1, can_view: 1 },
    ];
    const { body } = await admin.call(visibilityContract.effectOfMatrix, { permissions });
    assert.deepEqual(
      body.changes.map(({ module_id, can_view, people }) => ({ module_id, can_view, people })),
      [
        { module_id: containers, can_view: 0, people: ofRole },
        { module_id: teams, can_view: 1, people: ofRole },
      ],
    );
    const lost = body.changes[0]?.containers ?? 0;
    assert.ok(lost > 0 && lost < all, 'the container of a team without users of the role stays out');
    assert.equal(body.changes[1]?.containers, 0);
    const stored = (await admin.call(permissionsContract.list, {})).body.permissions;
    assert.equal(
      stored.find((one) => one.module_id === containers && one.role_id === 3)?.can_view,
      1,
      'nothing is saved',
    );
  });
});
