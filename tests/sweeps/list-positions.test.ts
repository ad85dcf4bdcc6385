import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { containerFilesContract } from '#features/container-files/container-files.contract.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import { useScreens } from '#tests/browser.ts';
import { enterContainer } from '#tests/containers.ts';
import { asAdmin, makeFileType, upload } from '#tests/make.ts';

describe('the lists', () => {
  const screens = useScreens();

  test('every list, also a narrowed one, begins above 300 px on a desktop and above 360 px on a phone', async () => {
    const type = await makeFileType(screens.test, 'Beginnings');
    const admin = await asAdmin(screens.test);
    const [top, gone] = await upload(admin, type, { name: 'top.txt' }, { name: 'gone.txt' });
    await admin.call(filesContract.remove, { id: Number(gone?.id) });
    const notice = {
      user_id: 1,
      title: 'New file',
      message: 'top.txt',
      link: null,
      created_at: screens.test.now().toISOString(),
    };
    await screens.test.ctx.db
      .insertInto('notifications')
      .values({ ...notice, read_at: null })
      .execute();
    const { id: container } = await enterContainer(admin, { name: 'On top', number: 'PO-TOP' });
    await admin.call(containerFilesContract.link, { id: container, file_ids: [Number(top?.id)] });
    const lists = [
      ['/files', '[data-file-row]'],
      ['/files?q=top', '[data-file-row]'],
      [`/files?team=1&type=${type}&date=year`, '[data-file-row]'],
      [`/files?container=${container}`, '[data-file-row]'],
      ['/users', '[data-row-id]'],
      ['/permissionspanel', 'tbody tr'],
      ['/audit', '[data-row-id]'],
      ['/container-status', '[data-row-id]'],
      ['/container-status?q=top', '[data-row-id]'],
      ['/users?role=1', '[data-row-id]'],
      ['/trash', '[data-row-id]'],
      ['/notifications', '[data-row-id]'],
    ] as const;
    const limits = [
      { viewport: { width: 1440, height: 900 }, limit: 300 },
      { viewport: { width: 390, height: 844 }, limit: 360 },
    ];
    for (const { viewport, limit } of limits) {
      const page = await screens.visit('/healthz', 'admin@example.com', { viewport });
      for (const [path, row] of lists) {
        await page.goto(path);
        const box = await page.locator(row).first().boundingBox();
        assert.ok(box && box.y < limit, `${path}: the first row begins at ${box?.y} of ${viewport.width} px`);
      }
      if (limit === 300) {
        await page.goto('/container-status');
        await page.getByRole('button', { name: 'Table', exact: true }).click();
        const box = await page.getByRole('grid').locator('[data-row]').first().boundingBox();
        assert.ok(box && box.y < limit, `the first row of the table begins at ${box?.y} px`);
        await page.getByRole('button', { name: 'Cards', exact: true }).click();
      }
      await page.goto('/files');
      assert.equal(await page.getByRole('link', { name: 'Upload', exact: true }).getAttribute('href'), '/uploadPage');
    }
  });
});
