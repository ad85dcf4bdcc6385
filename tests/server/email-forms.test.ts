import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { accountOf } from '#app/server/admin/accounts.ts';
import { notificationsContract } from '#features/notifications/notifications.contract.ts';
import { passwordsContract } from '#features/passwords/passwords.contract.ts';
import { usersImportContract } from '#features/users/users-import.contract.ts';
import { usersContract } from '#features/users/users.contract.ts';
import { asAdmin } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import { Visitor } from '#tests/visitor.ts';

const secret = 'gantry-crane-99';
const person = { name: 'Uli', role_id: 3, team_id: 1, password: secret, password_confirmation: secret };
const stored = 'müller@bücher.example';
const forms = {
  NFC: stored,
  NFD: 'mu\u0308ller@bu\u0308cher.example',
  capitals: 'MÜLLER@BÜCHER.EXAMPLE',
  'a domain in ASCII': 'müller@xn--bcher-kva.example',
};

describe('the forms of one e-mail address', () => {
  const app = useTestApp();
  let userId = 0;
  before(async () => {
    const { status, body } = await (await asAdmin(app)).call(usersContract.register, { ...person, email: forms.NFD });
    assert.deepEqual([status, body.email], [201, stored], 'it is stored in NFC');
    userId = body.id;
  });

  for (const [form, email] of Object.entries(forms)) {
    test(`the address müller@bücher.example signs in when it is typed in ${form}`, async () => {
      assert.equal((await new Visitor(app.app).signIn(email, secret)).statusCode, 200);
    });

    test(`the address müller@bücher.example cannot be registered again in ${form}`, async () => {
      const { status, failure } = await (await asAdmin(app)).call(usersContract.register, { ...person, email });
      assert.deepEqual([status, Object.keys(failure.errors ?? {})], [422, ['email']]);
    });

    test(`the address müller@bücher.example is a user with an account for an import of users that has it in ${form}`, async () => {
      const rows = [{ row: 1, name: 'Uli', email }];
      const { body } = await (await asAdmin(app)).call(usersImportContract.check, { rows });
      assert.deepEqual(
        body.rows.map(({ state }) => state),
        ['there'],
      );
    });

    test(`the address müller@bücher.example is the account of 'Forgot password?' for ${form}`, async () => {
      const admin = await asAdmin(app);
      const notices = async () => (await admin.call(notificationsContract.list, {})).body.length;
      const earlier = await notices();
      assert.equal((await (await new Visitor(app.app).prime()).call(passwordsContract.forgot, { email })).status, 200);
      await app.ctx.deferred.flush();
      assert.equal(await notices(), earlier + 1);
    });

    test(`the address müller@bücher.example is found by commands and by the search for ${form}`, async () => {
      const { body } = await (await asAdmin(app)).call(usersContract.list, { search: email });
      const found = [await accountOf(app.ctx.db, email), body[0]];
      assert.deepEqual(
        found.map((user) => user?.id),
        [userId, userId],
      );
    });
  }

  test('the address müller@bücher.example is found by a part of its domain', async () => {
    const { body } = await (await asAdmin(app)).call(usersContract.list, { search: 'bu\u0308cher' });
    assert.deepEqual(
      body.map(({ id }) => id),
      [userId],
    );
  });
});
