import assert from 'node:assert/strict';
import { test } from 'node:test';
import { charsetSamples } from '#tests/charset-samples.ts';
import { encodeIn, encodeWide } from '#tests/encode.ts';
import { readFixture } from '#tests/fixtures.ts';
import { charsetOfWideText, decodeText } from '../charset.rules.ts';
import { charsetOfText } from './detect-charset.ts';
import { outlookMail } from './outlook-mail.ts';
import { readContent } from './read-content.ts';

const textIn = async (bytes: Buffer, mediaType: string) => {
  const options = { shrinkPicture: async () => undefined, keepText: async () => {} };
  const { text = '', charset } = await readContent(bytes, { mediaType }, options);
  return { text, charset };
};

test('the charset of a text that declares none is detected', async () => {
  for (const [charset, texts] of Object.entries(charsetSamples))
    for (const text of texts) {
      const bytes = encodeIn(charset, text);
      const found = await charsetOfText(bytes, 'text/plain; charset=windows-1252');
      assert.equal(decodeText(bytes, found), text, `${charset} was taken for ${found}`);
    }
});

test('text of two or four bytes for each letter needs no byte order mark', () => {
  for (const charset of ['utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'] as const)
    for (const text of [
      'Gate 4 is closed\n',
      'Ворота закрыты до утра\n',
      '四号门 已关闭\n第二行',
      '🚢 Schiff im Hafen',
    ])
      assert.equal(charsetOfWideText(encodeWide(charset, text)), charset, `${text} in ${charset}`);
  assert.equal(charsetOfWideText(Buffer.from('an ordinary text')), undefined);
  for (const name of ['unknown.bin', 'damage-report.png', 'berth-plan.vsd', 'horn.wav', 'fax.tif'])
    assert.equal(charsetOfWideText(readFixture(name)), undefined, name);
});

test('the charset that XML and HTML declare is used, and a wrong media type is corrected', async () => {
  const word = 'Ведомость';
  const xml = (label: string) => `<?xml version="1.0" encoding="${label}"?><load>${word}</load>`;
  assert.deepEqual(await textIn(encodeIn('koi8-r', xml('KOI8-R')), 'application/xml; charset=windows-1252'), {
    text: word,
    charset: 'koi8-r',
  });
  const page = (meta: string) => `<!doctype html><html><head><title>x</title>${meta}</head><p>${word}`;
  for (const meta of [
    '<meta charset=koi8-r>',
    '<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">',
  ]) {
    const { text } = await textIn(encodeIn('koi8-r', page(meta)), 'text/html; charset=windows-1252');
    assert.equal(text, `x ${word}`);
  }
  // A text with one byte for each letter cannot be UTF-16, even if it declares that.
  assert.equal((await textIn(Buffer.from(xml('UTF-16')), 'text/xml; charset=utf-8')).text, word);
  assert.equal((await textIn(encodeIn('koi8-r', xml('utf-8')), 'text/xml; charset=windows-1252')).text, word);
});

test('a letter far behind the start decides as well', async () => {
  const text = `${'plain text '.repeat(30_000)}Größe in Lübeck`;
  const { text: found, charset } = await textIn(Buffer.from(text, 'latin1'), 'text/plain; charset=utf-8');
  assert.match(found, /Größe in Lübeck$/);
  assert.equal(charset, 'windows-1252');
});

test('mail without a declared charset is detected, in its headers too', async () => {
  const headers = 'Subject: Ведомость груза\nFrom: Иван <ivan@example.com>\n';
  const undeclared = encodeIn('windows-1251', `${headers}\nКонтейнер прибыл в порт`);
  assert.match(
    (await textIn(undeclared, 'message/rfc822; charset=windows-1252')).text,
    /Ведомость груза Иван .* прибыл/,
  );
  const declared = encodeIn('koi8-r', `${headers}Content-Type: text/plain; charset=koi8-r\n\nКонтейнер прибыл в порт`);
  assert.match((await textIn(declared, 'message/rfc822; charset=windows-1252')).text, /Ведомость груза Иван .* прибыл/);
});

test('an Outlook message is read in the code page that it names, or in that of its language', async () => {
  const message = readFixture('tarifs-fr.msg');
  encodeIn('windows-1251', 'Тарифы на хранение груза в п').copy(message, message.indexOf("Tarifs d'", 0, 'latin1'));
  const page = message.indexOf(Buffer.from('0300fd3f', 'hex'));
  const internetPage = message.indexOf(Buffer.from('0300de3f', 'hex'));
  message.writeUInt32LE(1251, page + 8);
  assert.match(String((await outlookMail(message)).subject), /^Тарифы на хранение/);
  // The property of the language, and no code page.
  message.writeUInt32LE(0x3f_f1_00_03, page);
  message.writeUInt32LE(1049, page + 8);
  message.writeUInt32LE(0, internetPage + 8);
  const mail = await outlookMail(message);
  assert.match(String(mail.subject), /^Тарифы на хранение/);
  assert.match(String(mail.html), /nouveaux tarifs/);
});

test('a list with a few words outside ASCII is decoded right in each charset of old programs', async () => {
  const lists: Record<string, string[]> = {
    'windows-1250': ['Łódzki Dąb, Kraków;Stoły', 'Dřevo Žďár;Židle'],
    'windows-1251': ['Северный дуб;Стулья', 'Мебель;стол'],
    'windows-1252': [
      'Möbel Groß;Stühle',
      'Fábrica Peña;sillas',
      'Société Générale;chaises',
      'Årsta Möbler;bord',
      'Madeiras São João;mesas',
      'Mobili Città;sedie',
      'Bjørn Træ;stole',
      'Ébénisterie Lefèvre;fenêtres',
      'Nº 12;sillas',
      'Oak Nordic®;chairs',
    ],
    'windows-1254': ['Güneş Mobilya Şti;Sandalye', 'Yıldız Ağaç;Masa'],
    'windows-1253': ['Ξυλεία Αθηνών;Καρέκλες'],
    macintosh: ['Möbel Groß;Stühle', 'Fábrica Peña;sillas', 'Société Générale;chaises'],
    ibm437: ['Möbel Groß;Stühle', 'Fábrica Peña;sillas', 'Société Générale;chaises'],
    ibm850: ['Möbel Groß;Stühle', 'Madeiras São João;mesas', 'Société Générale;chaises'],
    gb18030: ['宁波北橡家具;餐椅'],
    shift_jis: ['北樫家具株式会社;椅子'],
    big5: ['寧波北橡家具;餐椅'],
    'euc-kr': ['한국가구;의자'],
  };
  const wrong: string[] = [];
  for (const [charset, rows] of Object.entries(lists))
    for (const row of rows) {
      const list = `Order No;Container No;PFI Date;Ex-Factory;Supplier;Goods\n4711;MSCU1234566;04.03.2027;15.01.2027;${row}\n`;
      const bytes = encodeIn(charset, list);
      const found = await charsetOfText(bytes, 'text/csv; charset=windows-1252');
      if (decodeText(bytes, found) !== list) wrong.push(`${row} in ${charset} was taken for ${found}`);
    }
  assert.deepEqual(wrong, []);
});
