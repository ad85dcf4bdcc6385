import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checklistContract } from '#features/papers/checklist.contract.ts';
import { makeOpaque, until, useScreens } from '#tests/browser.ts';
import { insertContainers } from '#tests/containers.ts';
import { asAdmin, makeFileType } from '#tests/make.ts';

describe('texts and buttons', () => {
  const screens = useScreens();

  const widths = [390, 600, 768, 900, 1024, 1180, 1280, 1440];

  /** Returns the number of visible lines of text, the pairs of them that overlap, and the texts of buttons that are cut. */
  const findOverlaps = `(() => {
  const lines = [];
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    if (data.trim() === '' || !parentElement.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (parentElement.closest('svg')) continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    for (const box of range.getClientRects()) {
      let { left, top, right, bottom } = box;
      for (let one = parentElement; one !== document.body; one = one.parentElement) {
        const { overflow, clip, clipPath } = getComputedStyle(one);
        const outer = one.getBoundingClientRect();
        if (clip !== 'auto' || clipPath !== 'none') right = left;
        if (overflow === 'visible') continue;
        [left, top] = [Math.max(left, outer.left), Math.max(top, outer.top)];
        [right, bottom] = [Math.min(right, outer.right), Math.min(bottom, outer.bottom)];
      }
      if (right - left > 2) lines.push({ box: { left, top, right, bottom }, text: data.trim().slice(0, 40), parentElement });
    }
  }
  const overlap = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 3 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 5;
  const overlaps = lines.flatMap((one, index) => lines.slice(index + 1)
    .filter((other) => one.parentElement !== other.parentElement && overlap(one.box, other.box))
    .map((other) => one.text + ' / ' + other.text));
  const cut = [...document.querySelectorAll('main .mantine-Button-label')]
    .filter((label) => label.checkVisibility() && label.scrollWidth > label.clientWidth + 1)
    .map((label) => 'cut: ' + label.textContent);
  return { lines: lines.length, faults: [...overlaps, ...cut] };
})()`;

  test('no text overlaps another with thousands of containers, from the width of a phone to that of a desktop', async () => {
    const admin = await asAdmin(screens.test);
    const names = Array.from({ length: 2_400 }, (_, index) => ({ name: `Box ${index}`, number: `PO-${index}` }));
    await insertContainers(screens.test, names);
    await screens.test.ctx.db
      .updateTable('containers')
      .set({ pfi_date: '2020-01-01' })
      .where('id', '>', 1_200)
      .execute();
    const file_type_id = await makeFileType(screens.test, 'Carnet');
    await admin.call(checklistContract.add, { file_type_id, stage: 'received' });
    for (const [path, last] of [
      ['/dashboard', '2,400'],
      ['/container-status', '2,400'],
      ['/users', 'admin@example.com'],
      ['/permissionspanel', 'Permission module'],
      ['/audit', 'Signed in'],
      ['/change-password', 'Sign out all others'],
    ] as const) {
      const page = await screens.visit(path);
      await page.locator('main').getByText(last).filter({ visible: true }).first().waitFor();
      await page.evaluate(makeOpaque);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        // Charts and other parts that measure their place follow the new width after a moment.
        await until(page, `${findOverlaps}.faults.length === 0`).catch(() => undefined);
        const { lines, faults } = (await page.evaluate(findOverlaps)) as { lines: number; faults: string[] };
        assert.deepEqual(faults, [], `${path} at ${width}`);
        assert.ok(lines > 10, `${path} at ${width}: ${lines} lines of text were compared`);
      }
      await screens.closePages();
    }
    assert.deepEqual(screens.problems, []);
  });
});
