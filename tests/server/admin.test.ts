import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readArguments } from '#app/server/admin/read-arguments.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import { runAdminHere } from '#tests/admin-command.ts';
import { runAdmin } from '#tests/admin-program.ts';
import { followAudit, isRecorded } from '#tests/audit.ts';
import { password, signedInWith, signedInAs } from '#tests/make.ts';
import { openTestApp, useTestApp } from '#tests/test-app.ts';
import { turnOnTwoFactor } from '#tests/two-factor.ts';
import { Visitor } from '#tests/visitor.ts';

describe('npm run admin works beside a running server', () => {
  const app = useTestApp();
  const run = (...args: string[]) => runAdminHere(args, app.environment);
  const runProgram = (...args: string[]) => runAdmin(args, app.environment);
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
    const { stdout } = await runProgram('create-admin', 'Rescue@example.com');
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
    const verified = await runProgram('verify', '--json');
    assert.deepEqual([verified.code, verified.stderr, JSON.parse(verified.stdout).ok], [0, '', true]);
    const folder = await mkdtemp(join(tmpdir(), 'stowage-backup-'));
    const saved = await run('backup', join(folder, 'today.tar'));
    assert.deepEqual([saved.code, saved.stderr], [0, '']);
    assert.match(saved.stdout, /today\.tar holds all records and 0 stored files/);
    assert.match(saved.stdout, /newest entry of the audit log: \d+ [0-9a-f]{64}/);
    assert.deepEqual((await recorded()).at(-1), ['records.backup_begun', join(folder, 'today.tar')]);
    await rm(folder, { recursive: true });
  });

  test('users are listed, suspended and reactivated, but not the only administrator', async () => {
    const person = await signedInAs(app, { role: 2, team: 1 });
    const suspended = await run('users', 'suspend', person.email.toUpperCase());
    assert.match(suspended.stdout, /is signed out everywhere/);
    assert.equal((await person.visitor.call(sessionContract.currentUser, {})).status, 401);
    assert.equal((await new Visitor(app.app).signIn(person.email, password)).statusCode, 422);
    const lines = (await run('users', 'list')).stdout.split('\n');
    const [line = ''] = lines.filter((one) => one.startsWith(person.email));
    assert.match(line, new RegExp(`\t${person.name}\tManager\tGeneral\tsuspended \\d{4}-\\d\\d-\\d\\d\t`));
    await run('users', 'reactivate', person.email);
    await signedInWith(app, person.email, password);
    const acts = (await recorded()).filter(([, name]) => name === person.name).map(([act]) => act);
    assert.deepEqual(acts, ['user.suspended', 'user.reactivated']);

    const alone = await openTestApp();
    const refused = await runAdminHere(['users', 'suspend', 'admin@example.com'], alone.environment);
    await alone.close();
    assert.deepEqual([refused.code, refused.stdout], [1, '']);
    assert.match(refused.stderr, /is the only administrator who can sign in\. Create another one first/);
  });

  test('a backup into a folder is named by its time; with --keep it is read again, and older ones are removed', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'stowage-backup-'));
    t.after(() => rm(folder, { recursive: true }));
    const older = ['stowage-2020-01-01T000000Z.tar', 'stowage-2020-01-02T000000Z.tar'];
    for (const name of [...older, 'accounts-2020.tar']) await writeFile(join(folder, name), 'x');
    const { code, stdout, stderr } = await run('backup', folder, '--keep', '2');
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /was read again and is complete\. 2 backups kept, 1 removed\./);
    const names = (await readdir(folder)).toSorted();
    assert.deepEqual([names.slice(0, 2), names.length], [['accounts-2020.tar', older[1]], 3]);
    assert.match(names[2] ?? '', /^stowage-20\d\d-\d\d-\d\dT\d{6}Z\.tar$/);
    const refused = await run('restore', folder);
    assert.equal(refused.code, 1);
    const advice = `The newest one: npm run admin -- restore "${join(folder, names[2] ?? '')}"\n`;
    assert.ok(refused.stderr.endsWith(advice), refused.stderr);
  });

  test('doctor names what is missing and what is wrong, and changes nothing', async (t) => {
    const taken = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
    await once(taken, 'listening');
    t.after(() => taken.close());
    const { port } = taken.address() as AddressInfo;
    const well = await run('doctor');
    assert.deepEqual([well.code, well.stderr], [0, ''], well.stdout);
    assert.match(well.stdout, /^ok {7}The database is (SQLite|PostgreSQL) .+ with .*, and can be written to\.$/m);
    assert.match(well.stdout, /^ok {7}The file store .* answers and accepts files\.$/m);
    assert.match(well.stdout, /^warning {2}SMTP_URL is not set/m);
    const parent = await mkdtemp(join(tmpdir(), 'stowage-doctor-'));
    t.after(() => rm(parent, { recursive: true }));
    const ill = await runAdminHere(['doctor'], {
      DATA_DIR: join(parent, 'data'),
      PORT: String(port),
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'stowage@example.com',
      PUBLIC_URL: `https://127.0.0.1:${port}`,
    });
    assert.deepEqual([ill.code, ill.stderr], [1, '']);
    assert.match(ill.stdout, /^problem {2}PORT: \d+ on 127\.0\.0\.1 is taken by another program\./m);
    assert.match(ill.stdout, /^problem {2}mail: .*ECONNREFUSED/m);
    assert.match(ill.stdout, /^warning {2}PUBLIC_URL: .* does not answer from this machine: /m);
    assert.match(ill.stdout, /^warning {2}TRUST_PROXY is not set/m);
    assert.match(ill.stdout, /^2 problems, 2 warnings\.$/m);
    assert.deepEqual(await readdir(parent), []);
  });

  test('help lists every command on the standard output, and version prints one line', async () => {
    for (const asked of ['-h', 'help']) assert.equal(readArguments([asked]), undefined);
    const { code, stdout, stderr } = await runProgram('--help');
    assert.deepEqual([code, stderr], [0, '']);
    const listed = [...stdout.matchAll(/^ {2}npm run admin -- ([a-z-]+(?: [a-z-]+)?) /gm)].map(([, name = '']) => name);
    assert.deepEqual(listed, [
      'create-admin',
      'reset-password',
      'reset-two-factor',
      'users list',
      'users suspend',
      'users reactivate',
      'users reset',
      'verify',
      'scan-again',
      'backup',
      'restore',
      'backups list',
      'backups verify',
      'import',
      'doctor',
      'version',
      'move',
    ]);
    assert.match((await run('version')).stdout, /^\d+\.\d+\.\d+\n$/);
  });

  test('a command that fails prints one sentence and ends with exit code 1', async () => {
    const { code, stdout, stderr } = await runProgram('create-admin', 'admin@example.com');
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /in use/);
    assert.ok(!stderr.includes('    at '));
  });

  test('each mistake in a command is named in a sentence', async () => {
    const cases: [string[], RegExp][] = [
      [['dance'], /^There is no command "dance"\.\nUsage/],
      [['create-admin', 'not an address'], /not an e-mail address/],
      [['reset-password', 'nobody@example.com'], /No user has/],
      [['reset-two-factor', 'nobody@example.com'], /No user has/],
      [
        [],
        /^Name a command\.\n.*\n.*create-admin EMAIL .*\n.*reset-password EMAIL .*\n.*reset-two-factor EMAIL .*\n(?:.*users .*\n){4}.*verify \[--json\] .*\n.*scan-again .*\n.*backup \[FILE\] .*\n.*restore FILE\|TARGET/,
      ],
      [['restore'], /^FILE is missing\. Usage: npm run admin -- restore FILE\|TARGET\[@POINT\]$/m],
      [['backup'], /^BACKUP_TARGET is not set\. Set it to a folder or a bucket, or name a FILE\.$/m],
      [['backup', '/tmp/one.tar', '--keep', '2'], /^--keep needs a folder/],
      [['backup', '/tmp', '--keep', '0'], /^--keep must be a whole number/],
      [['users'], /^Add a word after "users": list, suspend, reactivate or reset\.\nUsage/],
      [['users', 'dance'], /^There is no command "users dance"/],
      [['backups'], /^Add a word after "backups": list or verify\.\nUsage/],
      [['users', 'suspend'], /^EMAIL is missing/],
      [['users', 'suspend', 'nobody@example.com'], /^No user has the e-mail address/],
      [['scan-again'], /^CLAMAV_URL is not set/],
      [['verify', 'everything'], /^"everything" is not expected\. Usage/],
      [['backup', 'x', '--json'], /^The command does not know --json\. Usage/],
      [['verify', '--quick'], /^The command does not know --quick\. Usage/],
      [['move', '--to-storage'], /^The value of --to-storage is missing\. Usage/],
      [['backup', '/nowhere/at/all.tar'], /no such folder/],
      [['restore', '/nowhere/at/all.tar'], /There is no file/],
    ];
    for (const [args, sentence] of cases) {
      const { code, stdout, stderr } = await runAdminHere(args, app.environment);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, sentence);
    }
  });
});
