import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { singleSignOnContract as calls } from '#features/single-sign-on/single-sign-on.contract.ts';
import { refusals } from '#features/single-sign-on/single-sign-on.texts.ts';
import { long } from '#tests/long.ts';
import { openProvider, settingsOf } from '#tests/sign-in-provider.ts';
import { openTestApp } from '#tests/test-app.ts';
import { Visitor } from '#tests/visitor.ts';
import { buildApp } from '../../src/app/server/build-app.ts';

const PUBLIC_URL = 'http://stowage.example';

test('a sign-in at the provider that one server began is completed by another one, and not by both', async (t) => {
  const provider = await openProvider(`${PUBLIC_URL}/`);
  t.after(provider.stop);
  const { app, ctx, close } = await openTestApp({ PUBLIC_URL, ...settingsOf(provider) });
  t.after(close);
  const { singleSignOn } = ctx.config;
  assert.ok(singleSignOn);
  // Another process shares the database only. Its settings are another object, so it reads the provider itself.
  const config = { ...ctx.config, singleSignOn: { ...singleSignOn } };
  const other = await buildApp({ ...ctx, config }, '/no-front-end');
  t.after(() => other.close());
  provider.person = { sub: 'pia', email: 'pia@quay.example', email_verified: true, name: 'Pia Mast' };
  const first = await new Visitor(app).prime();
  const { body } = await first.call(calls.begin, {});
  const query = await provider.authorize(body.address);
  const second = new Visitor(other);
  for (const [name, value] of first.cookies) second.cookies.set(name, value);
  const answers = await Promise.all([first.call(calls.finish, { query }), second.call(calls.finish, { query })]);
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 401],
  );
});

test('a provider that never answers gets a sentence, and other calls go on meanwhile', long, async (t) => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => {
    silent.listen(0, '127.0.0.1', resolve);
  });
  t.after(() => {
    silent.closeAllConnections();
    silent.close();
  });
  const issuer = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const client = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'stowage', OIDC_CLIENT_SECRET: 'secret' };
  const { app, close } = await openTestApp({ PUBLIC_URL, ...client });
  t.after(close);
  const visitor = await new Visitor(app).prime();
  const waiting = visitor.call(calls.begin, {});
  assert.equal((await app.inject({ url: '/readyz' })).statusCode, 200);
  const { status, failure } = await waiting;
  assert.deepEqual([status, failure.message], [503, refusals.away('Single Sign-On')]);
});
