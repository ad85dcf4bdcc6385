import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { File } from '#features/files/core/files.contract.ts';
import { useScreens } from '#tests/browser.ts';
import { extractStored } from '#tests/extraction.ts';
import { long } from '#tests/long.ts';
import { asAdmin, makeFileType, upload } from '#tests/make.ts';
import { docxOf, xlsxOf } from '#tests/office-files.ts';
import { outlookItemOf } from '#tests/outlook-files.ts';
import type { TestApp } from '#tests/test-app.ts';

type Page = { getComputedStyle: (element: object) => Record<string, string> };

/** Returns the styles that an element has in the browser. */
const styleOf = (element: Locator): Promise<Record<string, string>> =>
  element.evaluate((one: object) => {
    const { backgroundColor, color, fontWeight, textDecorationLine } = (globalThis as unknown as Page).getComputedStyle(
      one,
    );
    return { backgroundColor, color, fontWeight, textDecorationLine } as Record<string, string>;
  });

async function fillWorld(world: TestApp) {
  const admin = await asAdmin(world);
  await makeFileType(world, 'Waybill');
  return { admin };
}

describe('the preview of a document', () => {
  const screens = useScreens({}, fillWorld);
  const paragraph = (inside: string) => `<w:p>${inside}</w:p>`;
  const run = (text: string, name = 't') => `<w:r><w:${name}>${text}</w:${name}></w:r>`;

  const shown = async (name: string, bytes: Buffer | string) => {
    const [file] = (await upload(screens.world.admin, 1, { name, bytes })) as [File];
    await extractStored(screens.test);
    const page = await screens.visit(`/files?preview=${file.id}`);
    return { panel: page.getByRole('dialog'), document: page.frameLocator('[role=dialog] iframe') };
  };

  test('shows the changes, the formulas, the header and the comments of a Word document', long, async () => {
    const change = `<w:del w:id="1">${run('sixty', 'delText')}</w:del><w:ins w:id="2">${run('forty')}</w:ins>`;
    const root =
      '<m:oMath><m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e><m:r><m:t>c</m:t></m:r></m:e></m:rad></m:oMath>';
    const { document } = await shown(
      'contract.docx',
      docxOf(paragraph(`${change}${root}<w:r><w:commentReference w:id="0"/></w:r>`), {
        main: 'word/document22.xml',
        others: {
          header: { root: 'hdr', inside: paragraph(run('Kestrel Shipping')) },
          comments: {
            root: 'comments',
            inside: `<w:comment w:id="0" w:author="Ann">${paragraph(run('Which gate?'))}</w:comment>`,
          },
        },
      }),
    );
    const lineOf = async (tag: string) => (await styleOf(document.locator(tag)))['textDecorationLine'];
    assert.deepEqual([await lineOf('del'), await lineOf('ins')], ['line-through', 'underline']);
    assert.ok(await document.locator('math msqrt').isVisible());
    await document.getByText('Kestrel Shipping').waitFor();
    await document.getByText('Ann: Which gate?').waitFor();
  });

  test('shows the fills, merged cells and comments of a workbook', async () => {
    const cell = (place: string, text: string) => `<c r="${place}" s="1" t="inlineStr"><is><t>${text}</t></is></c>`;
    const { document } = await shown(
      'rates.xlsx',
      xlsxOf(`<row r="1">${cell('A1', 'Port')}</row><row r="2">${cell('A2', 'Kiel')}${cell('B2', '12')}</row>`, {
        styles:
          '<fonts><font/><font><b/></font></fonts><fills><fill/><fill><patternFill patternType="solid"><fgColor rgb="FF1F3864"/></patternFill></fill></fills><borders><border/></borders><cellXfs><xf/><xf fontId="1" fillId="1"/></cellXfs>',
        after: '<mergeCells><mergeCell ref="A1:B1"/></mergeCells>',
        related: {
          comments:
            '<comments><commentList><comment ref="B2"><text><t>tons?</t></text></comment></commentList></comments>',
        },
      }),
    );
    const port = document.getByRole('cell', { name: 'Port' });
    const { backgroundColor, color, fontWeight } = await styleOf(port);
    assert.deepEqual([backgroundColor, color, fontWeight], ['rgb(31, 56, 100)', 'rgb(255, 255, 255)', '650']);
    assert.equal(await port.getAttribute('colspan'), '2');
    await document.getByText('B2: tons?').waitFor();
  });

  test('shows a table of HTML under the name of a workbook as a table', async () => {
    const { document } = await shown('export.xls', '<table><tr><td>Port</td><td>Größe</td></tr></table>');
    await document.getByRole('cell', { name: 'Größe' }).waitFor();
  });

  test('shows a page of HTML and a drawing without scripts, and their sources a click away', async () => {
    const html = '<!doctype html><title>x</title><script>document.title = "ran"</script><h1>Quay</h1><b>seven</b>';
    const { panel, document } = await shown('page.html', html);
    await document.getByRole('heading', { name: 'Quay' }).waitFor();
    await panel.getByText('Source', { exact: true }).click();
    await panel.getByText('<b>seven</b>').waitFor();
    await panel.getByText('Preview', { exact: true }).click();
    await document.getByText('seven').waitFor();

    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="document.title=`ran`"><rect width="9" height="9"/></svg>';
    const drawing = await shown('plan.svg', svg);
    await drawing.document.getByRole('img', { name: 'Preview' }).waitFor();
    await drawing.panel.getByText('Source', { exact: true }).click();
    await drawing.panel.getByText(/onload=/).waitFor();
    assert.doesNotMatch(await panel.page().title(), /ran/);
  });

  test('shows the source of a drawing that cannot be drawn', async () => {
    const { panel } = await shown('broken.svg', '<svg xmlns="http://www.w3.org/2000/svg"><rect');
    await panel.getByText('<rect').waitFor();
  });

  test('lists the events of a calendar and the contacts of a file, with moments in the time zone of the browser', async () => {
    const event = 'SUMMARY:Vessel call\r\nDTSTART:20260501T070000Z\r\nLOCATION:Kaikante 7';
    const calendar = `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n${event}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
    const { panel, document } = await shown('call.ics', calendar);
    await document.getByRole('heading', { name: 'Vessel call' }).waitFor();
    await document.getByText('Kaikante 7').waitFor();
    assert.match(String(await panel.locator('iframe').getAttribute('src')), /&time_zone=\w+/);
    assert.equal(await document.locator('time').getAttribute('title'), '20260501T070000Z');
    assert.doesNotMatch(await document.locator('time').innerText(), /07:00:00 GMT/);

    const contact = await shown(
      'ann.vcf',
      'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ann Berg\r\nTEL;TYPE=cell:+49 40 1\r\nEND:VCARD\r\n',
    );
    await contact.document.getByRole('heading', { name: 'Ann Berg' }).waitFor();
    await contact.document.getByText('+49 40 1').waitFor();
  });

  test('shows the time and the place of a meeting of Outlook', async () => {
    const { document } = await shown(
      'inspection.msg',
      outlookItemOf({
        texts: { 0x1a: 'IPM.Appointment', 0x37: 'Berth inspection' },
        named: { 0x82_0d: new Date('2026-11-29T08:30:00Z'), 0x82_08: 'Gate 4' },
      }),
    );
    await document.getByText('Sun, 29 Nov 2026 08:30:00 GMT').waitFor();
    await document.getByText('Gate 4').waitFor();
  });

  test('takes a first line that names the delimiter for no row', async () => {
    const { panel } = await shown('rates.csv', 'sep=;\r\nPort;Tons, net\r\nKiel;12,5\r\n');
    await panel.getByRole('columnheader', { name: 'Tons, net' }).waitFor();
    await panel.getByRole('cell', { name: '12,5' }).waitFor();
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
