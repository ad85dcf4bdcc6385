import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { violationsEverywhere } from '#tests/axe.ts';
import { nobody, usualPort, useScreens } from '#tests/browser.ts';
import { openProvider, settingsOf } from '#tests/sign-in-provider.ts';
import type { SignInProvider } from '#tests/sign-in-provider.ts';
import type { Environment } from '#tests/test-app.ts';

describe('the login screen with single sign-on', () => {
  const PUBLIC_URL = `http://127.0.0.1:${usualPort}`;
  const environment: Environment = { PUBLIC_URL, OIDC_NAME: 'Quay ID', OIDC_GROUPS: 'ops=role:manager' };
  let provider: SignInProvider;
  before(async () => {
    provider = await openProvider(`${PUBLIC_URL}/`, `${PUBLIC_URL}/back-channel-logout`);
    Object.assign(environment, settingsOf(provider));
  });
  after(() => provider.stop());
  const screens = useScreens(environment);

  test('signs a user in at the provider, and the provider signs them out', async () => {
    provider.person = {
      sub: 'pia',
      email: 'pia@quay.example',
      email_verified: true,
      name: 'Pia Mast',
      groups: ['ops'],
    };
    const page = await screens.visit('/', nobody);
    await page.getByRole('button', { name: 'Sign in with Quay ID' }).waitFor();
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    await page.getByRole('button', { name: 'Sign in with Quay ID' }).click();
    await page.waitForURL(`${PUBLIC_URL}/dashboard`);
    await page.getByText('Pia Mast').first().waitFor();
    const { provider_sid } = await screens.test.ctx.db
      .selectFrom('sessions')
      .select('provider_sid')
      .where('by_provider', '=', 1)
      .executeTakeFirstOrThrow();
    await provider.logOut('pia', provider_sid ?? '');
    await page.goto('/users');
    await page.getByRole('button', { name: 'Sign in with Quay ID' }).waitFor();
  });

  test('says why a sign-in did not work, and a reload does not send the answer again', async () => {
    const page = await screens.visit('/?error=access_denied&state=of-nobody', nobody);
    await page.getByText('This sign-in was begun too long ago, or in another browser. Start it again.').waitFor();
    await page.getByLabel('Email Address').waitFor();
    assert.equal(page.url(), `${PUBLIC_URL}/`);
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
