import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attachmentsOf, isListed, isVerified } from './mail-in.rules.ts';
import type { Part } from './mail-in.rules.ts';

const file = (name: string, more: Partial<Part> = {}): Part => ({
  type: 'application/pdf',
  disposition: 'attachment',
  dispositionParameters: { filename: name },
  size: 100,
  ...more,
});
const multipart = (...childNodes: Part[]): Part => ({ type: 'multipart/mixed', childNodes });
const forwarded = (subject: string, inner: Part): Part => ({
  type: 'message/rfc822',
  envelope: { subject },
  childNodes: [inner],
});
const text: Part = { type: 'text/plain', size: 10 };
const partsOf = (message: Part) => attachmentsOf(message, 100).map(({ part, name }) => [part, name]);

test('the attachments of a mail and of mails forwarded in it have the numbers of the mail server', () => {
  assert.deepEqual(partsOf(file('only.pdf')), [['1', 'only.pdf']]);
  const mail = multipart(
    text,
    file('one.pdf'),
    forwarded('Inner', multipart(text, file('two.pdf'))),
    forwarded('Bare', file('three.pdf')),
    forwarded('Nested', forwarded('Deep', multipart(text, file('four.pdf')))),
  );
  assert.deepEqual(partsOf(mail), [
    ['2', 'one.pdf'],
    ['3.2', 'two.pdf'],
    ['4.1', 'three.pdf'],
    ['5.1.2', 'four.pdf'],
  ]);
  assert.deepEqual(attachmentsOf(mail, 100)[3]?.subjects, ['Nested', 'Deep']);
});

test('texts, signatures and logos are no attachments, but photos and files without a name are', () => {
  const logo: Part = { type: 'image/png', id: '<logo>', encoding: 'base64', size: 9_000 };
  const mail = multipart(
    text,
    { type: 'text/html' },
    logo,
    { ...logo, size: 90_000, parameters: { name: 'photo.png' } },
    file('smime.p7s', { type: 'application/pkcs7-signature' }),
    { type: 'message/delivery-status' },
    { type: 'application/pdf' },
    { ...text, disposition: 'attachment', parameters: { name: 'list.txt' } },
  );
  assert.deepEqual(
    partsOf(mail).map(([, name]) => name),
    ['photo.png', 'attachment.pdf', 'list.txt'],
  );
});

test('a listed domain allows its addresses, and no others that end like it', () => {
  const senders = ['@supplier.example', 'anna@forwarder.example'];
  for (const address of ['ben@supplier.example', 'anna@forwarder.example']) assert.ok(isListed(address, senders));
  for (const address of ['ben@notsupplier.example', 'ben@sub.supplier.example', 'ben@forwarder.example', '', 'ben'])
    assert.ok(!isListed(address, senders), address);
});

const results = (...lines: string[]) => lines.map((line) => `Authentication-Results: ${line}\r\n`).join('');

for (const [why, headers] of [
  ['DMARC passes', results('mx.example; spf=fail; dmarc=pass (p=none) header.from=supplier.example')],
  ['the domain has signed', results('mx.example 1; dkim=pass header.d=supplier.example')],
  ['the domain above has signed, on a folded line', results('MX.example;\r\n dkim=pass header.d=Example.org')],
] as const)
  test(`a sender is verified if ${why}`, () => {
    const address = why.includes('above') ? 'anna@mail.example.org' : 'anna@supplier.example';
    assert.ok(isVerified(headers, 'mx.example', address));
  });

for (const [why, headers] of [
  ['there is no header', ''],
  ['another server writes the header', results('mx.mallory.example; dmarc=pass header.from=supplier.example')],
  [
    'a header below that of the server passes',
    results('mx.example; dmarc=fail', 'mx.example; dmarc=pass header.from=supplier.example'),
  ],
  [
    'another domain passes',
    results('mx.example; dmarc=pass header.from=mallory.example; dkim=pass header.d=mallory.example'),
  ],
  ['only a comment passes', results('mx.example; dmarc=fail (; dmarc=pass header.from=supplier.example)')],
  [
    'only a quoted text passes',
    results('mx.example; spf=fail smtp.mailfrom="; dmarc=pass header.from=supplier.example"'),
  ],
  ['a whole top-level domain has signed', results('mx.example; dkim=pass header.d=example')],
] as const)
  test(`a sender is not verified if ${why}`, () => {
    assert.ok(!isVerified(headers, 'mx.example', 'anna@supplier.example'));
  });
