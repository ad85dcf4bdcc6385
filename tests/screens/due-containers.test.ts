import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { productModules } from '#shared/product-modules.ts';
import { violationsEverywhere } from '#tests/axe.ts';
import { becomes, until, useScreens } from '#tests/browser.ts';
import { changeStatus, dayFromNow, enterContainer } from '#tests/containers.ts';
import { long } from '#tests/long.ts';
import { asAdmin, makeFileType, makeTeam, makeUser } from '#tests/make.ts';
import type { TestApp } from '#tests/test-app.ts';

/** Two late containers and four that are due, one of each in a team that only one member sees. */
async function fillWorld(world: TestApp) {
  const admin = await asAdmin(world);
  const team = await makeTeam(world);
  const enter = async (name: string, dueIn: number, team_id?: number) => {
    const one = await enterContainer(admin, { name, pfi: dayFromNow(dueIn), exFactory: dayFromNow(dueIn - 20) });
    if (team_id) await admin.call(containersContract.update, { ...one, version: undefined, team_id });
  };
  await enter('Late chairs', -3);
  await enter('Late tables', -1, team);
  await enter('Lamps today', 0);
  await enter('Mirrors', 2);
  await enter('Sofas', 7);
  await enter('Beds', 4, team);
  await enter('Later', 8);
  // Every container of this test misses it.
  const file_type_id = await makeFileType(world, 'Packing List');
  await world.ctx.db.insertInto('checklist').values({ file_type_id, stage: 'received', party_id: null }).execute();
  return {
    member: await makeUser(world, { role: 3, team }),
    outsider: await makeUser(world, { role: 3, team: await makeTeam(world) }),
  };
}

const linksOf = (page: Page) => page.getByRole('navigation', { name: 'Containers' }).getByRole('link');
const loaded = (page: Page) => page.getByRole('heading', { name: /^Welcome back/ }).waitFor();
const numbers = async (page: Page) => {
  const cards = page.getByRole('navigation', { name: 'Containers' }).locator('[data-tone]');
  return (await cards.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
};
const late = (count: number) => `Late now ${count} Containers past their expected date`;
const due = (count: number) => `Due this week ${count} Containers expected in seven days`;
const missing = (count: number) => `Missing documents ${count} Containers lacking a document`;
/** The numbers appear together, once all calls have been answered. */
const numbersAre = (context: TestContext, page: Page, expected: string[]) =>
  becomes(context, () => numbers(page), expected);

/** Follows a link of the dashboard and returns the names of the rows there. */
async function rowsBehind(page: Page, label: string, search: string): Promise<string[]> {
  await linksOf(page).filter({ hasText: label }).click();
  await page.waitForURL(`**/container-status?${search}`);
  const rows = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) });
  await rows.first().waitFor();
  const names = await rows.getByRole('heading', { level: 2 }).allInnerTexts();
  await page.goBack();
  await loaded(page);
  return names;
}

describe('late and due containers on the dashboards', () => {
  const screens = useScreens({}, fillWorld);

  test('equal the number of rows behind their links, for each reader', long, async (context) => {
    const lateOnes = ['Late chairs', 'Late tables'];
    const dueOnes = ['Lamps today', 'Mirrors', 'Beds', 'Sofas'];
    const { member, outsider } = screens.world;
    for (const [path, email, hidden] of [
      ['/dashboard', undefined, []],
      ['/user', member.email, []],
      ['/user', outsider.email, ['Late tables', 'Beds']],
    ] as const) {
      const page = await screens.visit(path, email);
      const seen = (names: string[]) => names.filter((name) => !(hidden as readonly string[]).includes(name));
      await numbersAre(context, page, [
        late(seen(lateOnes).length),
        due(seen(dueOnes).length),
        missing(seen([...lateOnes, ...dueOnes]).length + 1),
      ]);
      assert.deepEqual(await rowsBehind(page, 'Late now', 'preset=late_now'), seen(lateOnes));
      assert.deepEqual(await rowsBehind(page, 'Due this week', 'preset=next_7'), seen(dueOnes));
      assert.deepEqual(
        await rowsBehind(page, 'Missing documents', 'preset=papers_missing'),
        seen([...lateOnes, ...dueOnes, 'Later']),
      );
    }
  });

  test('come before the counts of users and files, and before the account', async () => {
    for (const [path, email, after] of [
      ['/dashboard', undefined, 'Total Users'],
      ['/user', screens.world.member.email, 'Account Information'],
    ] as const) {
      const page = await screens.visit(path, email);
      await linksOf(page).first().waitFor();
      const text = await page.getByRole('main').innerText();
      assert.ok(text.indexOf('Late now') < text.indexOf(after), path);
    }
  });

  test('are accessible, and fit a phone', long, async () => {
    const page = await screens.visit('/user', screens.world.member.email);
    await linksOf(page).first().waitFor();
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    const small = await screens.visit('/dashboard', undefined, { viewport: { width: 320, height: 740 } });
    await linksOf(small).first().waitFor();
    assert.ok(Number(await small.evaluate('document.documentElement.scrollWidth')) <= 320);
  });

  test('are left out without a message if they cannot be loaded, each on its own', long, async (context) => {
    const page = await screens.visit('/healthz', screens.world.member.email);
    await page.route('**/api/containers/page?*preset=late_now*', (route) =>
      route.fulfill({ status: 500, json: { message: 'The disk is away.' } }),
    );
    await page.goto('/user');
    await numbersAre(context, page, [due(4), missing(7)]);
    await page.route('**/api/containers/page?*', (route) => route.fulfill({ status: 500, json: { message: 'No.' } }));
    await page.reload();
    await page.getByRole('heading', { name: 'Recent Activity' }).waitFor();
    await until(page, `document.querySelector('main .mantine-Skeleton-root') === null`);
    assert.equal(await linksOf(page).count(), 0);
    assert.equal(await page.getByRole('alert').count(), 0);
  });

  test('are neither shown nor requested without the right to the containers', async () => {
    const { db } = screens.test.ctx;
    const rights = async (can_view: 0 | 1) => {
      const modules = db.selectFrom('modules').select('id').where('name', '=', productModules.containers);
      await db
        .updateTable('permissions')
        .set({ can_view })
        .where('module_id', 'in', modules)
        .where('role_id', '=', 3)
        .execute();
    };
    await rights(0);
    const page = await screens.visit('/healthz', screens.world.member.email);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/user');
    await loaded(page);
    await page.waitForLoadState('networkidle');
    assert.ok(asked.includes('/api/user/activity'));
    assert.ok(!asked.includes('/api/containers/page'));
    assert.equal(await linksOf(page).count(), 0);
    await rights(1);
  });

  test('the changes of others since the last visit lead to their containers', long, async () => {
    const { member } = screens.world;
    const { db } = screens.test.ctx;
    const admin = await asAdmin(screens.test);
    const page = await screens.visit('/user', member.email);
    await loaded(page);
    const answered = `({ name, responseEnd }) => name.endsWith('/api/containers/looks') && responseEnd > 0`;
    await until(page, `performance.getEntriesByType('resource').some(${answered})`);
    assert.equal(await page.getByText('Since you last looked').count(), 0, 'nothing in the first visit');
    const hourAgo = new Date(screens.test.now().getTime() - 3_600_000).toISOString();
    await db.updateTable('container_looks').set({ looked_at: hourAgo }).where('user_id', '=', member.id).execute();
    const { id } = await enterContainer(admin, { name: 'New rugs' });
    await changeStatus(admin, id, 'Received');
    await page.reload();
    const card = page.getByRole('region', { name: 'Since you last looked' });
    await card.getByText('Marked Received and 1 more change').waitFor();
    await card.getByRole('link', { name: '1 container', exact: true }).waitFor();
    assert.deepEqual(await violationsEverywhere(page, [390, 1440]), []);
    await card.getByRole('link', { name: 'New rugs' }).click();
    await page.waitForURL(`**/container-status/${id}`);
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});

describe('the dashboard of a company without containers', () => {
  const screens = useScreens();

  test('shows no number of containers before the first container, and then also a zero', async (context) => {
    const page = await screens.visit('/dashboard');
    await loaded(page);
    await page.waitForLoadState('networkidle');
    assert.equal(await linksOf(page).count(), 0);
    await enterContainer(await asAdmin(screens.test), { pfi: dayFromNow(1), exFactory: dayFromNow(-9) });
    await page.reload();
    await numbersAre(context, page, [late(0), due(1)]);
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
