import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { odfOf } from '#tests/office-files.ts';
import { pageOf } from './page-of.ts';
import { textOf } from './text-of.ts';

const kindOf = (kind: string) => ({ mediaType: `application/vnd.oasis.opendocument.${kind}` });
const control = (id: string) => `<draw:control draw:control="${id}"/>`;
const read = async (kind: 'text' | 'spreadsheet' | 'presentation', inside: string) => {
  const bytes = odfOf(kind, inside);
  return {
    page: (await pageOf(bytes, kindOf(kind), async () => undefined)) ?? '',
    text: (await textOf(bytes, kindOf(kind))) ?? '',
  };
};

const forms = `<office:forms><form:form>${[
  '<form:text form:id="c1" form:current-value="Kestrel &lt;Shipping&gt;"/>',
  '<form:checkbox form:id="c2" form:label="Reefer" form:current-state="checked" form:value="1"/>',
  '<form:radio form:id="c3" form:label="Prepaid" form:current-selected="true"/>',
  '<form:radio form:id="c4" form:label="Collect"/>',
  '<form:listbox form:id="c5"><form:option form:label="Kiel"/><form:option form:label="Riga" form:current-selected="true"/></form:listbox>',
  '<form:button form:id="c6" form:label="Send order"/>',
  '<form:password form:id="c7" form:value="harbour"/>',
].join('')}</form:form></office:forms>`;
const body = `${forms}<text:p>Name: ${control('c1')}, ${control('c2')}</text:p><text:p>${control('c3')} ${control('c4')}</text:p><text:p>Port ${control('c5')}${control('c6')}${control('c7')}</text:p>`;

describe('the controls of a form in an OpenDocument file', () => {
  test('are shown in their places with their values and choices', async () => {
    const { page } = await read('text', body);
    assert.match(page, /Name: <span class="control">Kestrel &lt;Shipping&gt;.<\/span>, ☑ Reefer/);
    assert.match(page, /◉ Prepaid ○ Collect/);
    assert.match(page, /Port <span class="control">Riga.<\/span><span class="control">Send order.<\/span>/);
    assert.doesNotMatch(page, /harbour|<Shipping/);
  });

  test('are found by the search, also the choices that were not made, but no password', async () => {
    const { text } = await read('text', body);
    for (const words of ['Kestrel <Shipping>', 'Reefer', 'Prepaid', 'Collect', 'Kiel', 'Riga', 'Send order'])
      assert.ok(text.includes(words), words);
    assert.doesNotMatch(text, /harbour/);
  });

  test('are shown in the cells of a sheet and on slides', async () => {
    const cell = `<table:table-cell office:value-type="string"><text:p>Owner</text:p>${control('c1')}</table:table-cell>`;
    const sheet = await read(
      'spreadsheet',
      `<table:table table:name="A">${forms}<table:table-row>${cell}</table:table-row></table:table>`,
    );
    assert.match(sheet.page, /Owner\s+Kestrel/);
    const slide = await read('presentation', `<draw:page draw:name="p">${forms}${control('c2')}</draw:page>`);
    assert.match(slide.page, /<section class="slide">.*☑ Reefer/s);
  });
});

test('the text in a shape of an OpenDocument text is shown, and its title and description are words of their own', async () => {
  const shape =
    '<draw:custom-shape><svg:title>Berth</svg:title><svg:desc>Plan</svg:desc><text:p>Gate 7</text:p></draw:custom-shape>';
  const { page, text } = await read('text', `<text:p>before${shape}after</text:p>`);
  assert.match(page, /before.*Gate 7.*after/s);
  assert.match(text, /before Berth Plan Gate 7 after/);
});
