import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compoundFileOf } from '#tests/compound-files.ts';
import { pageOf } from './page-of.ts';
import { textOf } from './text-of.ts';

const eml = { mediaType: 'message/rfc822; charset=utf-8' };
const msg = { mediaType: 'application/vnd.ms-outlook' };
const pageIn = async (bytes: Buffer | string, kind = eml) =>
  String(await pageOf(Buffer.from(bytes), kind, async () => undefined));
const textIn = async (bytes: Buffer | string, kind = eml) => String(await textOf(Buffer.from(bytes), kind));

const lines = (...all: string[]) => all.join('\r\n');
const multipart = (type: string, boundary: string, ...parts: string[]) =>
  lines(
    `Content-Type: multipart/${type}; boundary=${boundary}`,
    '',
    ...parts.map((part) => `--${boundary}\r\n${part}`),
    `--${boundary}--`,
  );
const offer = lines(
  'From: Ruth Okonkwo <ruth@yard.example>',
  'Subject: Offer for reefers',
  'Content-Type: text/plain',
  '',
  'Twelve <b>plugs</b> at the quay',
);

test('a message that is attached to a message is shown and found, with a file name and without one', async () => {
  const attached = (name: string) =>
    lines(`Content-Type: message/rfc822${name}`, 'Content-Disposition: attachment', '', offer);
  for (const name of ['', '; name="old offer.eml"']) {
    const mail = lines(
      'Subject: Forwarded',
      multipart('mixed', 'B', 'Content-Type: text/plain\r\n\r\nsee below', attached(name)),
    );
    assert.match(await textIn(mail), /^Forwarded see below .*Offer for reefers Ruth Okonkwo .*Twelve <b>plugs/);
    const page = await pageIn(mail);
    assert.match(page, /<blockquote><h1>Offer for reefers<\/h1>.*ruth@yard\.example/);
    assert.match(page, /Twelve &lt;b&gt;plugs/);
  }
});

test('a message that is attached as an unknown file with the ending .eml is found', async () => {
  const file = lines(
    'Content-Type: application/octet-stream; name="offer.eml"',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(offer).toString('base64'),
  );
  assert.match(await textIn(multipart('mixed', 'B', file)), /offer\.eml Offer for reefers/);
});

test('a returned message is found with the report of its delivery', async () => {
  const report = lines(
    'Content-Type: message/delivery-status',
    '',
    'Final-Recipient: rfc822; broker@lost.example',
    'Diagnostic-Code: smtp; 550 mailbox unknown',
  );
  const bounce = lines(
    'Subject: Undelivered',
    multipart(
      'report',
      'R',
      'Content-Type: text/plain\r\n\r\nIt failed',
      report,
      `Content-Type: message/rfc822\r\n\r\n${offer}`,
    ),
  );
  assert.match(await textIn(bounce), /It failed .*broker@lost\.example .*550 mailbox unknown .*Twelve <b>plugs/);
  assert.match(await pageIn(bounce), /broker@lost\.example/);
});

test('a text that is attached to a message is found in its own charset', async () => {
  const text = Buffer.from('Kaikante gesperrt, Größe unklar', 'latin1').toString('base64');
  const head =
    'Content-Type: text/plain; name="note.txt"\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: base64';
  assert.match(
    await textIn(multipart('mixed', 'B', `${head}\r\n\r\n${text}`)),
    /note\.txt Kaikante gesperrt, Größe unklar/,
  );
});

test('messages inside of messages are read five deep, and no active content of one of them stays', async () => {
  let mail = 'Subject: Level 9\r\nContent-Type: text/html\r\n\r\n<p>deep</p>';
  for (let level = 8; level >= 0; level -= 1) {
    const html = `Content-Type: text/html\r\n\r\n<script>alert(${level})</script><!-- open`;
    const inside = `Content-Type: message/rfc822\r\nContent-Disposition: attachment\r\n\r\n${mail}`;
    mail = lines(`Subject: Level ${level}`, multipart('mixed', `B${level}`, html, inside));
  }
  const text = await textIn(mail);
  assert.match(text, /Level 0 .*Level 5/);
  assert.doesNotMatch(text, /Level 6/);
  const page = await pageIn(mail);
  assert.match(page, /<h1>Level 5<\/h1>/);
  assert.doesNotMatch(page, /alert/);
});

/** The stream of properties has a head, whose size is different for messages in messages. Source: MS-OXCMSG, 2.4. */
const properties = (headBytes: number, ...values: [tag: number, size: number][]) => {
  const entries = values.map(([tag, size]) => {
    const entry = Buffer.alloc(16);
    entry.writeUInt32LE(tag, 0);
    entry.writeUInt32LE(6, 4);
    entry.writeUInt32LE(size, 8);
    return entry;
  });
  return Buffer.concat([Buffer.alloc(headBytes), ...entries]);
};
const wide = (text: string) => Buffer.from(text, 'utf16le');

test('a message and a text that Outlook attached to a message are found', async () => {
  const inner = '__attach_version1.0_#00000000/__substg1.0_3701000D';
  const file = '__attach_version1.0_#00000001';
  const bytes = compoundFileOf({
    '__properties_version1.0': properties(32),
    '__substg1.0_0037001F': wide('Forwarded'),
    '__substg1.0_1000001F': wide('see below'),
    '__attach_version1.0_#00000000/__properties_version1.0': properties(8, [0x37_05_00_03, 5]),
    '__attach_version1.0_#00000000/__substg1.0_3001001F': wide('Offer for reefers'),
    [`${inner}/__properties_version1.0`]: properties(24),
    [`${inner}/__substg1.0_0037001F`]: wide('Offer for reefers'),
    [`${inner}/__substg1.0_1000001F`]: wide('Twelve plugs at the quay'),
    [`${file}/__properties_version1.0`]: properties(8, [0x37_05_00_03, 1]),
    [`${file}/__substg1.0_3707001F`]: wide('note.txt'),
    [`${file}/__substg1.0_37010102`]: Buffer.from('Kaikante gesperrt'),
  });
  assert.match(
    await textIn(bytes, msg),
    /^Forwarded see below .*note\.txt Kaikante gesperrt .*Twelve plugs at the quay/,
  );
  assert.match(await pageIn(bytes, msg), /<blockquote><h1>Offer for reefers<\/h1>/);
});

test('a web archive is shown as its page', async () => {
  const archive = lines(
    'MIME-Version: 1.0',
    multipart(
      'related',
      'B',
      'Content-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<p>Gr=C3=B6=C3=9Fe</p>',
    ),
  );
  const kind = { mediaType: 'multipart/related; charset=utf-8' };
  assert.match(await pageIn(archive, kind), /<p>Größe<\/p>/);
  assert.match(await textIn(archive, kind), /Größe/);
});
