import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { violationsEverywhere } from '#tests/axe.ts';
import { hold, until, useScreens } from '#tests/browser.ts';
import { cardOf, changeStatus, enterContainer } from '#tests/containers.ts';
import { long } from '#tests/long.ts';
import { asAdmin, makeTeam, makeUser, signedIn } from '#tests/make.ts';
import type { TestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

/** The window sizes of a desktop and of a phone. */
const widths = [1440, 360];

async function fillWorld(world: TestApp) {
  const { email } = await makeUser(world, { role: 2, team: await makeTeam(world), name: 'Mona Manager' });
  return { admin: await asAdmin(world), mona: { email, visitor: await signedIn(world, email) } };
}

describe('changing containers', () => {
  const screens = useScreens({}, fillWorld);

  const open = async (path = '/container-status', options: BrowserContextOptions = {}, who?: { email: string }) => {
    const page = await screens.visit(path, who?.email, options);
    await page.getByRole('heading', { name: 'Container Status Management', level: 1 }).waitFor();
    return page;
  };
  const dialog = (page: Page) => page.getByRole('dialog');
  const closed = (page: Page) => dialog(page).waitFor({ state: 'detached' });
  const published = (page: Page, text: string, reason?: string | RegExp) => {
    const toast = page.locator('[data-kind]').filter({ has: page.getByText(text, { exact: true }) });
    return (reason === undefined ? toast : toast.getByText(reason)).first().waitFor();
  };
  const press = (page: Page, name: string, button: string) =>
    cardOf(page, name).getByRole('button', { name: button, exact: true }).click();
  const stored = async (id: number) => (await screens.world.admin.call(containersContract.find, { id })).body;
  const edit = async (
    visitor: Visitor,
    id: number,
    change: { name?: string; expected_date?: string; vessel?: string },
  ) => {
    const { name, container_no, pfi_date, ex_factory_date } = await stored(id);
    const details = { name, container_no, expected_date: pfi_date, ex_factory_date };
    const answer = await visitor.call(containersContract.update, { id, ...details, ...change });
    assert.equal(answer.status, 200, answer.raw.body);
  };

  test('adds a container with name, order number and both dates, all required', async () => {
    const page = await open('/container-status?search=Cedar+boards');
    await page.getByText('No containers found', { exact: true }).waitFor();
    const all = page.getByRole('group', { name: 'Containers by status' }).getByRole('button', { name: /^All/ });
    await all.getByText(/^\d/).waitFor();
    const before = Number((await all.innerText()).replace(/\D/g, ''));
    await page.getByRole('button', { name: 'Add Container' }).click();
    const form = page.getByRole('dialog', { name: 'Add New Container' });
    for (const label of ['Container Name', 'Order Number', 'PFI Date', 'Ex-Factory Date'])
      assert.notEqual(await form.getByLabel(label).getAttribute('required'), null, label);
    for (const label of ['PFI Date', 'Ex-Factory Date'])
      assert.equal(await form.getByLabel(label).getAttribute('type'), 'date', label);
    await form.getByLabel('Container Name').fill('Cedar boards');
    await form.getByLabel('Order Number').fill('PO-1');
    await form.getByLabel('PFI Date').fill('2099-11-20');
    await form.getByLabel('Ex-Factory Date').fill('2099-10-01');
    assert.equal(await form.getByLabel('Reason for the new date').count(), 0);
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await form.getByRole('button', { name: 'Create Container' }).click();
    assert.deepEqual(JSON.parse((await sent).postData() ?? ''), {
      name: 'Cedar boards',
      container_no: 'PO-1',
      expected_date: '2099-11-20',
      ex_factory_date: '2099-10-01',
      status_id: 1,
    });
    await published(page, 'Container created successfully!');
    await closed(page);
    await cardOf(page, 'Cedar boards').getByText('Nov 20, 2099').waitFor();
    await all.getByText(String(before + 1), { exact: true }).waitFor();
    await page.locator('button:focus').filter({ hasText: 'Add Container' }).waitFor();
  });

  test('shows an error at its field and keeps the entered values', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Add Container' }).click();
    await page.getByLabel('Container Name').fill('   ');
    await page.getByLabel('Order Number').fill('PO-2');
    await page.getByLabel('PFI Date').fill('2099-11-20');
    await page.getByLabel('Ex-Factory Date').fill('2099-10-01');
    await page.getByRole('button', { name: 'Create Container' }).click();
    await published(page, 'Failed to save container', 'Enter a name for the container.');
    await dialog(page).getByText('Enter a name for the container.').waitFor();
    assert.equal(await page.getByLabel('Container Name').getAttribute('aria-invalid'), 'true');
    await until(page, `document.activeElement.name === 'name'`);
    assert.equal(await page.getByLabel('Order Number').inputValue(), 'PO-2');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await closed(page);
  });

  test('a wrong check digit of a container number is a hint, not a refusal', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Add Container' }).click();
    const number = page.getByLabel('Order Number');
    await number.fill('CSQU 305438 4');
    const hint = page.getByText('The check digit of CSQU 305438 should be 3. Check for a typo.');
    await hint.waitFor();
    const describedBy = String(await number.getAttribute('aria-describedby'));
    assert.equal(
      await hint.evaluate((one, ids) => ids.includes((one as unknown as { id: string }).id), describedBy),
      true,
    );
    await number.fill('CSQU 305438 3');
    await hint.waitFor({ state: 'detached' });
    await number.fill('CSQU 305438 4');
    await page.getByLabel('Container Name').fill('Mistyped');
    await page.getByLabel('PFI Date').fill('2099-11-20');
    await page.getByLabel('Ex-Factory Date').fill('2099-10-01');
    await page.getByRole('button', { name: 'Create Container' }).click();
    await cardOf(page, 'Mistyped').waitFor();
  });

  test('edits a container; a moved date needs a reason and is shown on the card', async () => {
    const { id } = await enterContainer(screens.world.admin, { name: 'To be moved', pfi: '2099-11-20' });
    await edit(screens.world.admin, id, { expected_date: '2099-11-24' });
    const page = await open('/container-status?search=To+be+moved');
    await cardOf(page, 'To be moved').getByText('+4 days, moved once').waitFor();
    await press(page, 'To be moved', 'Edit');
    const form = page.getByRole('dialog', { name: 'Edit Container' });
    assert.equal(await form.getByLabel('Container Name').inputValue(), 'To be moved');
    assert.equal(await form.getByLabel('PFI Date').inputValue(), '2099-11-24');
    assert.equal(await form.getByLabel('Reason for the new date').count(), 0, 'no date has changed');
    await form.getByLabel('PFI Date').fill('2099-11-29');
    await form.getByLabel('Reason for the new date').fill('Vessel was full');
    await form.getByRole('button', { name: 'Update Container' }).click();
    await published(page, 'Container updated successfully!');
    await closed(page);
    const card = cardOf(page, 'To be moved');
    await card.getByText('Nov 29, 2099').waitFor();
    await card.getByText('+9 days, moved twice').waitFor();
    await press(page, 'To be moved', 'History');
    await dialog(page)
      .getByText('PFI date moved from Nov 24, 2099 to Nov 29, 2099 (+5 days): Vessel was full')
      .waitFor();
    const first = dialog(page).getByRole('heading', { name: 'First dates' }).locator('xpath=..');
    await first.getByText('Nov 20, 2099').waitFor();
  });

  test('an edit after another user’s change shows both values and can overwrite theirs', async () => {
    const { id } = await enterContainer(screens.world.admin, { name: 'Contested', pfi: '2099-11-20' });
    const page = await open('/container-status?search=Contested');
    await press(page, 'Contested', 'Edit');
    await page.getByLabel('PFI Date').fill('2099-12-24');
    const other = await open('/container-status?search=Contested', {}, screens.world.mona);
    await press(other, 'Contested', 'Edit');
    await other.getByLabel('PFI Date').fill('2099-12-01');
    await other.getByLabel('Container Name').fill('Contested by Mona');
    await other.getByRole('button', { name: 'Update Container' }).click();
    await closed(other);
    await edit(screens.world.mona.visitor, id, { vessel: 'Aurora' });

    await page.getByRole('button', { name: 'Update Container' }).click();
    await published(page, 'Failed to save container', /Mona Manager changed this container/);
    const form = page.getByRole('dialog', { name: 'Edit Container' });
    await form.getByText('Stored now: Dec 1, 2099').waitFor();
    await form.getByText('Stored now: Contested by Mona').waitFor();
    await form.getByText('Stored now: Aurora').waitFor();
    assert.equal(await form.getByLabel('PFI Date').inputValue(), '2099-12-24', 'what was typed stays');
    assert.deepEqual(await violationsEverywhere(page, widths), []);
    await form.getByRole('button', { name: 'Overwrite' }).click();
    await published(page, 'Container updated successfully!');
    await closed(page);
    await cardOf(page, 'Contested').getByText('Dec 24, 2099').waitFor();
    const { name, pfi_date, vessel } = await stored(id);
    // Each field has the value that the form showed.
    assert.deepEqual({ name, pfi_date, vessel }, { name: 'Contested', pfi_date: '2099-12-24', vessel: undefined });
  });

  test('an edit after another user’s change can take over the stored values', async () => {
    const { id } = await enterContainer(screens.world.admin, { name: 'Yielded', pfi: '2099-11-20' });
    const page = await open('/container-status?search=Yielded');
    await press(page, 'Yielded', 'Edit');
    await page.getByLabel('Container Name').fill('Yielded by me');
    await edit(screens.world.mona.visitor, id, { name: 'Yielded to Mona', vessel: 'Aurora' });
    await page.getByRole('button', { name: 'Update Container' }).click();
    await page.getByText('Stored now: Yielded to Mona').waitFor();
    await page.getByText('Stored now: Aurora').waitFor();
    await page.getByRole('button', { name: 'Use the stored values' }).click();
    await until(page, `document.querySelector('input[name=name]').value === 'Yielded to Mona'`);
    await page.getByText('Stored now').waitFor({ state: 'detached' });
    await page.getByLabel('Order Number').fill('PO-mine');
    await page.getByRole('button', { name: 'Update Container' }).click();
    await closed(page);
    const { name, container_no } = await stored(id);
    assert.deepEqual({ name, container_no }, { name: 'Yielded to Mona', container_no: 'PO-mine' });
  });

  test('moves through the states with one click each, and back', async () => {
    await enterContainer(screens.world.admin, { name: 'Traveller' });
    const page = await open('/container-status?search=Traveller');
    for (const [button, next] of [
      ['Mark Received', 'Mark Departed'],
      ['Mark Departed', 'Undo Departed'],
      ['Undo Departed', 'Mark Departed'],
    ] as const) {
      await press(page, 'Traveller', button);
      await published(page, 'Container updated successfully!');
      await cardOf(page, 'Traveller').getByRole('button', { name: next }).waitFor();
      await until(page, `document.activeElement.textContent === '${next}'`);
    }
    await cardOf(page, 'Traveller').getByText('Checked by').waitFor();
    await press(page, 'Traveller', 'History');
    const events = dialog(page).getByRole('listitem');
    await events.first().waitFor();
    assert.deepEqual((await events.locator('p:first-of-type').allTextContents()).slice(0, 4), [
      'Departure undone',
      'Marked Departed',
      'Marked Received',
      'Created',
    ]);
  });

  test('a double click is one move', async () => {
    const { id } = await enterContainer(screens.world.admin, { name: 'Impatient' });
    const page = await open('/container-status?search=Impatient');
    let moves = 0;
    page.on('request', (request) => (moves += request.method() === 'PUT' ? 1 : 0));
    await cardOf(page, 'Impatient').getByRole('button', { name: 'Mark Received' }).dblclick({ delay: 120 });
    await cardOf(page, 'Impatient').getByRole('button', { name: 'Mark Departed' }).waitFor();
    await press(page, 'Impatient', 'History');
    const events = dialog(page).getByRole('listitem');
    await events.filter({ hasText: 'Created' }).waitFor();
    assert.deepEqual(await events.locator('p:first-of-type').allTextContents(), ['Marked Received', 'Created']);
    assert.equal(moves, 1);
    assert.equal((await stored(id)).status_name, 'Received');
  });

  test('shows the reason of a failed move, a busy button meanwhile, and reloads', async () => {
    const { id } = await enterContainer(screens.world.admin, { name: 'Stale' });
    const page = await open('/container-status?search=Stale');
    const letGo = await hold(page, '**/api/containers/*/status');
    const button = cardOf(page, 'Stale').getByRole('button', { name: 'Mark Received' });
    await button.click();
    await cardOf(page, 'Stale').locator('button[aria-busy=true]').waitFor();
    await changeStatus(screens.world.mona.visitor, id, 'Received');
    letGo();
    await published(page, 'Failed to update Container', /Received/);
    await cardOf(page, 'Stale').getByRole('button', { name: 'Mark Departed' }).waitFor();
    assert.equal((await stored(id)).status_name, 'Received');
  });

  test('a card that leaves the filtered list moves the focus to the heading', async () => {
    await enterContainer(screens.world.admin, { name: 'Leaving' });
    const page = await open('/container-status?status=Not+Received&search=Leaving');
    await press(page, 'Leaving', 'Mark Received');
    await page.getByText('No containers found', { exact: true }).waitFor();
    await until(page, `document.activeElement.tagName === 'H1'`);
  });

  test('delays the PFI with a reason, and not without one', async () => {
    const { id } = await enterContainer(screens.world.admin, { name: 'Late papers' });
    const page = await open('/container-status?search=Late+papers');
    await press(page, 'Late papers', 'Delay PFI');
    const form = page.getByRole('dialog', { name: 'Mark as PFI Delayed' });
    await form.getByText('Late papers', { exact: true }).waitFor();
    await form.getByRole('button', { name: 'Mark as Delayed' }).click();
    await published(page, 'Please provide a delay reason');
    await form.getByText('Please provide a delay reason').waitFor();
    await until(page, `document.activeElement.tagName === 'TEXTAREA'`);
    assert.equal((await stored(id)).is_delayed_pfi, 0);
    await form.getByLabel('Reason').fill('  \n ');
    await form.getByRole('button', { name: 'Mark as Delayed' }).click();
    await form.getByText('Please provide a delay reason').waitFor();
    await form.getByLabel('Reason').fill('Letter of credit\nis missing');
    await form.getByLabel('Category').selectOption('Documents');
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await form.getByRole('button', { name: 'Mark as Delayed' }).click();
    assert.deepEqual(JSON.parse((await sent).postData() ?? ''), {
      status: 'Delayed',
      delay_reason: 'Letter of credit\nis missing',
      delay_category: 'documents',
      version: 1,
    });
    await published(page, 'Container updated successfully!');
    await closed(page);
    const card = cardOf(page, 'Late papers');
    await card.getByText('Delayed', { exact: true }).waitFor();
    await card.getByRole('button', { name: /^PFI Delay History\s+1$/ }).click();
    await card.getByText('Letter of credit is missing').waitFor();
    await card.locator('ol').getByText('Documents', { exact: true }).waitFor();
    assert.equal((await stored(id)).status_name, 'Not Received', 'the stored status stays');
  });

  test('delays ex factory with a reason', async () => {
    const { id } = await enterContainer(screens.world.admin, { name: 'Late factory' });
    await changeStatus(screens.world.admin, id, 'Received');
    const page = await open('/container-status?search=Late+factory');
    await press(page, 'Late factory', 'Delay Ex-Factory');
    const form = page.getByRole('dialog', { name: 'Mark as Ex-Factory Delayed' });
    await form.getByLabel('Reason').fill('Paint line stopped');
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await form.getByRole('button', { name: 'Mark as Delayed' }).click();
    assert.equal(JSON.parse((await sent).postData() ?? '').status, 'Ex Factory Delayed');
    await closed(page);
    const card = cardOf(page, 'Late factory');
    await card.getByRole('button', { name: /^Ex-Factory Delay History\s+1$/ }).click();
    await card.getByText('Paint line stopped').waitFor();
  });

  test('a delay of a changed container shows the conflict and can be sent again', async () => {
    const { id } = await enterContainer(screens.world.admin, { name: 'Raced' });
    const page = await open('/container-status?search=Raced');
    await press(page, 'Raced', 'Delay PFI');
    await page.getByLabel('Reason').fill('No vessel');
    await changeStatus(screens.world.mona.visitor, id, 'Received');
    await page.getByRole('button', { name: 'Mark as Delayed' }).click();
    await published(page, 'Failed to update Container', /Mona Manager/);
    await dialog(page)
      .getByText(/Mona Manager changed this container in the meantime. It is Received now/)
      .waitFor();
    assert.equal(await page.getByLabel('Reason').inputValue(), 'No vessel');
    await page.getByRole('button', { name: 'Mark as Delayed' }).click();
    await closed(page);
    assert.equal((await stored(id)).is_delayed_pfi, 1);
  });

  test('after a conflict, the weeks of a delay count from the stored date', async () => {
    const { id } = await enterContainer(screens.world.admin, { name: 'Moved twice', pfi: '2099-11-20' });
    const page = await open('/container-status?search=Moved+twice');
    await press(page, 'Moved twice', 'Delay PFI');
    await page.getByLabel('Reason').fill('No vessel');
    await page.getByLabel('New PFI Date').selectOption('1 week later: Nov 27, 2099');
    const details = { name: 'Moved twice', container_no: (await stored(id)).container_no };
    const dates = { expected_date: '2099-12-20', ex_factory_date: (await stored(id)).ex_factory_date };
    await screens.world.mona.visitor.call(containersContract.update, { id, ...details, ...dates });
    await page.getByRole('button', { name: 'Mark as Delayed' }).click();
    await dialog(page)
      .getByText(/Mona Manager changed this container in the meantime/)
      .waitFor();
    const chosen = page.getByLabel('New PFI Date').locator('option:checked');
    assert.equal(await chosen.textContent(), '1 week later: Dec 27, 2099');
    await page.getByRole('button', { name: 'Mark as Delayed' }).click();
    await closed(page);
    assert.equal((await stored(id)).pfi_date, '2099-12-27');
  });

  test('a container deleted in the meantime cannot be delayed: no container is selected then', async () => {
    const { id } = await enterContainer(screens.world.admin, { name: 'Vanishing' });
    const page = await open();
    await press(page, 'Vanishing', 'Delay PFI');
    await page.getByLabel('Reason').fill('No vessel');
    await screens.world.mona.visitor.call(containersContract.remove, { id });
    await page.getByRole('button', { name: 'Mark as Delayed' }).click();
    await dialog(page).getByText('This container no longer exists.').waitFor();
    await page.getByRole('button', { name: 'Mark as Delayed' }).click();
    await published(page, 'No container selected');
    await page.keyboard.press('Escape');
    await closed(page);
    await cardOf(page, 'Vanishing').waitFor({ state: 'detached' });
  });

  test('deletes only after the question of the specification; the trash restores it', async () => {
    const { id } = await enterContainer(screens.world.admin, { name: 'Thrown away', number: 'PO-TRASH' });
    const page = await open();
    await press(page, 'Thrown away', 'Delete');
    await dialog(page).getByText('Are you sure you want to delete this container?', { exact: true }).waitFor();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await closed(page);
    assert.equal(await cardOf(page, 'Thrown away').count(), 1);
    await press(page, 'Thrown away', 'Delete');
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await published(page, 'Container deleted successfully!');
    await cardOf(page, 'Thrown away').waitFor({ state: 'detached' });
    await until(page, `document.activeElement.tagName === 'H1'`);

    await page.getByRole('button', { name: 'Trash' }).click();
    const trash = page.getByRole('dialog', { name: 'Deleted containers' });
    const item = trash.getByRole('listitem').filter({ hasText: 'Thrown away' });
    await item.getByText('PO-TRASH').waitFor();
    await item.getByText(/^Deleted by Administrator, /).waitFor();
    await item.getByText('30 days left').waitFor();
    await item.getByRole('button', { name: 'Restore' }).click();
    await published(page, 'Container restored');
    await item.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await closed(page);
    await cardOf(page, 'Thrown away').waitFor();
    await press(page, 'Thrown away', 'History');
    await dialog(page).getByText('Restored', { exact: true }).waitFor();
    await dialog(page).getByText('Deleted', { exact: true }).waitFor();
    assert.equal((await stored(id)).name, 'Thrown away');
  });

  test('shows the reason of a failed deletion, and keeps the card', async () => {
    await enterContainer(screens.world.admin, { name: 'Clinging' });
    const page = await open('/container-status?search=Clinging');
    await page.route('**/api/containers/*', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 503, json: { message: 'The database is away.' } })
        : route.continue(),
    );
    await press(page, 'Clinging', 'Delete');
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await published(page, 'Failed to delete container', 'The database is away.');
    assert.equal(await cardOf(page, 'Clinging').count(), 1);
  });

  test('works with the keyboard alone', async () => {
    await enterContainer(screens.world.admin, { name: 'By keyboard' });
    const page = await open('/container-status?search=By+keyboard');
    const card = cardOf(page, 'By keyboard');
    await card.getByRole('button', { name: 'History', exact: true }).focus();
    for (const name of ['Download dossier', 'Edit', 'Delete', 'Delay PFI']) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(`document.activeElement.ariaLabel ?? document.activeElement.textContent`);
      assert.equal(focused, name);
    }
    await page.keyboard.press('Enter');
    await dialog(page).locator('textarea:focus').waitFor();
    await page.keyboard.type('Typed');
    // The new date, 'Attach documents', 'Cancel' and 'Mark as Delayed'.
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await closed(page);
    await card.getByText('Delayed', { exact: true }).waitFor();
    await until(page, `document.activeElement.textContent === 'Delay PFI'`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await card.getByRole('button', { name: 'Mark Departed' }).waitFor();
    await until(page, `document.activeElement.textContent === 'Mark Departed'`);
    await page.keyboard.press('Tab');
    await until(page, `document.activeElement.textContent === 'Documents'`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await card.getByText('Typed').waitFor();
  });

  test('dialogs and drawers meet WCAG 2.2 AA in light and dark, on a desk and on a phone', long, async () => {
    const { id } = await enterContainer(screens.world.admin, { name: 'For the trash' });
    await screens.world.admin.call(containersContract.remove, { id });
    await enterContainer(screens.world.admin, { name: 'Looked at' });
    const page = await open('/container-status?search=Looked+at');
    // First, because the message of the delay dialog covers the head of the drawer.
    await page.getByRole('button', { name: 'Trash' }).click();
    await dialog(page).getByText('For the trash').waitFor();
    assert.deepEqual(await violationsEverywhere(page, widths), [], 'Trash');
    await page.keyboard.press('Escape');
    await closed(page);
    for (const button of ['Delay PFI', 'Edit', 'Delete']) {
      await press(page, 'Looked at', button);
      await dialog(page).locator(':focus').waitFor();
      if (button === 'Delay PFI') await page.getByRole('button', { name: 'Mark as Delayed' }).click();
      if (button === 'Edit') await page.getByLabel('Order Number').fill('CSQU3054384');
      assert.deepEqual(await violationsEverywhere(page, widths), [], button);
      await page.keyboard.press('Escape');
      await closed(page);
    }
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
