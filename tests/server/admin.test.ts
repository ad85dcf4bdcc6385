import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { sessionContract } from '#features/session/session.contract.ts';
import { runAdmin } from '#tests/admin-program.ts';
import { followAudit, isRecorded } from '#tests/audit.ts';
import { password, signedInWith, signedInAs } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import { turnOnTwoFactor } from '#tests/two-factor.ts';
import { Visitor } from '#tests/visitor.ts';

describe('npm run admin works beside a running server', () => {
  const app = useTestApp();
  const run = (...args: string[]) => runAdmin(args, app.environment);
  /** Returns the audit entries of the command line. Fails if one contains the secret. */
  const recorded = async (secret = '') => {
    assert.equal(secret !== '' && (await isRecorded(app.ctx, secret)), false);
    const entries = await followAudit(app.ctx)();
    return entries
      .filter((entry) => entry.user_id === null && entry.user_name.startsWith('Command line ('))
      .map(({ act, thing_name }) => [act, thing_name]);
  };
  const printed = (text: string) => /Password {7}(\S+)/.exec(text)?.[1] ?? '';

  test('create-admin creates an administrator who can sign in', async () => {
    const { stdout } = await run('create-admin', 'Rescue@example.com');
    const visitor = await signedInWith(app, 'rescue@example.com', printed(stdout));
    assert.equal((await visitor.call(sessionContract.currentUser, {})).body.role_id, 1);
    assert.deepEqual(await recorded(printed(stdout)), [['user.created', 'Rescue']]);
  });

  test('reset-password sets a new password, ends sessions, and lifts the throttle', async () => {
    const person = await signedInAs(app, { role: 2, team: 1 });
    for (let attempt = 0; attempt < 5; attempt += 1) await new Visitor(app.app).signIn(person.email, 'wrong');
    const { stdout } = await run('reset-password', person.email.toUpperCase());
    assert.equal((await person.visitor.call(sessionContract.currentUser, {})).status, 401);
    await signedInWith(app, person.email, printed(stdout));
    assert.deepEqual((await recorded(printed(stdout))).at(-1), ['user.password_reset', person.name]);
  });

  test('after reset-two-factor the user signs in with the password only', async () => {
    const person = await signedInAs(app, { role: 1, team: 1 });
    await turnOnTwoFactor(app, person.visitor);
    const { stdout } = await run('reset-two-factor', person.email.toUpperCase());
    assert.match(stdout, /now signs in with the password alone/);
    assert.equal((await new Visitor(app.app).signIn(person.email, password)).json().two_factor, undefined);
  });

  test('verify and backup end with exit code 0', async () => {
    const verified = await run('verify', '--json');
    assert.deepEqual([verified.code, verified.stderr, JSON.parse(verified.stdout).ok], [0, '', true]);
    const folder = await mkdtemp(join(tmpdir(), 'stowage-backup-'));
    const saved = await run('backup', join(folder, 'today.tar'));
    assert.deepEqual([saved.code, saved.stderr], [0, '']);
    assert.match(saved.stdout, /today\.tar holds all records and 0 stored files/);
    assert.match(saved.stdout, /newest entry of the audit log: \d+ [0-9a-f]{64}/);
    assert.deepEqual((await recorded()).at(-1), ['records.backup_begun', join(folder, 'today.tar')]);
    await rm(folder, { recursive: true });
  });

  test('help lists every command on the standard output, and version prints one line', async () => {
    for (const asked of ['--help', '-h', 'help']) {
      const { code, stdout, stderr } = await run(asked);
      assert.deepEqual([code, stderr], [0, '']);
      for (const command of ['create-admin', 'verify', 'backup', 'restore', 'version', 'move'])
        assert.match(stdout, new RegExp(`^  npm run admin -- ${command} `, 'm'));
    }
    assert.match((await run('version')).stdout, /^\d+\.\d+\.\d+\n$/);
  });

  test('a command that fails prints one sentence and ends with exit code 1', async () => {
    const cases: [string[], RegExp][] = [
      [['create-admin', 'admin@example.com'], /in use/],
      [['create-admin', 'not an address'], /not an e-mail address/],
      [['reset-password', 'nobody@example.com'], /No user has/],
      [['reset-two-factor', 'nobody@example.com'], /No user has/],
      [['dance'], /^There is no command "dance"\.\nUsage/],
      [
        [],
        /^Name a command\.\n.*\n.*create-admin EMAIL .*\n.*reset-password EMAIL .*\n.*reset-two-factor EMAIL .*\n.*verify \[--json\] .*\n.*backup FILE .*\n.*restore FILE /,
      ],
      [['backup'], /^FILE is missing\. Usage: npm run admin -- backup FILE$/m],
      [['verify', 'everything'], /^"everything" is not expected\. Usage/],
      [['backup', 'x', '--json'], /^The command does not know --json\. Usage/],
      [['verify', '--quick'], /^The command does not know --quick\. Usage/],
      [['move', '--to-storage'], /^The value of --to-storage is missing\. Usage/],
      [['backup', '/nowhere/at/all.tar'], /no such folder/],
      [['restore', '/nowhere/at/all.tar'], /There is no file/],
    ];
    for (const [args, sentence] of cases) {
      const { code, stderr } = await run(...args);
      assert.equal(code, 1);
      assert.match(stderr, sentence);
      assert.ok(!stderr.includes('    at '));
    }
  });
});
