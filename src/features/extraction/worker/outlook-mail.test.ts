import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outlookItemOf } from '#tests/outlook-files.ts';
import { pageOf } from './page-of.ts';
import { textOf } from './text-of.ts';

const msg = { mediaType: 'application/vnd.ms-outlook' };
const pageOfItem = async (item: Parameters<typeof outlookItemOf>[0]) =>
  (await pageOf(outlookItemOf(item), msg, async () => undefined)) ?? '';

test('the page of an Outlook meeting shows when it starts and ends, and where', async () => {
  const page = await pageOfItem({
    texts: { 0x1a: 'IPM.Appointment', 0x37: 'Berth inspection' },
    named: {
      0x82_0d: new Date('2026-11-29T08:30:00Z'),
      0x82_0e: new Date('2026-11-29T09:15:00Z'),
      0x82_08: 'Gate 4 <b>',
    },
  });
  assert.match(page, /<h1>Berth inspection<\/h1>/);
  assert.match(page, /<dt>Starts<\/dt><dd>Sun, 29 Nov 2026 08:30:00 GMT<\/dd>/);
  assert.match(page, /<dt>Ends<\/dt><dd>Sun, 29 Nov 2026 09:15:00 GMT<\/dd>/);
  assert.match(page, /<dt>Location<\/dt><dd>Gate 4 &#60;b&#62;<\/dd>/);
});

test('the page of an Outlook contact shows its company and its telephones, which the search finds', async () => {
  const contact = {
    texts: {
      0x1a: 'IPM.Contact',
      0x37: 'Jule Petersen',
      0x0c_1a: 'Ann Lee',
      0x0c_1f: '/o=Kestrel/cn=Recipients/cn=ann',
      0x3a_16: 'Kestrel Shipping',
      0x3a_08: '+49 40 1234',
      0x3a_1c: '+49 170 5678',
    },
  };
  const page = await pageOfItem(contact);
  assert.match(page, /<dd>Ann Lee<\/dd>/);
  assert.match(page, /<dt>Company<\/dt><dd>Kestrel Shipping<\/dd>/);
  assert.match(page, /<dt>Telephone<\/dt><dd>\+49 40 1234<\/dd><dt>Mobile<\/dt><dd>\+49 170 5678<\/dd>/);
  assert.match((await textOf(outlookItemOf(contact), msg)) ?? '', /Kestrel Shipping.*\+49 170 5678/);
});
