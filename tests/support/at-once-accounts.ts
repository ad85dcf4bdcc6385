import assert from 'node:assert/strict';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { passwordsContract } from '#features/passwords/passwords.contract.ts';
import { insertLink } from '#features/passwords/server/passwords.queries.ts';
import { twoFactorContract } from '#features/passwords/two-factor.contract.ts';
import { permissionsContract } from '#features/permissions/permissions.contract.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import { teamsContract } from '#features/teams/teams.contract.ts';
import { usersImportContract } from '#features/users/users-import.contract.ts';
import { invitationMs } from '#features/users/users-import.rules.ts';
import { usersContract } from '#features/users/users.contract.ts';
import { maxTeams } from '#shared/limits.ts';
import type { World, Write } from './at-once.ts';
import { makeTeam, makeUser, password, signedInAs } from './make.ts';
import { randomName } from './test-app.ts';
import { nextCode, turnOnTwoFactor } from './two-factor.ts';
import { Visitor } from './visitor.ts';

const fresh = 'quay-side-harbour-9';

const countEntries = async ({ db }: World, act: string, thing_id: number) => {
  const entries = db.selectFrom('audit_entries').select('id').where('act', '=', act);
  return (await entries.where('thing_id', '=', thing_id).execute()).length;
};

const registration = (email: string, team_id: number) => ({
  name: 'New Person',
  email,
  password: fresh,
  password_confirmation: fresh,
  role_id: 3,
  team_id,
});

const newEmail = () => `${randomName()}@example.org`.toLowerCase();

function newPeople() {
  const domain = `${randomName()}.example`.toLowerCase();
  const rows = Array.from({ length: 20 }, (_, at) => {
    return { row: at + 2, name: `Person ${at}`, email: `${at}@${domain}`, team: 'General' };
  });
  return { domain, rows };
}

const countPeople = async ({ db }: World, domain: string) =>
  (await db.selectFrom('users').select('id').where('email', 'like', `%@${domain}`).execute()).length;

/** Returns a user with two-factor sign-in, and the codes. */
async function makeTwoFactorUser({ app }: World) {
  const person = await signedInAs(app, { role: 3, team: 1 });
  return { ...person, ...(await turnOnTwoFactor(app, person.visitor)) };
}

async function codePrompt({ app }: World, email: string): Promise<Visitor> {
  const visitor = new Visitor(app.app);
  assert.equal((await visitor.signIn(email, password)).statusCode, 200);
  return visitor;
}

export const writesOfAccounts: Write[] = [
  {
    title: 'two people import the same users',
    prepare: async (world) => {
      const { domain, rows } = newPeople();
      const run = (visitor: Visitor) => () => visitor.call(usersImportContract.run, { rows });
      return { calls: [run(world.ana), run(world.ben)], read: () => countPeople(world, domain) };
    },
    answers: [['200', '422 import.nothing']],
    leaves: 20,
  },
  {
    title: 'two administrators undo an import of users',
    prepare: async (world) => {
      await world.ana.call(usersImportContract.run, { rows: newPeople().rows });
      const [made] = (await world.ana.call(usersImportContract.list, {})).body;
      const id = Number(made?.id);
      const undo = (visitor: Visitor) => () => visitor.call(usersImportContract.undo, { id });
      const left = async () => (await world.ana.call(usersImportContract.list, {})).body.some((one) => one.id === id);
      return { calls: [undo(world.ana), undo(world.ben)], read: left };
    },
    answers: [['200', '404 import.not_found']],
    leaves: false,
  },
  {
    title: 'two users with one e-mail address are registered',
    prepare: async (world) => {
      const email = newEmail();
      const register = (visitor: Visitor, spelling: string) => () =>
        visitor.call(usersContract.register, registration(spelling, 1));
      const read = async () =>
        (await world.db.selectFrom('users').select('id').where('email_key', '=', email).execute()).length;
      return { calls: [register(world.ana, email), register(world.ben, email.toUpperCase())], read };
    },
    answers: [['201', '422 user.email_taken']],
    leaves: 1,
  },
  {
    title: 'two users get the same e-mail address',
    prepare: async ({ app, db, ana, ben }) => {
      const email = newEmail();
      const people = [await makeUser(app, { role: 3, team: 1 }), await makeUser(app, { role: 3, team: 1 })] as const;
      const change =
        (visitor: Visitor, { id, name }: { id: number; name: string }) =>
        () =>
          visitor.call(usersContract.update, { id, name, email });
      const read = async () =>
        (await db.selectFrom('users').select('id').where('email_key', '=', email).execute()).length;
      return { calls: [change(ana, people[0]), change(ben, people[1])], read };
    },
    answers: [['200', '422 user.email_taken']],
    leaves: 1,
  },
  {
    title: 'a user is deleted twice',
    prepare: async (world) => {
      const { id } = await makeUser(world.app, { role: 3, team: 1 });
      const remove = (visitor: Visitor) => () => visitor.call(usersContract.remove, { id });
      return { calls: [remove(world.ana), remove(world.ben)], read: () => countEntries(world, 'user.deleted', id) };
    },
    answers: [['204', '404 user.not_found']],
    leaves: 1,
  },
  {
    title: 'the last team that fits is created twice',
    prepare: async ({ db, ana, ben }) => {
      const { teams } = await db
        .selectFrom('teams')
        .select((eb) => eb.fn.countAll<number>().as('teams'))
        .executeTakeFirstOrThrow();
      const row = { name: 'Filling', description: null, created_at: '2026-01-01T00:00:00.000Z' };
      await db
        .insertInto('teams')
        .values(Array.from({ length: maxTeams - 1 - teams }, () => row))
        .execute();
      const name = `Last ${randomName()}`;
      const create = (visitor: Visitor) => () => visitor.call(teamsContract.create, { name });
      const read = async () => {
        const made = await db.selectFrom('teams').select('id').where('name', '=', name).execute();
        await db.deleteFrom('teams').where('name', '=', 'Filling').execute();
        return made.length;
      };
      return { calls: [create(ana), create(ben)], read };
    },
    answers: [['201', '422 team.too_many']],
    leaves: 1,
  },
  {
    title: 'a team is renamed twice, and the audit log names each name once',
    prepare: async ({ app, db, ana, ben }) => {
      const id = await makeTeam(app, 'Team before');
      const rename = (visitor: Visitor, name: string) => () => visitor.call(teamsContract.update, { id, name });
      const entries = db.selectFrom('audit_entries').select('detail').where('act', '=', 'team.changed');
      const read = async () => {
        const all = await entries.where('thing_id', '=', id).execute();
        return all.filter(({ detail }) => detail?.includes('Team before →')).length;
      };
      return { calls: [rename(ana, 'Team one'), rename(ben, 'Team two')], read };
    },
    answers: [['200', '200']],
    leaves: 1,
  },
  {
    title: 'a team is deleted twice',
    prepare: async (world) => {
      const id = await makeTeam(world.app);
      const remove = (visitor: Visitor) => () => visitor.call(teamsContract.remove, { id });
      return { calls: [remove(world.ana), remove(world.ben)], read: () => countEntries(world, 'team.deleted', id) };
    },
    answers: [['204', '404 team.not_found']],
    leaves: 1,
  },
  {
    title: 'a container is created for a team that is deleted',
    prepare: async ({ app, db, ana, ben }) => {
      const team_id = await makeTeam(app);
      const name = `Chairs ${randomName()}`;
      const dates = { expected_date: '2099-02-01', ex_factory_date: '2099-01-01' };
      const calls = [
        () => ana.call(teamsContract.remove, { id: team_id }),
        () => ben.call(containersContract.create, { name, container_no: 'PO-1', team_id, ...dates }),
      ];
      const read = async () => {
        const team = await db.selectFrom('teams').select('id').where('id', '=', team_id).executeTakeFirst();
        const made = await db.selectFrom('containers').select('id').where('name', '=', name).executeTakeFirst();
        return (team === undefined) === (made === undefined);
      };
      return { calls, read };
    },
    answers: [
      ['201', '409 team.in_use'],
      ['204', '422 team.unknown'],
    ],
    leaves: true,
  },
  {
    title: 'a user is registered in a team that is deleted',
    prepare: async ({ app, db, ana, ben }) => {
      const team = await makeTeam(app);
      const email = newEmail();
      const calls = [
        () => ana.call(teamsContract.remove, { id: team }),
        () => ben.call(usersContract.register, registration(email, team)),
      ];
      const read = async () => {
        const person = db.selectFrom('users').select('team_id').where('email_key', '=', email);
        return (await person.executeTakeFirst())?.team_id ?? null;
      };
      return { calls, read };
    },
    answers: [
      ['201', '204'],
      ['204', '422 team.unknown'],
    ],
    leaves: null,
  },
  {
    title: 'a link that sets a password is used twice',
    prepare: async (world) => {
      const { app, db } = world;
      const { id } = await makeUser(app, { role: 3, team: 1 });
      const token = await insertLink(db, id, app.now().toISOString(), invitationMs);
      const visitor = await new Visitor(app.app).prime();
      const use = () =>
        visitor.call(passwordsContract.setByLink, { token, new_password: fresh, new_password_confirmation: fresh });
      return { calls: [use, use], read: () => countEntries(world, 'user.password_set_by_link', id) };
    },
    answers: [['200', '422 password.link_expired']],
    leaves: 1,
  },
  {
    title: 'a recovery code is used for two sign-ins',
    prepare: async (world) => {
      const { visitor, email, recoveryCodes } = await makeTwoFactorUser(world);
      const prompts = [await codePrompt(world, email), await codePrompt(world, email)];
      const code = String(recoveryCodes[0]);
      const calls = prompts.map((prompt) => () => prompt.call(sessionContract.loginCode, { code }));
      const read = async () => (await visitor.call(twoFactorContract.state, {})).body.recovery_codes_left;
      return { calls, read };
    },
    answers: [['200', '422 two_factor.wrong_code']],
    leaves: 9,
  },
  {
    title: 'two-factor sign-in is turned on twice by one code',
    prepare: async (world) => {
      const { id, visitor } = await signedInAs(world.app, { role: 3, team: 1 });
      const { secret } = (await visitor.call(twoFactorContract.begin, { current_password: password })).body;
      const code = nextCode(world.app, secret);
      const enable = () => visitor.call(twoFactorContract.enable, { code });
      return { calls: [enable, enable], read: () => countEntries(world, 'user.two_factor_on', id) };
    },
    answers: [
      ['200', '422 two_factor.wrong_code'],
      ['200', '409 two_factor.already_on'],
    ],
    leaves: 1,
  },
  {
    title: 'two-factor sign-in is turned off while new recovery codes are made',
    prepare: async (world) => {
      const { visitor, recoveryCodes } = await makeTwoFactorUser(world);
      const [first = '', second = ''] = recoveryCodes;
      const proof = (code: string) => ({ current_password: password, code });
      const calls = [
        () => visitor.call(twoFactorContract.disable, proof(first)),
        () => visitor.call(twoFactorContract.renewCodes, proof(second)),
      ];
      const read = async () => (await visitor.call(twoFactorContract.state, {})).body.recovery_codes_left;
      return { calls, read };
    },
    answers: [
      ['200', '200'],
      ['200', '409 two_factor.off'],
      ['200', '422 two_factor.wrong_code'],
    ],
    leaves: 0,
  },
  {
    title: 'two people save the permission matrix that both have read',
    prepare: async ({ db, ana, ben }) => {
      const { permissions, version } = (await ana.call(permissionsContract.list, {})).body;
      const cell = permissions.find(({ role_id }) => role_id === 3);
      assert.ok(cell);
      const save = (visitor: Visitor) => () =>
        visitor.call(permissionsContract.save, { permissions: [{ ...cell, can_view: 1 - cell.can_view }], version });
      const saves = db.selectFrom('permission_saves').select('id').where('id', '>', version);
      return { calls: [save(ana), save(ben)], read: async () => (await saves.execute()).length };
    },
    answers: [['200', '409 permission.changed']],
    leaves: 1,
  },
];
