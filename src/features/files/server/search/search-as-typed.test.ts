import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { filesContract } from '#features/files/core/files.contract.ts';
import { asAdmin, makeTeam, signedInAs } from '#tests/make.ts';
import { openTestApp, useTestApp } from '#tests/test-app.ts';
import { addTexts } from '#tests/texts.ts';
import type { Visitor } from '#tests/visitor.ts';

const documents: Record<string, string> = {
  'customs.txt': 'Packing list for the customs broker.\nGoods cleared after inspection of the refrigerated unit.',
  'crew.txt': 'Café meeting in Zürich: the crew of the Ørsted vessel leaves Łódź at noon. Hors d\u2019œuvre included.',
  'turkish.txt': 'Ilıca limanında kırmızı halı yükleme belgesi',
  'german.txt':
    'Die Containerverladung erfolgt durch das Straßenverkehrsamt. Übergröße beachten, Lieferscheine an den Kai.',
  'munich.txt': 'Lager München, Tor 4. Die Hafengebühren trägt der Empfänger.',
  'duesseldorf.txt': 'Spedition Mueller, Niederlassung Duesseldorf, Strasse am Rhein',
  'invoice.txt':
    'Invoice INV-2026-004417, total 1.234.567,89 EUR, due 24.12.2026. Contact: claims@harbour-freight.example',
  'english.txt': 'Total 7,654,321.00 USD for the delivery on 2026-11-29. The shipment was rejected and returned.',
  'spaced.txt': 'Montant 3 456 789 EUR, IBAN DE89 3704 0044 0532 0130 00',
  'plain-number.txt': 'Gross weight 8765432 kg, voyage MSC/0417/W',
  'container.txt': 'Loaded in HLXU 845512-3 and QKYU2346230 on 3 May 2026',
  'chinese.txt': '请在码头卸载集装箱。装箱单第七号',
  'japanese.txt': 'コンテナを降ろす',
  'korean.txt': '컨테이너 하역 파일입니다',
  'russian.txt': 'Договор перевозки: всё отгружено в контейнерах',
  'arabic.txt': 'رقم الفاتورة ٤٥٦٧٨٩ ومحتوى الحَاوِيَة',
  'hebrew.txt': 'שָׁלוֹם מטען',
  'export.txt': 'The re-export licence for the calendar year, with a follow-up by e-mail',
  'joined.txt': 'A nonnegotiable waybill and the preshipment notice',
  'ligature.txt': 'The ﬁnal ｄｒａｆｔ of the certificate',
  'surveys.txt': 'Two surveyors inspected the bunkers, hatches and winches.',
  'french.txt': "L'expéditeur confirme la livraison des marchandises dangereuses.",
  'greek.txt': 'Η ΟΔΟΣ του λιμανιού',
};

/** The kinds of searches that people type, with the file that each wants. */
const queries: [kind: string, search: string, file: string][] = [
  ['a phrase', '"customs broker"', 'customs.txt'],
  ['a phrase over the end of a paragraph', '"broker goods cleared"', 'customs.txt'],
  ['three words', 'goods inspection broker', 'customs.txt'],
  ['the beginning of a word', 'refrigera', 'customs.txt'],
  ['two beginnings', 'refrigerated insp', 'customs.txt'],
  ['no accent', 'cafe zurich', 'crew.txt'],
  ['accents', 'café', 'crew.txt'],
  ['capitals', 'ZÜRICH CREW', 'crew.txt'],
  ['ø as o', 'orsted', 'crew.txt'],
  ['ł as l', 'lodz', 'crew.txt'],
  ['œ as oe', 'oeuvre', 'crew.txt'],
  ['an apostrophe', "d'oeuvre", 'crew.txt'],
  ['ı as i', 'kirmizi', 'turkish.txt'],
  ['I as ı', 'ILICA', 'turkish.txt'],
  ['ß as ss', 'strassenverkehrsamt', 'german.txt'],
  ['SS for ß', 'ÜBERGRÖSSE', 'german.txt'],
  ['ß for ss', 'Straße Rhein', 'duesseldorf.txt'],
  ['the end of a compound', 'Verladung', 'german.txt'],
  ['the end of a compound before another word', 'Verladung Übergröße', 'german.txt'],
  ['the middle of a compound', 'verkehrs', 'german.txt'],
  ['the first part of a compound', 'Container', 'german.txt'],
  ['a singular for a plural', 'Lieferschein beachten', 'german.txt'],
  ['ue for ü', 'Muenchen', 'munich.txt'],
  ['the beginning of a word with ue for ü', 'hafengebuehr', 'munich.txt'],
  ['ü for ue', 'Müller Düsseldorf', 'duesseldorf.txt'],
  ['a plural for a singular in German', 'Niederlassungen Spedition', 'duesseldorf.txt'],
  ['an invoice number', 'INV-2026-004417', 'invoice.txt'],
  ['an invoice number without hyphens', 'INV2026004417', 'invoice.txt'],
  ['the last part of an invoice number', '004417', 'invoice.txt'],
  ['a German number', '1.234.567,89', 'invoice.txt'],
  ['a German number without separators', '1234567', 'invoice.txt'],
  ['a date with dots', '24.12.2026', 'invoice.txt'],
  ['an e-mail address', 'claims@harbour-freight.example', 'invoice.txt'],
  ['the domain of an address', 'harbour-freight.example', 'invoice.txt'],
  ['an English number', '7,654,321', 'english.txt'],
  ['an English number without separators', '7654321', 'english.txt'],
  ['an ISO date', '2026-11-29', 'english.txt'],
  ['a plural for a singular', 'deliveries rejected', 'english.txt'],
  ['another form of a verb', 'rejecting shipments', 'english.txt'],
  ['a number with blanks, without them', '3456789', 'spaced.txt'],
  ['an IBAN without blanks', 'DE89370400440532013000', 'spaced.txt'],
  ['a number with separators that the text lacks', '8.765.432', 'plain-number.txt'],
  ['slashes', 'MSC/0417/W', 'plain-number.txt'],
  ['a container number without blanks', 'HLXU8455123', 'container.txt'],
  ['a container number with blanks', 'qkyu 234623 0', 'container.txt'],
  ['Chinese', '集装箱', 'chinese.txt'],
  ['Japanese', 'コンテナ', 'japanese.txt'],
  ['Korean without its ending', '파일', 'korean.txt'],
  ['е for ё', 'все', 'russian.txt'],
  ['Cyrillic with another ending', 'договор перевозк', 'russian.txt'],
  ['ASCII digits for Arabic ones', '456789', 'arabic.txt'],
  ['Arabic without vowels', 'الحاوية', 'arabic.txt'],
  ['Hebrew without points', 'שלום', 'hebrew.txt'],
  ['a hyphenated word without its hyphen', 'reexport', 'export.txt'],
  ['the middle of a word', 'alenda', 'export.txt'],
  ['a hyphen that the text lacks', 'pre-shipment', 'joined.txt'],
  ['a ligature and full width', 'final draft', 'ligature.txt'],
  ['the singular of a plural', 'surveyor winch hatch', 'surveys.txt'],
  ['a typing error: two letters in the wrong order', 'surveyros', 'surveys.txt'],
  ['a typing error: a letter too few', 'certficate', 'ligature.txt'],
  ['French in another number', 'livraisons marchandise', 'french.txt'],
  ['a final sigma', 'οδός', 'greek.txt'],
];

const firstFive = async (visitor: Visitor, search: string, order: 'newest' | 'relevance') => {
  const { body } = await visitor.call(filesContract.textSearch, { search, order, limit: 5 });
  return { names: body.files.map(({ filename }) => filename), suggestion: body.suggestion };
};

describe('of the searches that people type', () => {
  const app = useTestApp();
  let admin!: Visitor;
  before(async () => {
    admin = await asAdmin(app);
    const others = Array.from({ length: 200 }, (_, index) => ({
      name: `other ${index}.txt`,
      text: `Note ${index} about cargo, charges of ${index * 997}.00 and the harbour; vessel ${(index * 7919).toString(36)} sails.`,
    }));
    const wanted = Object.entries(documents).map(([name, text]) => ({ name, text }));
    await addTexts(app, [...others, ...wanted]);
  });
  for (const [kind, search, file] of queries)
    test(`${kind} brings the wanted document among the first five: ${search}`, async () => {
      for (const order of ['newest', 'relevance'] as const) {
        const found = await firstFive(admin, search, order);
        const { names } = found.suggestion === undefined ? found : await firstFive(admin, found.suggestion, order);
        assert.ok(names.includes(file), `${names.join(', ')}; suggested: ${found.suggestion}`);
      }
    });

  test('words in quotation marks are not widened', async () => {
    assert.deepEqual((await firstFive(admin, '"verladung"', 'newest')).names, []);
    assert.deepEqual((await firstFive(admin, '"deliveries"', 'newest')).names, []);
  });

  test('a longer word is not found by five letters in its middle that begin after one or two', async () => {
    // 'order' is not meant in 'border'. 'arbou' stands in 'harbour'.
    assert.deepEqual((await firstFive(admin, 'arbou', 'newest')).names, []);
  });

  test('the words that were found are marked in the snippet, whatever their form', async () => {
    for (const [search, shown] of [
      ['Verladung', 'Containerverladung'],
      ['deliveries', 'delivery'],
      ['Muenchen', 'München'],
      ['reexport', 're-export'],
      ['1234567', '1.234.567'],
      ['8.765.432', '8765432'],
      ['456789', '٤٥٦٧٨٩'],
    ] as const) {
      const { files } = (await admin.call(filesContract.textSearch, { search })).body;
      const marked = files.flatMap(({ snippet }) => snippet.filter((piece) => piece.marked).map(({ text }) => text));
      assert.ok(marked.includes(shown), `${search}: ${marked.join(', ')}`);
    }
  });
});

describe('a search with a typing error', () => {
  test('is corrected only to words of documents that the reader may see', async (t) => {
    const app = await openTestApp();
    t.after(app.close);
    const team = await makeTeam(app);
    await addTexts(app, [
      { text: 'The secret merger with Hanseatic' },
      { text: 'The bollards of the pier, mergers', team },
    ]);
    const { visitor } = await signedInAs(app, { role: 3, team });
    const admin = await asAdmin(app);
    const suggested = async (reader: Visitor, search: string) => (await firstFive(reader, search, 'newest')).suggestion;
    assert.equal(await suggested(admin, 'Hansaetic merger'), 'hanseatic merger');
    assert.equal(await suggested(visitor, 'hansaetic'), undefined);
    assert.equal(await suggested(visitor, 'the bolalrds pier'), 'the bollards pier');
    // A form of the word stands in a document that the reader sees, the word itself does not.
    assert.equal(await suggested(visitor, 'mergr'), undefined);
    assert.equal(await suggested(visitor, 'merbger'), undefined);
    assert.equal(await suggested(admin, 'merbger'), 'merger');
  });

  test('is not corrected when it finds something, in short words, numbers and quotation marks', async (t) => {
    const app = await openTestApp();
    t.after(app.close);
    const admin = await asAdmin(app);
    await addTexts(app, [{ text: 'winch anchor anchro 4711471' }]);
    for (const search of ['anchro', 'wnich', '4711417', '"anhcor"'])
      assert.equal((await firstFive(admin, search, 'newest')).suggestion, undefined, search);
    assert.equal((await firstFive(admin, 'anhcor', 'newest')).suggestion, 'anchor');
  });
});
