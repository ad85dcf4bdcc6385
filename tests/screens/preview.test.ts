import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { containerFilesContract } from '#features/container-files/container-files.contract.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { violationsEverywhere } from '#tests/axe.ts';
import { becomes, hold, until, useScreens } from '#tests/browser.ts';
import { compoundFileOf } from '#tests/compound-files.ts';
import { enterContainer } from '#tests/containers.ts';
import { encodeIn } from '#tests/encode.ts';
import { extractStored } from '#tests/extraction.ts';
import { readFixture } from '#tests/fixtures.ts';
import { long } from '#tests/long.ts';
import { asAdmin, makeFileType, makeTeam, makeUser, upload } from '#tests/make.ts';
import { docxOf, xlsxOf } from '#tests/office-files.ts';
import type { TestApp } from '#tests/test-app.ts';
import { zipOfNames } from '#tests/zip.ts';

const phone = { viewport: { width: 390, height: 800 }, hasTouch: true };
const unbroken = `${'x'.repeat(251)}.txt`;
const hostile = '<img src=x onerror="document.title=`ran`">.txt';

/** A PDF of pages with one line each. */
function pdfOf(lines: readonly string[]): string {
  const pages = lines.map((_, at) => `${3 + 2 * at} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages}] /Count ${lines.length} >>`,
    ...lines.flatMap((line, at) => {
      const drawing = `BT /F1 24 Tf 72 700 Td (${line}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${4 + 2 * at} 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>`,
        `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
      ];
    }),
  ].map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`);
  return `%PDF-1.4\n${objects.join('')}trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\n%%EOF\n`;
}

/** A second of silence. */
function wav(): Buffer {
  const samples = 8000;
  const header = Buffer.alloc(44);
  header.write('RIFF');
  header.writeUInt32LE(36 + samples, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(8000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples, 40);
  return Buffer.concat([header, Buffer.alloc(samples, 128)]);
}

/** Three files of one type, newest first. */
async function fillWorld(world: TestApp) {
  const admin = await asAdmin(world);
  const type = await makeFileType(world, 'Waybill');
  for (const name of ['third.txt', 'second.txt', 'first.txt'])
    await upload(admin, type, { name, bytes: `this is ${name}` });
  return { admin };
}

describe('the preview of a file', () => {
  const screens = useScreens({}, fillWorld);
  // Each test begins with a page of its own.
  let page: Page;
  const start = async (path = '/files', options = {}) => {
    page = await screens.visit(path, undefined, options);
  };

  const panel = () => page.getByRole('dialog');
  const button = (name: string) => panel().getByRole('button', { name, exact: true });
  const title = (name: string) => panel().getByRole('heading', { name, exact: true }).waitFor();
  const says = (text: string | RegExp) => panel().getByText(text).first().waitFor();
  const closed = () => panel().waitFor({ state: 'detached' });
  const sent = async (name: string, bytes: Buffer | string, type = 1) =>
    (await upload(screens.world.admin, type, { name, bytes }))[0] as File;
  const open = async (file: { id: number }) => {
    await page.goto(`/files?preview=${file.id}`);
    await panel().waitFor();
  };
  const show = async (name: string, bytes: Buffer | string) => {
    const file = await sent(name, bytes);
    await open(file);
    return file;
  };
  /** Waits until these letters have the highlight of this name. */
  const marked = (name: string, texts: readonly string[]) =>
    until(page, `[...CSS.highlights.get('${name}')].map(String).join() === '${texts.join()}'`);
  const focused = () => page.evaluate('document.activeElement.getAttribute("aria-label")');

  test('a click on a name opens it, and buttons and keys lead through the list', long, async (context) => {
    await start();
    await page.getByRole('button', { name: 'Preview first.txt' }).click();
    await title('first.txt');
    await says('this is first.txt');
    await says('1 of 3');
    assert.match(page.url(), /\/files\?preview=\d+$/);
    assert.equal(await button('Previous file').getAttribute('aria-disabled'), 'true');

    await button('Next file').click();
    await says('this is second.txt');
    await says('2 of 3');
    await page.keyboard.press('ArrowRight');
    await says('this is third.txt');
    assert.equal(await button('Next file').getAttribute('aria-disabled'), 'true');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await says('this is second.txt');

    await page.reload();
    await says('this is second.txt');
    await says('2 of 3');
    await page.keyboard.press('Escape');
    await closed();
    await becomes(context, focused, 'Preview second.txt');
    assert.match(page.url(), /\/files$/);
  });

  test('Back closes it; Enter opens it; the focus stays inside and returns to the row', async (context) => {
    await start();
    await page.getByRole('button', { name: 'Preview first.txt' }).focus();
    await page.keyboard.press('Enter');
    await says('this is first.txt');
    const inside = 'Boolean(document.activeElement.closest("[role=dialog]"))';
    // The dialog takes the focus after it has appeared.
    await until(page, inside);
    for (let tabs = 0; tabs < 9; tabs += 1) {
      assert.equal(await page.evaluate(inside), true);
      await page.keyboard.press('Tab');
    }
    await page.goBack();
    await closed();
    assert.match(page.url(), /\/files$/);
    await becomes(context, focused, 'Preview first.txt');
    await page.goForward();
    await says('this is first.txt');
    await button('Close').click();
    await closed();
  });

  test('it leads past the rows of the page, and a link has its position in the group', async () => {
    await start('/healthz');
    const type = await makeFileType(screens.test, 'Many');
    const names = Array.from({ length: 34 }, (_, at) => ({ name: `many ${at + 1}.txt` }));
    const files = await upload(screens.world.admin, type, ...names);
    const listed = await screens.world.admin.call(filesContract.group, {
      group_id: type,
      group_by: 'file_type',
      limit: 100,
    });
    assert.equal(listed.body.files.length, files.length);
    await open(listed.body.files.at(-1) as File);
    await says('34 of 34');
    await open(listed.body.files[4] as File);
    await says('5 of 34');
    await button('Next file').click();
    await title(listed.body.files[5]?.filename ?? '');
    for (const at of [6, 7]) {
      await page.keyboard.press('Enter');
      await title(listed.body.files[at]?.filename ?? '');
      await says(`${at + 1} of 34`);
      assert.equal(await focused(), 'Next file');
    }
    await page.keyboard.press('Escape');
    await closed();
  });

  test('Download saves the file, and the new tab opens the address of View', async () => {
    await start('/healthz');
    const file = await show('links.txt', 'to be saved');
    assert.equal(
      await panel().getByRole('link', { name: 'Open in new tab' }).getAttribute('href'),
      `/storage/${file.filepath}`,
    );
    for (const act of [() => panel().getByRole('link', { name: 'Download' }).click(), () => page.keyboard.press('d')]) {
      const download = page.waitForEvent('download');
      await act();
      assert.equal((await download).suggestedFilename(), 'links.txt');
    }
  });

  test('its bar has Details, Containers, Edit and Delete, each with a key of its own', long, async () => {
    await start('/healthz');
    const { admin } = screens.world;
    const { id } = await enterContainer(admin, { name: 'Box of the bar', number: 'PO-BAR-1' });
    const file = await sent('bar.txt', 'to be handled');
    await admin.call(containerFilesContract.link, { id, file_ids: [file.id] });
    await open(file);
    await says('to be handled');
    const acts = [
      ['Details', 'i', 'bar.txt'],
      ['Containers', 'c', 'Box of the bar'],
      ['Edit', 'e', 'New filename'],
      ['Delete', 'Delete', 'Are you sure you want to delete this file?'],
    ] as const;
    const newTab = page.getByRole('link', { name: 'Open in new tab' });
    const upper = page.getByRole('dialog').filter({ hasNot: newTab });
    for (const [name, key, shown] of acts) {
      for (const act of [() => page.keyboard.press(key), () => button(name).click()]) {
        await act();
        await upper.getByText(shown).or(upper.getByLabel(shown)).first().waitFor();
        await upper.locator(':focus').waitFor();
        await page.keyboard.press('Escape');
        await upper.waitFor({ state: 'detached' });
      }
    }
    await page.keyboard.press('c');
    await upper.getByRole('link', { name: 'Box of the bar' }).click();
    await page.waitForURL(`**/container-status/${id}`);
  });

  test('a link to a deleted file, or to a file of another team, shows that it is missing', async () => {
    await start('/healthz');
    const gone = await sent('gone.txt', 'gone');
    await screens.world.admin.call(filesContract.remove, { id: gone.id });
    await open(gone);
    await says('It was deleted, or it is no longer shared with you.');
    await page.keyboard.press('Escape');
    await closed();
    const kept = await sent('kept.txt', 'kept');
    const ulf = await makeUser(screens.test, { role: 3, team: await makeTeam(screens.test), name: 'Ulf' });
    page = await screens.visit(`/files?preview=${kept.id}`, ulf.email);
    await says('It was deleted, or it is no longer shared with you.');
    await page.goto('/files?preview=no-number');
    await page.getByRole('heading', { name: 'Files & Documents' }).waitFor();
    assert.equal(await panel().count(), 0);
  });

  test('a file that is deleted before its content is loaded is reported as deleted, and not as a lost connection', async () => {
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    await start('/healthz');
    for (const [name, bytes] of [
      ['note.txt', 'a note'],
      ['dot.png', picture],
      ['pages.pdf', pdfOf(['one'])],
      ['sound.wav', wav()],
    ] as const) {
      const file = await sent(name, bytes);
      const release = await hold(page, (url) => url.pathname.startsWith('/storage/'));
      await open(file);
      await title(name);
      // Its details are loaded.
      await button('Details').waitFor();
      await screens.world.admin.call(filesContract.remove, { id: file.id });
      release();
      await says('It was deleted, or it is no longer shared with you.');
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
  });

  test('while its code loads, a preview has its name, Download and Close, and Escape closes it', async (context) => {
    const file = await sent('slow code.txt', 'shown at last');
    await start('/healthz');
    const release = await hold(page, (url) => /PreviewPanel.*\.js$/.test(url.pathname));
    await open(file);
    await title('slow code.txt');
    const download = panel().getByRole('link', { name: 'Download' });
    assert.match(String(await download.getAttribute('href')), /download=1/);
    await becomes(context, focused, 'Close');
    for (let tabs = 0; tabs < 3; tabs += 1) {
      await page.keyboard.press('Tab');
      // The last element is followed by the browser itself.
      assert.equal(await page.evaluate('document.activeElement.matches("body, dialog, dialog *")'), true);
    }
    await page.keyboard.press('Escape');
    await closed();
    assert.match(page.url(), /\/files$/);
    await page.goBack();
    await open(file);
    await button('Close').click();
    await closed();
    await open(file);
    // While the name is loading too, it stands in the title as well.
    await panel().getByRole('paragraph').filter({ hasText: 'Loading the preview' }).waitFor();
    release();
    await says('shown at last');
    assert.equal(await panel().count(), 1);
  });

  test('a picture is fitted, and shown at its own size by click and by key', long, async (context) => {
    await start('/healthz');
    const noise = { width: 2400, height: 1800, channels: 3, background: '#2c5' } as const;
    await show('large.png', await sharp({ create: noise }).png().toBuffer());
    await button('Show at full size').waitFor();
    const width = () => page.evaluate('document.querySelector("[role=dialog] img").width');
    assert.ok(Number(await width()) < 1300);
    await panel().getByRole('img', { name: 'The picture large.png' }).click();
    await becomes(context, width, 2400);
    await page.keyboard.press('-');
    await button('Show at full size').click();
    await becomes(context, width, 2400);
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    await show('broken.png', Buffer.concat([(await sharp({ create: noise }).png().toBuffer()).subarray(0, 60)]));
    await says('This file cannot be shown');
    await panel().getByRole('link', { name: 'Download' }).last().waitFor();
  });

  test('a search in a PDF counts, marks and steps through its hits, and Escape closes only the search', async () => {
    await start('/healthz');
    await show('found.pdf', pdfOf(['Unload at gate four', 'Second page', 'Third page', 'Gate closed; the gate guard']));
    await panel().getByText('Unload at gate four').waitFor();
    await page.keyboard.press('Control+f');
    const field = panel().getByRole('textbox', { name: 'Search in this document' });
    await field.fill('GATE');
    await says('1 of 3');
    await marked('pdf-hit', ['gate']);
    await button('Next hit').click();
    await says('2 of 3');
    await marked('pdf-hit', ['Gate']);
    await marked('pdf-hits', ['gate']);
    await field.press('Enter');
    await says('3 of 3');
    await field.press('Shift+Enter');
    await says('2 of 3');
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    await field.fill('crane');
    await says('Not found');
    await field.press('Escape');
    await field.waitFor({ state: 'detached' });
    await title('found.pdf');
  });

  test('a document that the text search has found opens on the page of the words, with the words marked', async () => {
    await start('/healthz');
    await sent('manual.pdf', pdfOf(['Unload at gate four', 'Second page', 'Third page', 'Grease the sheaves']));
    await extractStored(screens.test);
    await page.goto('/files?q=sheaves');
    await page
      .locator('[data-in-text]')
      .getByRole('button', { name: /manual\.pdf/ })
      .first()
      .click();
    await panel().getByText('Grease the sheaves').waitFor();
    await marked('pdf-hit', ['sheaves']);
    await until(page, `document.querySelector('[role=dialog] input[aria-label=Page]').value === '4'`);
  });

  test('a turned PDF stays turned for the reader', async () => {
    await start('/healthz');
    await show('sideways.pdf', pdfOf(['Unload at gate four']));
    const first = panel().getByRole('region', { name: 'Page 1 of 1' });
    const isWide = async () => {
      const { width = 0, height = 0 } = (await first.boundingBox()) ?? {};
      return width > height;
    };
    await panel().getByText('Unload at gate four').waitFor();
    assert.equal(await isWide(), false);
    await button('Turn to the right').click();
    await panel().getByText('Unload at gate four').waitFor();
    assert.equal(await isWide(), true);
    // The text stands over the turned letters: at the right, from top to bottom.
    const text = await panel().getByText('Unload at gate four').boundingBox();
    const paper = await first.boundingBox();
    assert.ok(
      text && paper && text.height > 4 * text.width && text.x > paper.x + paper.width / 2,
      JSON.stringify(text),
    );
    await page.reload();
    await panel().getByText('Unload at gate four').waitFor();
    assert.equal(await isWide(), true);
  });

  test('a PDF is drawn page by page, with its text; a protected and a broken one show a message', async () => {
    await start('/healthz');
    await show('pages.pdf', pdfOf(['Unload at gate four', 'Second page', 'Third page', 'Fourth page']));
    await panel().getByText('Unload at gate four').waitFor();
    await until(page, 'document.querySelectorAll("[role=dialog] canvas").length > 0');
    const number = panel().getByRole('textbox', { name: 'Page', exact: true });
    const isOnPage = async (shown: RegExp) => {
      await until(page, `${shown}.test(document.querySelector('[role=dialog] input[aria-label=Page]').value)`);
      await says('of 4');
    };
    await isOnPage(/^1$/);
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    await panel().getByRole('region', { name: 'Page 4 of 4' }).scrollIntoViewIfNeeded();
    await panel().getByText('Fourth page').waitFor();
    await isOnPage(/^[34]$/);
    await page.keyboard.press('+');
    await says('· 150%');
    await button('Zoom out').click();
    await page.keyboard.press('-');
    await says('· 75%');
    await page.keyboard.press('0');
    await panel().getByText('· 75%').waitFor({ state: 'detached' });
    await number.fill('2');
    await number.press('Enter');
    await isOnPage(/^2$/);

    const broken = '%PDF-1.7\nthis is no PDF';
    await show('broken.pdf', broken);
    await says('This file cannot be shown');
    await show('damaged.pdf', readFixture('damaged.pdf'));
    await says('This file cannot be shown');
    await show('locked.pdf', readFixture('protected.pdf'));
    await says('This PDF is protected with a password');
  });

  test('text is shown as it is written, in its own characters, the first megabyte of it', long, async () => {
    await start('/healthz');
    await show('old.txt', Buffer.from('Gr\xfc\xdfe vom Kai\n', 'latin1'));
    await says('Grüße vom Kai');
    await show('code.js', 'document.title = "ran"');
    await says('document.title = "ran"');
    assert.doesNotMatch(await page.title(), /ran/);
    await show('long.log', `${'a line of a log\n'.repeat(90_000)}the end`);
    await says('Only the first 1 MB is shown.');
    assert.equal(await panel().getByText('the end').count(), 0);
    await show('empty.txt', '');
    await says('This file is empty');
  });

  test('Markdown is rendered without HTML and external pictures, and its source is a click away', async () => {
    await start('/healthz');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await show(
      'notes.md',
      '# Arrival\n\nAt **gate 4**, see [the port](https://port.example/) or [not](javascript:alert(1)).\n\n' +
        '<b onclick="alert(1)">html</b> ![crane](https://spy.example/x.png)\n\n![dot](data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=)\n\n| Port | Rate |\n|---|---|\n| Rotterdam | 120 |\n',
    );
    await panel().getByRole('heading', { name: 'Arrival' }).waitFor();
    await panel().getByRole('cell', { name: 'Rotterdam' }).waitFor();
    const link = panel().getByRole('link', { name: 'the port' });
    assert.match(String(await link.getAttribute('rel')), /noopener/);
    assert.equal(await panel().getByRole('link', { name: 'not', exact: true }).count(), 0);
    await panel().getByRole('img', { name: 'dot' }).waitFor();
    assert.equal(await panel().locator('b, img:not([alt=dot])').count(), 0);
    await says('Picture: crane');
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    await panel().getByText('Source', { exact: true }).click();
    await says('# Arrival');
    await show('long.md', `first\n\n${'- item **b** [x](http://x)\n'.repeat(3_000)}\nlast`);
    await says('Only the beginning is rendered.');
    assert.equal(await panel().getByText('last', { exact: true }).count(), 0);
    assert.deepEqual(
      asked.filter((url) => url.includes('example')),
      [],
    );
  });

  test('Markdown that is nested too deeply is shown as its source, and the page stays', async () => {
    await start('/healthz');
    await show('deep.md', `${'> '.repeat(3_000)}the innermost quote`);
    await says('This text is too complex to be rendered. This is its source.');
    await says(/the innermost quote/);
    await panel().getByRole('button', { name: 'Close' }).click();
    await page.getByRole('heading', { name: 'Files & Documents' }).waitFor();
  });

  test('Markdown that would stop the page for seconds is shown as its source', async () => {
    await start('/healthz');
    await show('brackets.md', '[a]('.repeat(20_000));
    await says('This text is too complex to be rendered. This is its source.');
  });

  test('tables of values are tables, the first thousand rows of them', long, async () => {
    await start('/healthz');
    const rows = Array.from({ length: 1500 }, (_, row) => `${row};"a ""quoted""; one";=1+1`).join('\n');
    await show('rates.csv', `number;text;sum\n${rows}\n`);
    await panel().getByRole('columnheader', { name: 'number' }).waitFor();
    await panel().getByRole('cell', { name: 'a "quoted"; one' }).first().waitFor();
    await says('Only the first 1,000 rows and 3 columns are shown.');
    assert.equal(await panel().getByRole('row').count(), 1001);
    await show('tabs.tsv', 'port\trate\nRotterdam, NL\t120\n');
    await panel().getByRole('cell', { name: 'Rotterdam, NL' }).waitFor();
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
  });

  test('a wide table begins with its first rows, and the others follow as the reader scrolls', async () => {
    await start('/healthz');
    const rows = Array.from({ length: 300 }, (_, row) =>
      Array.from({ length: 60 }, (_cell, at) => `${row}-${at}`).join(','),
    );
    await show('wide.csv', `${'port,'.repeat(59)}rate\n${rows.join('\n')}\n`);
    await panel().getByRole('cell', { name: '7-59', exact: true }).waitFor();
    assert.ok((await panel().getByRole('row').count()) < 200);
    const last = panel().getByRole('cell', { name: '299-0', exact: true });
    await until(
      page,
      '(document.querySelector("[role=dialog] table").parentElement.scrollTop += 5000, document.querySelectorAll("[role=dialog] tr").length === 301)',
    );
    await last.waitFor();
  });

  test('a text that names no charset is decoded, and the reader can choose another charset', long, async () => {
    await start('/healthz');
    const table = await sent('груз.csv', encodeIn('koi8-r', 'Номер;Товар\n1;Чай зелёный\n2;Фарфор из Китая\n'));
    await extractStored(screens.test);
    await open(table);
    await panel().getByRole('cell', { name: 'Чай зелёный' }).waitFor();
    const choice = panel().getByRole('combobox', { name: 'Character encoding' });
    assert.equal(await choice.inputValue(), 'koi8-r');
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    await choice.selectOption('ibm866');
    await panel().getByRole('cell', { name: 'Чай зелёный' }).waitFor({ state: 'detached' });
    await choice.focus();
    await page.keyboard.press('ArrowUp');
    await title('груз.csv');
    await show('plain.txt', 'only letters of every charset');
    await says('only letters');
    assert.equal(await choice.count(), 0);
  });

  test('the reader can choose another charset for the names in a ZIP archive that states none', long, async () => {
    await start('/healthz');
    const archive = await sent(
      'papers.zip',
      zipOfNames([encodeIn('gbk', '装箱单.txt'), encodeIn('gbk', '提单与发票.pdf')]),
    );
    await extractStored(screens.test);
    await open(archive);
    const names = page.frameLocator('iframe');
    await names.getByRole('cell', { name: '装箱单.txt' }).waitFor();
    const choice = panel().getByRole('combobox', { name: 'Character encoding' });
    assert.equal(await choice.inputValue(), 'gb18030');
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    await choice.selectOption('ibm866');
    await names.getByRole('cell', { name: '╫░╧ф╡е.txt' }).waitFor();
    await choice.selectOption('gbk');
    await names.getByRole('cell', { name: '提单与发票.pdf' }).waitFor();
    await show('utf8.zip', readFixture('shipment-4711.zip'));
    await extractStored(screens.test);
    await names.getByRole('cell', { name: /重量\.csv/ }).waitFor();
    assert.equal(await choice.count(), 0);
  });

  test('the preview of a 7z archive says that its content is not listed', long, async () => {
    await start('/healthz');
    await show('papers.7z', readFixture('shipment-4712.7z'));
    await says('Stowage does not list what is in a 7z archive');
    await says('Download it and open it with a program on your device.');
  });

  test('sound and video play in the preview and in a tab, and an unplayable file shows a message', long, async () => {
    await start('/healthz');
    const sound = await show('horn.wav', wav());
    await until(page, 'document.querySelector("audio")?.duration > 0.9');
    const tab = await page.context().newPage();
    await tab.goto(`/storage/${sound.filepath}`);
    await until(tab, 'document.querySelector("video, audio")?.readyState > 0');
    await tab.close();
    await show('broken.wav', wav().subarray(0, 40));
    await says('Your browser cannot play this file');
    for (const name of ['horn.flac', 'announcement.mp3']) {
      await show(name, readFixture(name));
      await until(page, 'document.querySelector("audio")?.duration > 1');
    }
    for (const name of ['crane.mp4', 'crane.webm']) {
      await show(name, readFixture(name));
      await until(page, 'document.querySelector("video")?.videoWidth === 160');
    }
  });

  test('an office document appears when its page is extracted, without active content', long, async () => {
    await start('/healthz');
    const text = '<w:p><w:r><w:t>Bill of lading</w:t></w:r></w:p>';
    const document = await sent('bill.docx', docxOf(text));
    const rates = await sent(
      'rates.xlsx',
      xlsxOf('<row r="1"><c r="A1" s="1"><v>45000</v></c></row>', { formats: ['yyyy'] }),
    );
    await open(document);
    await says('The preview is being created');
    await extractStored(screens.test);
    await page.frameLocator('[role=dialog] iframe').getByText('Bill of lading').waitFor();
    assert.equal(await panel().locator('iframe').getAttribute('sandbox'), '');
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    await open(rates);
    await page.frameLocator('[role=dialog] iframe').getByText('2023').waitFor();

    await show('damaged.docx', docxOf(text).subarray(0, 300));
    await says('The preview is being created');
    await extractStored(screens.test);
    await says('This file cannot be shown');
    await show('locked.docx', compoundFileOf({ EncryptedPackage: Buffer.alloc(5000) }));
    await extractStored(screens.test);
    await says('This file is protected with a password');
    await show('berths.vsd', readFixture('berth-plan.vsd'));
    await says('There is no preview of this kind of file');
    assert.deepEqual(await violationsEverywhere(page, [390]), []);
  });

  test('every page of a picture format that browsers cannot show appears', long, async () => {
    await start('/healthz');
    const files = [
      await sent('fax.tif', readFixture('fax-order.tif')),
      await sent('photo.heic', readFixture('photo.heic')),
    ];
    await extractStored(screens.test);
    for (const [index, pictures] of [2, 1].entries()) {
      await open(files[index] as File);
      const shown = page.frameLocator('[role=dialog] iframe').locator('img');
      await shown.nth(pictures - 1).waitFor();
      assert.equal(await shown.count(), pictures);
      assert.ok(
        await shown.first().evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth >= 400),
      );
    }
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
  });

  test('names are text, however long, and fit on a phone without horizontal scrolling', async () => {
    await start('/healthz', phone);
    for (const name of [hostile, unbroken]) {
      const file = await sent(name, 'some text '.repeat(200));
      await open(file);
      await title(name);
      await says('some text');
      const sideways = 'document.querySelector("[role=dialog]").scrollWidth - innerWidth';
      assert.equal(await page.evaluate(sideways), 0);
      for (const control of ['Previous file', 'Next file', 'Close'])
        assert.ok(((await button(control).boundingBox())?.width ?? 0) >= 40, control);
    }
    assert.doesNotMatch(await page.title(), /ran/);
    assert.deepEqual(await violationsEverywhere(page, [390]), []);
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
