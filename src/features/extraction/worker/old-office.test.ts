import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CFB, utils, write } from '@e965/xlsx';
import { charsetSamples } from '#tests/charset-samples.ts';
import { compoundFileOf, word6Of } from '#tests/compound-files.ts';
import { encodeIn } from '#tests/encode.ts';
import { readFixture } from '#tests/fixtures.ts';
import { valueOfCell } from '../table.rules.ts';
import { oldWorkbookRows } from './old-workbook.ts';
import { pageOf } from './page-of.ts';
import { textOf } from './text-of.ts';

/** Word for Windows never used these charsets. */
const otherSystems = ['koi8-r', 'ibm866', 'euc-jp'];
/** Most of their letters are in ASCII, so only the language of the document distinguishes them. */
const latin = ['windows-1250', 'windows-1254'];
const word = { mediaType: 'application/msword' };

const lettersInLatin = {
  'windows-1250': [
    'Wyładunek przesyłki nastąpi w porcie w Gdyni. Każda skrzynia została zważona i oznaczona, a brakujące listy prześlemy później.',
    'Vážený pane řediteli, zboží bylo naloženo v přístavu. Zásilka těží ze zdržení, proto žádáme o potvrzení příjezdu a o změnu věci. Že šroubů chybí šest, víme též.',
    'Vážený pán riaditeľ, zásielka bola naložená v prístave. Prosíme, potvrďte včas, či tovar príde v žltých škatuliach, a pošlite nám číslo účtu.',
    'Spoštovani, pošiljka je že naložena v pristanišču. Prosimo, potrdite čas prihoda ladje in število škatel, ki so še v skladišču.',
    'Tisztelt Igazgató Úr! A küldeményt a kikötőben berakodták. Kérjük, erősítse meg a hajó érkezését, és küldje el az első számlát az előző címre, ahol a gépjármű őrzése történik.',
  ],
  'windows-1254': [
    'Sayın Müdür, yük limanda gemiye yüklenmiştir. Varış saatini ve eksik sandıkların sayısını bildirmenizi, ayrıca gümrük işlemlerinin başladığını onaylamanızı rica ederiz.',
  ],
  // With names that are not of these languages.
  'windows-1252': [
    'Sehr geehrter Herr Müller, die Stückgüter für Dušan Žižka und Tomáš Veselý wurden in Köln übergeben. Größe und Gewicht prüfen wir später, die Erklärung schließt das ein.',
    "Monsieur, les caisses de Dušan Žižka et de Tomáš Hašek sont arrivées à l'entrepôt. La déclaration a été reçue, mais le contrôle vétérinaire s'est prolongé après la fête.",
    'Muy señor mío: ¿Cuándo llegará el buque? Añadimos 30 m³ de lámparas, según la factura nº 12, y la mercancía está en el almacén de Málaga.',
    'Bästa kund, lådorna för Dušan Žižka och Tomáš Hašek står på kajen i Göteborg. Vågen är på väg, och vi återkommer när allt är lastat.',
    'Kjære Bjørn, kassene til Dušan Žižka, Tomáš Hašek og Zoë Èze står på kaia. Også nøklene er på plass, så lasten går på onsdag.',
    'Prezado Senhor, as caixas chegaram ao porto de São Luís. A declaração não está pronta, e a informação sobre as lâmpadas virá amanhã, pois as seções são três.',
    'Háttvirti herra, gámurinn er kominn í höfnina og þar bíður hann þess að þér sækið hann. Ýmsir kassar eru þó óþurrir, og það þýðir bið.',
    'Hea härra, kastid on sadamas. Võtke ühendust, sest öösel võib jää tõusta, ja šeff ütles, et žürii töö lõpeb õhtul.',
  ],
};

test('a document of Word 6 or 95 is read in the code page of its language, without field codes', async () => {
  const field = '\u0013 HYPERLINK "secret" \u0014порт\u0015';
  const document = word6Of(encodeIn('windows-1251', `Ведомость груза\rИтого ${field}\u0007`), 0x04_19);
  assert.equal(await textOf(document, word), 'Ведомость груза Итого порт');
  assert.match((await pageOf(document, word, async () => undefined)) ?? '', /<p dir="auto">Ведомость груза<\/p>/);
});

test('a document of Word 6 or 95 whose letters cannot be in the code page of its language is detected', async () => {
  const english = 0x04_09;
  for (const [charset, texts] of Object.entries(charsetSamples).filter(
    ([one]) => ![...otherSystems, ...latin].includes(one),
  ))
    for (const text of texts)
      assert.equal(
        await textOf(word6Of(encodeIn(charset, text), english), word),
        text.replaceAll(/\s+/g, ' '),
        `${charset}: ${text}`,
      );
  const mac = { characterSet: 256 };
  assert.equal(await textOf(word6Of(encodeIn('macintosh', 'Größe in Lübeck'), english, mac), word), 'Größe in Lübeck');
  const order = 'Заказ на перевозку, порт назначения Гамбург. Contact: Kestrel & Holm';
  assert.equal(await textOf(word6Of(encodeIn('x-mac-cyrillic', order), english, mac), word), order);
});

test('a document of Word 6 or 95 in Latin letters whose header says English is read as Central European or Turkish if it is', async () => {
  const english = 0x04_09;
  for (const [charset, text] of Object.entries(lettersInLatin).flatMap(([one, texts]) =>
    texts.map((text) => [one, text] as const),
  ))
    assert.equal(
      await textOf(word6Of(encodeIn(charset, text), english), word),
      text.normalize('NFKC'),
      `${charset}: ${text}`,
    );
});

test('a document of the editions of Word 95 for East Asia is read', async () => {
  const document = word6Of(Buffer.from('Packing list 装箱单', 'utf16le'), 0x04_04, {
    signature: 0xa6_99,
    version: 104,
    flags: 0x10_00,
  });
  assert.equal(await textOf(document, word), 'Packing list 装箱单');
});

test('a document of an old Office program is read also with the name of a new one', async () => {
  const [office, rates] = ['application/vnd.openxmlformats-officedocument', utils.book_new()];
  utils.book_append_sheet(rates, utils.aoa_to_sheet([['Pier 7']]), 'Berths');
  for (const [bytes, kind, words] of [
    [word6Of(Buffer.from('Bill of lading'), 1033), 'wordprocessingml.document', /Bill of lading/],
    [Buffer.from(write(rates, { type: 'buffer', bookType: 'biff8' }) as Uint8Array), 'spreadsheetml.sheet', /Pier 7/],
    [readFixture('berth-training.ppt'), 'presentationml.presentation', /Keep clear of the spreader/],
  ] as const) {
    const mediaType = `${office}.${kind}`;
    assert.match((await textOf(bytes, { mediaType })) ?? '', words);
    assert.match((await pageOf(bytes, { mediaType }, async () => undefined)) ?? '', words);
  }
});

test('a binary workbook is read, without its hidden sheets on the page', async () => {
  const book = utils.book_new();
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ['Berth', 'Depth'],
      ['Pier 7', 12.5],
    ]),
    'Berths',
  );
  utils.book_append_sheet(book, utils.aoa_to_sheet([['internal margin']]), 'Margins');
  Object.assign(book, { Workbook: { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] } });
  for (const [bookType, mediaType] of [
    ['xlsb', 'application/vnd.ms-excel.sheet.binary.macroenabled.12'],
    ['biff8', 'application/vnd.ms-excel'],
    ['biff5', 'application/vnd.ms-excel'],
  ] as const) {
    const bytes = Buffer.from(write(book, { type: 'buffer', bookType }) as Uint8Array);
    assert.equal(await textOf(bytes, { mediaType }), 'Berths Berth Depth Pier 7 12.5 Margins internal margin');
    const page = (await pageOf(bytes, { mediaType }, async () => undefined)) ?? '';
    assert.match(page, /<td>Pier 7<\/td><td class="number">12\.5<\/td>/);
    assert.doesNotMatch(page, /internal margin/);
  }
});

test('a number in an old workbook is a date only if its format shows one', async () => {
  const formats = ['[Red]0.00', '[$USD] #,##0', '[$CHF]0', '0.0 \\d', 'h:mm', 'dd/mm/yyyy', '[$-409]d-mmm-yy'];
  const sheet = utils.aoa_to_sheet([formats.map((z) => ({ t: 'n', v: 46_085, z }))]);
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'Sheet1');
  const bytes = Buffer.from(write(book, { type: 'buffer', bookType: 'biff8' }) as Uint8Array);
  const [read] = await oldWorkbookRows(bytes);
  assert.deepEqual(
    read?.rows.map((row) => row.map(valueOfCell)),
    [[46_085, 46_085, 46_085, 46_085, 46_085, '2026-03-04', '2026-03-04']],
  );
  assert.deepEqual(read?.rows[0]?.[2], [46_085, 'CHF46085']);
  assert.match((await textOf(bytes, { mediaType: 'application/vnd.ms-excel' })) ?? '', /46085\.00 46085/);
});

/** Returns a record of a presentation. Containers have the version 15. */
function pptRecord(type: number, body: Buffer, version = 0): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16LE(version, 0);
  head.writeUInt16LE(type, 2);
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

const numbers = (...values: number[]) => Buffer.from(new Uint32Array(values).buffer);

test('the headers and footers of the slides of PowerPoint 97 are found', async () => {
  const file = CFB.read(readFixture('berth-training.ppt'), { type: 'buffer' });
  const streamOf = (name: string) => Buffer.from(CFB.find(file, name)?.content ?? []);
  const [stream, user] = [streamOf('PowerPoint Document'), streamOf('Current User')];
  // Another save appends a slide with a footer, and the list of what changed.
  const footer = pptRecord(0x0f_d9, pptRecord(0x0f_ba, Buffer.from('Terminal staff only', 'utf16le')), 15);
  const slide = pptRecord(0x03_ee, footer, 15);
  const list = pptRecord(0x17_72, numbers((1 << 20) + 9_000, stream.length));
  const lastEdit = user.readUInt32LE(16);
  const edit = pptRecord(0x0f_f5, numbers(0, 0, lastEdit, stream.length + slide.length, 1, 0, 0));
  user.writeUInt32LE(stream.length + slide.length + list.length, 16);
  const bytes = compoundFileOf({
    'PowerPoint Document': Buffer.concat([stream, slide, list, edit]),
    'Current User': user,
  });
  const text = await textOf(bytes, { mediaType: 'application/vnd.ms-powerpoint' });
  assert.match(text ?? '', /Keep clear.* Terminal staff only$/);
});

type CfbEntry = { type: number; name: string; content?: Uint8Array };

test('a Word document is read whatever the case of the names of its streams', async () => {
  const file = CFB.read(readFixture('delivery-note-de.doc'), { type: 'buffer' }) as { FileIndex: CfbEntry[] };
  for (const change of [(name: string) => name.toUpperCase(), (name: string) => name.toLowerCase()]) {
    const streams = file.FileIndex.filter(({ type }) => type === 2).map(({ name, content }) => [
      change(name),
      Buffer.from(content ?? []),
    ]);
    const bytes = compoundFileOf(Object.fromEntries(streams));
    const text = await textOf(bytes, { mediaType: 'application/msword' });
    assert.match(text ?? '', /Maschinenfabrik Größwang/);
  }
});
