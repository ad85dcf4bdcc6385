import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import { dayMs } from '#shared/calendar.ts';
import { violationsEverywhere } from '#tests/axe.ts';
import { hold, stylesOf, until, useScreens } from '#tests/browser.ts';
import { cardOf, changeStatus, dayFromNow, enterContainer } from '#tests/containers.ts';
import { long } from '#tests/long.ts';
import { asAdmin, makeTeam, makeUser, signedIn } from '#tests/make.ts';
import type { TestApp } from '#tests/test-app.ts';

const phone = { width: 390, height: 844 };

async function fillWorld(world: TestApp) {
  const team = await makeTeam(world, 'Imports');
  const other = await makeTeam(world, 'Exports');
  const mona = await makeUser(world, { role: 2, team, name: 'Mona Manager' });
  const gil = await makeUser(world, { role: 3, team: other, name: 'Gil Guest' });
  const admin = await asAdmin(world);
  const supplier = (await admin.call(partiesContract.add, { name: 'Vega Timber Oy' })).body;
  return { admin, mona, gil, team, supplier };
}

describe('the page of a container', () => {
  const screens = useScreens({}, fillWorld);

  const change = async (container: Container, input: object) => {
    const { id, name, container_no, pfi_date, ex_factory_date } = container;
    const details = { name, container_no, expected_date: pfi_date, ex_factory_date };
    const answer = await screens.world.admin.call(containersContract.update, { id, ...details, ...input });
    assert.equal(answer.status, 200, answer.raw.body);
    return answer.body;
  };
  const enterFull = async (name: string) =>
    change(await enterContainer(screens.world.admin, { name, pfi: '2099-11-20' }), {
      expected_date: '2099-11-29',
      reason: 'Vessel was full',
      container_number: 'CSQU 305438 3',
      bl_number: 'MAEU-77',
      supplier_id: screens.world.supplier.id,
      vessel: 'Ever Calm',
      voyage: '044W',
      pol: 'CNNGB',
      pod: 'DEHAM',
      etd: '2099-10-03',
      eta: '2099-11-18',
      assignee_id: screens.world.mona.id,
    });
  const open = async (path: string, who?: { email: string }, options: BrowserContextOptions = {}) =>
    screens.visit(path, who?.email, options);
  const named = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true }).waitFor();
  const section = (page: Page, heading: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: heading, exact: true }) });

  test('shows state, dates with every move, details and timeline, and is linked from the card and the history', async () => {
    const { id } = await enterFull('Linked container');
    await changeStatus(screens.world.admin, id, 'Delayed', 'Typhoon');
    const page = await open('/container-status?search=Linked+container');
    await cardOf(page, 'Linked container').getByRole('link', { name: 'Linked container' }).click();
    await named(page, 'Linked container');
    assert.equal(new URL(page.url()).pathname, `/container-status/${id}`);
    await page.getByText('Not Received', { exact: true }).waitFor();
    const row = section(page, 'Dates').getByRole('row', { name: /^PFI Date/ });
    for (const text of ['Nov 20, 2099', 'Nov 29, 2099', '+9 days, moved once', 'Vessel was full'])
      await row.getByText(text).first().waitFor();
    for (const text of ['CSQU 305438 3', 'MAEU-77', 'Vega Timber Oy', 'Ever Calm', 'Ningbo (CNNGB)', 'Hamburg (DEHAM)'])
      await section(page, 'Details').getByText(text, { exact: true }).waitFor();
    await section(page, 'Timeline').getByText('PFI delayed: Typhoon').waitFor();
    await page.goBack();
    await cardOf(page, 'Linked container').getByRole('button', { name: 'History', exact: true }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Open page' }).click();
    await named(page, 'Linked container');
  });

  test('shows each date and each name of a date on one line, from the width of a phone to that of a desktop', async () => {
    const { id } = await enterFull('Dates on one line');
    const page = await open(`/container-status/${id}`);
    const dates = section(page, 'Dates');
    await dates.getByText('Vessel was full').first().waitFor();
    for (const width of [1440, 1024, 768, phone.width]) {
      await page.setViewportSize({ width, height: 900 });
      const wrapped = await page.evaluate(`[...document.querySelectorAll('main table :is(time, tbody th)')]
        .filter((date) => {
          const range = document.createRange();
          range.selectNodeContents(date);
          return range.getClientRects().length > 1;
        })
        .map((date) => date.textContent)`);
      assert.deepEqual(wrapped, [], `${width} px`);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true, `${width} px`);
    }
  });

  test('leads to the previous and the next container of the list it was opened from', long, async () => {
    for (const [name, pfi] of [
      ['Chain one', dayFromNow(-9)],
      ['Chain two', dayFromNow(-6)],
      ['Chain three', dayFromNow(-3)],
    ] as const)
      await enterContainer(screens.world.admin, { name, pfi });
    const page = await open('/container-status?search=Chain');
    await cardOf(page, 'Chain two').getByRole('link', { name: 'Chain two' }).click();
    await named(page, 'Chain two');
    await page.getByRole('link', { name: 'Next' }).click();
    await named(page, 'Chain three');
    await page.getByRole('link', { name: 'Previous' }).click();
    await named(page, 'Chain two');
    await page.getByRole('link', { name: 'Previous' }).click();
    await named(page, 'Chain one');
    await page.getByRole('link', { name: 'Next' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Previous' }).count(), 0);
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await cardOf(page, 'Chain one').waitFor();
    assert.equal(new URL(page.url()).searchParams.get('search'), 'Chain');
  });

  test('accepts comments; @ suggests people, and the chosen ones are notified', async () => {
    const { id } = await enterContainer(screens.world.admin, { name: 'Talked about' });
    const page = await open(`/container-status/${id}`);
    const field = page.getByLabel('Comment', { exact: true });
    await field.click();
    await page.keyboard.type('Please call the carrier, @mona');
    await page.getByRole('option', { name: 'Mona Manager' }).waitFor();
    await page.keyboard.press('Enter');
    await until(page, `document.activeElement.value === 'Please call the carrier, @Mona Manager '`);
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/comments'));
    await page.getByRole('button', { name: 'Add comment' }).click();
    assert.deepEqual(JSON.parse((await sent).postData() ?? '').mentions, [screens.world.mona.id]);
    await section(page, 'Timeline').getByText('Please call the carrier, @Mona Manager').waitFor();
    await until(page, `document.querySelector('textarea').value === ''`);

    const typed = page.waitForRequest((request) => request.url().endsWith('/comments'));
    await field.fill('Thanks, @mona manager. Ask @nobody too.');
    await page.getByRole('button', { name: 'Add comment' }).click();
    assert.deepEqual(JSON.parse((await typed).postData() ?? '').mentions, [screens.world.mona.id]);
    await section(page, 'Timeline').getByText('Thanks, @mona manager. Ask @nobody too.').waitFor();
  });

  test('a comment that was begun is still there after Next and Previous, and is gone once it is sent', async () => {
    const names = ['Drafted first', 'Drafted second'];
    for (const name of names) await enterContainer(screens.world.admin, { name });
    const page = await open('/container-status?search=Drafted');
    await page.getByRole('link', { name: names[0] as string }).click();
    await named(page, names[0] as string);
    const field = page.getByLabel('Comment', { exact: true });
    await field.fill('Half a thought');
    const step = page
      .getByRole('navigation', { name: 'Containers of the list' })
      .getByRole('link', { name: /^(Next|Previous)$/ });
    await step.click();
    await named(page, names[1] as string);
    assert.equal(await field.inputValue(), '');
    await step.click();
    await named(page, names[0] as string);
    assert.equal(await field.inputValue(), 'Half a thought');
    await page.getByRole('button', { name: 'Add comment' }).click();
    await section(page, 'Timeline').getByText('Half a thought').waitFor();
    await step.click();
    await named(page, names[1] as string);
    await step.click();
    await named(page, names[0] as string);
    assert.equal(await field.inputValue(), '');
  });

  test('a comment is not changed while it is sent', async () => {
    const { id } = await enterContainer(screens.world.admin, { name: 'Slow talk' });
    const page = await open(`/container-status/${id}`);
    const answer = await hold(page, '**/comments');
    await page.getByLabel('Comment', { exact: true }).fill('First');
    await page.getByRole('button', { name: 'Add comment' }).click();
    await until(page, `document.querySelector('textarea').readOnly`);
    await page.getByLabel('Comment', { exact: true }).press('x');
    answer();
    await section(page, 'Timeline').getByText('First', { exact: true }).waitFor();
    await until(
      page,
      `document.querySelector('textarea').value === '' && !document.querySelector('textarea').readOnly`,
    );
  });

  test('can be followed and left, with the list of followers', async () => {
    const { id } = await enterContainer(screens.world.admin, { name: 'Followed' });
    const mona = await signedIn(screens.test, screens.world.mona.email);
    await mona.call(containerWorkContract.follow, { id });
    const page = await open(`/container-status/${id}`);
    const people = section(page, 'People');
    const follower = (name: string) => people.getByRole('listitem').filter({ hasText: name });
    await follower('Mona Manager').waitFor();
    await people.getByRole('button', { name: 'Follow', exact: true }).click();
    await follower('Administrator').waitFor();
    await people.getByRole('button', { name: 'Unfollow' }).click();
    await follower('Administrator').waitFor({ state: 'detached' });
  });

  test('changes assignee, state and dates, and deletes, on the page itself', async () => {
    const { id } = await enterContainer(screens.world.admin, { name: 'Worked on', pfi: '2099-11-20' });
    const page = await open(`/container-status/${id}`);
    await page.getByRole('combobox', { name: 'Assignee' }).fill('mona');
    await page.getByRole('option', { name: 'Mona Manager' }).click();
    await section(page, 'Timeline').getByText('Assignee set to Mona Manager').waitFor();
    // By keyboard: the toasts cover the buttons for three seconds.
    await page.getByRole('button', { name: 'Delay PFI' }).press('Enter');
    const form = page.getByRole('dialog', { name: 'Mark as PFI Delayed' });
    await form.getByLabel('Reason').fill('Typhoon at Ningbo');
    assert.equal(await form.getByLabel('Category').inputValue(), 'weather');
    await form.getByLabel('New PFI Date').selectOption('1 week later: Nov 27, 2099');
    const sent = page.waitForRequest((request) => request.url().endsWith(`/${id}/delay`));
    await form.getByRole('button', { name: 'Mark as Delayed' }).click();
    const { version, ...body } = JSON.parse((await sent).postData() ?? '') as Record<string, unknown>;
    assert.equal(typeof version, 'number');
    assert.deepEqual(body, {
      kind: 'pfi',
      reason: 'Typhoon at Ningbo',
      category: 'weather',
      new_date: '2099-11-27',
    });
    await section(page, 'Timeline').getByText('PFI delayed: Typhoon at Ningbo · Weather').waitFor();
    await section(page, 'Dates').getByText('+7 days, moved once').waitFor();
    await page.getByRole('button', { name: 'Mark Received' }).press('Enter');
    await page.getByRole('button', { name: 'Mark Departed' }).waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('This container was deleted').waitFor();
  });

  test('any other new date can be chosen with the delay', async () => {
    const { id } = await enterContainer(screens.world.admin, { name: 'Later still', exFactory: '2099-08-08' });
    const page = await open(`/container-status/${id}`);
    await page.getByRole('button', { name: 'Delay Ex-Factory' }).click();
    const form = page.getByRole('dialog', { name: 'Mark as Ex-Factory Delayed' });
    await form.getByLabel('Reason').fill('Paint line stopped');
    await form.getByLabel('New Ex-Factory Date').selectOption('Another date');
    assert.equal(await form.getByLabel('Date', { exact: true }).inputValue(), '2099-08-08');
    await form.getByLabel('Date', { exact: true }).fill('');
    await form.getByRole('button', { name: 'Mark as Delayed' }).click();
    await form.getByText('Choose the new date, or "Not known yet".').waitFor();
    await until(page, `document.activeElement.type === 'date'`);
    await form.getByLabel('Date', { exact: true }).fill('2099-08-20');
    await form.getByRole('button', { name: 'Mark as Delayed' }).click();
    await section(page, 'Dates').getByText('+12 days, moved once').waitFor();
  });

  test('an unknown container and one of another team have the same message', async () => {
    const made = await enterContainer(screens.world.admin, { name: 'Not for Gil' });
    await change(made, { team_id: screens.world.team });
    const page = await open('/container-status', screens.world.gil);
    for (const id of ['999999', 'nonsense', String(made.id)]) {
      await page.goto(`/container-status/${id}`);
      await page.getByText("This container doesn't exist, or you don't have access to it.").waitFor();
      await page.getByRole('link', { name: 'Back to the list' }).waitFor();
    }
  });

  test('role 3 reads, comments and follows, but changes nothing', async () => {
    const { id } = await enterContainer(screens.world.admin, { name: 'Read by Gil' });
    const page = await open(`/container-status/${id}`, screens.world.gil);
    await named(page, 'Read by Gil');
    assert.equal(await page.getByRole('button', { name: 'Mark Received' }).isDisabled(), true);
    assert.equal(await page.getByRole('button', { name: 'Edit', exact: true }).count(), 0);
    assert.equal(await page.getByRole('combobox', { name: 'Assignee' }).count(), 0);
    await page.getByLabel('Comment', { exact: true }).fill('Seen at the gate');
    await page.getByRole('button', { name: 'Add comment' }).click();
    await section(page, 'Timeline').getByText('Seen at the gate').waitFor();
  });

  test('prints on one A4 page, also with everything filled in and a long history', async () => {
    const made = await enterFull('Printed container');
    for (let day = 1; day <= 9; day += 1) {
      const { body } = await screens.world.admin.call(containersContract.find, { id: made.id });
      await change(body, { eta: `2099-12-0${day}`, pfi_date: undefined, reason: 'Congestion, a long reason in words' });
      await changeStatus(screens.world.admin, made.id, 'Delayed', 'Typhoon');
    }
    const papers = [...Array(12).keys()].map((index) => ({ name: `Paper ${index}.txt`, bytes: `text ${index}` }));
    await screens.world.admin.call(filesContract.upload, { file_type_id: 1, container_id: made.id }, papers);
    const page = await open(`/container-status/${made.id}`);
    await section(page, 'Timeline').getByText('PFI delayed: Typhoon').first().waitFor();
    await page.getByRole('link', { name: 'Paper 11.txt', exact: true }).waitFor();
    const margin = { top: '10mm', bottom: '10mm', left: '10mm', right: '10mm' };
    const pdf = (await page.pdf({ format: 'A4', margin })).toString('latin1');
    assert.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, 1);
  });

  test('prints dark text when the screen has the dark scheme, which returns afterwards', async () => {
    const { id } = await enterFull('Printed at night');
    const page = await open(`/container-status/${id}`, undefined, { colorScheme: 'dark' });
    const value = section(page, 'Details').getByText('CSQU 305438 3', { exact: true });
    await value.waitFor();
    const onScreen = await stylesOf(value, ['color']);
    // The code that changes the scheme is loaded at the first input.
    await page.keyboard.press('Shift');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await until(page, "document.documentElement.dataset.mantineColorScheme === 'light'");
    assert.deepEqual(await stylesOf(value, ['color']), ['rgb(21, 33, 47)']);
    await page.emulateMedia({ media: null, colorScheme: 'dark' });
    await until(page, "document.documentElement.dataset.mantineColorScheme === 'dark'");
    assert.deepEqual(await stylesOf(value, ['color']), onScreen);
  });

  test("Tab moves from 'Assignee' to 'Follow', past the opened list", async () => {
    for (const name of ['Ana', 'Ben', 'Cleo', 'Dina', 'Emil', 'Fay', 'Gus', 'Hal'])
      await makeUser(screens.test, { role: 2, team: screens.world.team, name });
    const { id } = await enterFull('Assigned by keys');
    const page = await open(`/container-status/${id}`);
    await page.getByText('No one follows this container.').waitFor();
    await page.getByRole('combobox', { name: 'Assignee' }).click();
    await page.getByRole('option', { name: 'Ana', exact: true }).waitFor();
    await page.keyboard.press('Tab');
    // Not the button that clears the field: it is only for the pointer.
    assert.equal(await page.evaluate('document.activeElement.innerText'), 'Follow');
  });

  test('on a phone, the names of its dates and buttons are whole', async () => {
    const { id } = await enterFull('Narrow container');
    const page = await open(`/container-status/${id}`, undefined, { viewport: phone });
    await section(page, 'Timeline').getByText('Created', { exact: true }).waitFor();
    for (const width of [390, 320]) {
      await page.setViewportSize({ ...phone, width });
      const cut = await page.evaluate(`[...document.querySelectorAll('main :is(tbody th, .mantine-Button-label)')]
        .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)`);
      assert.deepEqual(cut, [], `${width} px`);
    }
  });

  test('on a phone, the bar of the next step does not cover the focused control', async () => {
    const { id } = await enterFull('Covered container');
    const covered: string[] = [];
    for (const height of [660, 700, 740, 780, 820]) {
      const page = await open(`/container-status/${id}`, undefined, { viewport: { width: 390, height } });
      await named(page, 'Covered container');
      await page.getByRole('button', { name: 'Mark Received' }).waitFor();
      await page.getByRole('heading', { level: 1 }).focus();
      for (let presses = 0; presses < 14; presses += 1) {
        await page.keyboard.press('Tab');
        const name = await page.evaluate<string | null>(`(() => {
          const one = document.activeElement;
          const bar = document.querySelector('[role=group][aria-label="State of this container"]').parentElement;
          if (one === document.body || bar.contains(one)) return null;
          if (one.getBoundingClientRect().bottom <= bar.getBoundingClientRect().top + 1) return null;
          return one.labels?.[0]?.textContent ?? one.textContent;
        })()`);
        if (name !== null) covered.push(`${height} px: ${name}`);
      }
    }
    assert.deepEqual(covered, []);
  });

  test('meets WCAG 2.2 AA in light and dark, on a desk and on a phone', long, async () => {
    const { id } = await enterFull('Checked page');
    const page = await open(`/container-status/${id}`);
    await section(page, 'Timeline').getByText('Created', { exact: true }).waitFor();
    await section(page, 'People').getByText('No one follows this container.').waitFor();
    assert.deepEqual(await violationsEverywhere(page, [1440, phone.width], 3000), []);
    await page.setViewportSize(phone);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), phone.width);
    // The acts of the yard are under the thumb, wherever the page is scrolled to.
    const acts = page.getByRole('group', { name: 'State of this container' });
    const bottom = async () => {
      const box = await acts.getByRole('button', { name: 'Mark Received' }).boundingBox();
      return phone.height - (box?.y ?? 0) - (box?.height ?? 0);
    };
    await acts.getByRole('button', { name: 'Delay PFI' }).waitFor();
    assert.ok((await bottom()) < 40, `${await bottom()} px above the lower edge`);
  });

  test(
    'the card has the filled fields in a line, and is at most 140 px high on a phone until it is opened',
    long,
    async () => {
      const { id } = await enterFull('Compact container');
      await changeStatus(screens.world.admin, id, 'Delayed', 'Typhoon');
      await changeStatus(screens.world.admin, id, 'Ex Factory Delayed', 'Typhoon');
      const desk = await open('/container-status?search=Compact');
      const line = cardOf(desk, 'Compact container').getByText('Ningbo → Hamburg');
      await line.waitFor();
      const page = await open('/container-status?search=Compact', undefined, { viewport: phone, hasTouch: true });
      const card = cardOf(page, 'Compact container');
      await card.waitFor();
      const height = async () => (await card.boundingBox())?.height ?? 999;
      assert.ok((await height()) <= 140, `${await height()} px`);
      assert.equal(await card.getByText('Ningbo → Hamburg').isVisible(), false);
      await card.getByRole('button', { name: 'Details' }).click();
      await card.getByText('Ningbo → Hamburg').waitFor();
      await card.getByText('ETA Nov 18, 2099').waitFor();
      assert.deepEqual(await violationsEverywhere(page, [phone.width], 1200), []);
    },
  );

  test('derived states are hollow and name their rule, on the card, in the table and on the page', long, async () => {
    const { id } = await enterContainer(screens.world.admin, { name: 'Silent container', pfi: dayFromNow(-1) });
    const happened_at = new Date(Date.now() - 12 * dayMs).toISOString();
    const events = screens.test.ctx.db.updateTable('container_events').where('container_id', '=', id);
    await events.set({ happened_at }).execute();
    const page = await open('/container-status?search=Silent');
    const card = cardOf(page, 'Silent container');
    await card.getByText('No update for 12 days').waitFor();
    const hollow = '[data-derived="true"]';
    const badge = card.locator(hollow).filter({ hasText: 'derived: the PFI date has passed' });
    assert.equal(await badge.count(), 1);
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: 'Silent container' });
    await row.getByText('No update for 12 days').waitFor({ state: 'attached' });
    assert.equal(await row.locator(hollow).count(), 1);
    await page.getByRole('button', { name: 'Cards', exact: true }).click();
    await card.waitFor();
    await page.goto(new URL(`/container-status/${id}`, page.url()).href);
    await page.getByText('No update for 12 days').waitFor();
    assert.deepEqual(await violationsEverywhere(page, [1440, 390], 2600), []);
    const small = await open('/container-status?search=Silent', undefined, { viewport: phone, hasTouch: true });
    const closed = cardOf(small, 'Silent container');
    await closed.waitFor();
    const height = (await closed.boundingBox())?.height ?? 999;
    assert.ok(height <= 140, `${height} px`);
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
