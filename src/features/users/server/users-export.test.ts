import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { asAdmin, makeUser, signedInAs } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import { textInZip } from '#tests/zip.ts';

describe('the list of users as CSV and as a workbook', () => {
  const app = useTestApp();

  test('has the users of the search with ids, and no formulas', async () => {
    const admin = await asAdmin(app);
    const { id } = await makeUser(app, { role: 3, team: 1, name: '=Exported, "One"', email: 'exported@example.com' });
    const { statusCode, body } = await admin.send({ method: 'GET', url: '/api/users.csv?search=exported' });
    assert.equal(statusCode, 200);
    const lines = body.trimEnd().split('\r\n');
    assert.equal(lines.length, 2);
    assert.ok(lines[1]?.startsWith(`"${id}","'=Exported, ""One""","exported@example.com","3",`));
    assert.ok(!body.includes('argon2'));
    const { rawPayload } = await admin.send({ method: 'GET', url: '/api/users.xlsx?search=exported' });
    assert.equal(textInZip(rawPayload, 'xl/worksheets/sheet1.xml').match(/<row /g)?.length, 2);
  });

  test('is for role 1, and continues after one batch', async () => {
    const { visitor } = await signedInAs(app, { role: 2, team: 1 });
    assert.equal((await visitor.send({ method: 'GET', url: '/api/users.csv' })).statusCode, 403);
    for (let index = 0; index < 251; index += 1)
      await makeUser(app, { role: 3, team: null, name: `Many ${index}`, email: `many${index}@example.com` });
    const admin = await asAdmin(app);
    const { body } = await admin.send({ method: 'GET', url: '/api/users.csv?search=many' });
    assert.equal(new Set(body.trimEnd().split('\r\n')).size, 252);
  });
});
