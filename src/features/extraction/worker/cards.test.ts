import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pageOf } from './page-of.ts';
import { textOf } from './text-of.ts';

const calendar = { mediaType: 'text/calendar; charset=utf-8' };
const contact = { mediaType: 'text/vcard; charset=utf-8' };
const pageIn = async (kind: typeof calendar, ...lines: string[]) =>
  (await pageOf(Buffer.from(lines.join('\r\n')), kind, async () => undefined)) ?? '';
/** The facts of a page, as 'Label: value'. */
const factsIn = (page: string) =>
  Array.from(
    page.matchAll(/<dt>([^<]*)<\/dt><dd[^>]*>(.*?)<\/dd>/gs),
    ([, label, html = '']) =>
      `${label}: ${html
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll('&#60;', '<')
        .replaceAll('&#62;', '>')}`,
  );

describe('the page of a calendar', () => {
  test('lists when and where an event is, and who takes part', async () => {
    const page = await pageIn(
      calendar,
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'SUMMARY:Vessel call\\, berth 7',
      'DTSTART:20260501T070000Z',
      'DTEND;TZID=Europe/Berlin:20260501T110000',
      'RRULE:FREQ=WEEKLY;BYDAY=MO',
      'LOCATION:Kai',
      ' kante 7',
      'ORGANIZER;CN="Ruth Okonkwo":mailto:ruth@yard.example',
      'ATTENDEE;ROLE=CHAIR:mailto:broker@lost.example',
      'BEGIN:VALARM',
      'DESCRIPTION:ring',
      'END:VALARM',
      'DESCRIPTION:Bring <b>papers</b>\\nand boots',
      'END:VEVENT',
      'END:VCALENDAR',
    );
    assert.match(page, /<h2[^>]*>Vessel call, berth 7<\/h2>/);
    assert.match(page, /<time datetime="2026-05-01T07:00:00.000Z" title="20260501T070000Z">/);
    assert.deepEqual(factsIn(page), [
      'Starts: Fri, 01 May 2026 07:00:00 GMT',
      'Ends: May 1, 2026, 11:00 (Europe/Berlin)',
      'Repeats: weekly',
      'Location: Kaikante 7',
      'Organizer: Ruth Okonkwo <ruth@yard.example>',
      'Attendees: broker@lost.example',
      'Notes: Bring <b>papers</b>\nand boots',
    ]);
  });

  test('ends an event of whole days on its last day', async () => {
    const days = ['DTSTART;VALUE=DATE:20260501', 'DTEND;VALUE=DATE:20260503'];
    const page = await pageIn(calendar, 'BEGIN:VEVENT', 'SUMMARY:Strike', ...days, 'END:VEVENT');
    assert.deepEqual(factsIn(page), ['Starts: May 1, 2026', 'Ends: May 2, 2026']);
  });

  test('shows a moment that is none as it is written', async () => {
    const page = await pageIn(calendar, 'BEGIN:VTODO', 'SUMMARY:Pay', 'DUE:<soon>', 'DTSTART:20269999', 'END:VTODO');
    assert.deepEqual(factsIn(page), ['Starts: 20269999', 'Due: <soon>']);
  });

  test('says that a calendar without events is empty', async () => {
    assert.match(await pageIn(calendar, 'BEGIN:VCALENDAR', 'END:VCALENDAR'), /There is no text in this document/);
  });
});

describe('the page of contacts', () => {
  test('lists telephones, addresses and notes, also in quoted-printable', async () => {
    const lines = [
      'BEGIN:VCARD',
      'VERSION:2.1',
      'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C5=81ukasz =',
      'Wi=C5=9Bniewski',
      'ORG:Yard;Crane desk',
      'TEL;CELL:+49 40 1',
      'item1.TEL;TYPE=HOME,VOICE:+49 40 2',
      'TEL;TYPE=WORK:+49 40 3',
      'ADR;TYPE=WORK:;;Kaikante 7;Hamburg;;20457;Germany',
      'NOTE:Ask for\\; the key',
      'PHOTO;ENCODING=b:AAAA',
      'END:VCARD',
    ];
    const page = await pageIn(contact, ...lines);
    assert.match(page, /<h2[^>]*>Łukasz Wiśniewski<\/h2>/);
    assert.deepEqual(factsIn(page), [
      'Company: Yard, Crane desk',
      'Mobile: +49 40 1',
      'Home telephone: +49 40 2',
      'Telephone: +49 40 3',
      'Address: Kaikante 7, Hamburg, 20457, Germany',
      'Notes: Ask for; the key',
    ]);
    assert.match((await textOf(Buffer.from(lines.join('\n')), contact)) ?? '', /Łukasz Wiśniewski/);
  });

  test('shows the contacts of one file one after another, at most 500', async () => {
    const one = (name: string) => `BEGIN:VCARD\nFN:${name}\nEND:VCARD\n`;
    const page = await pageIn(contact, Array.from({ length: 501 }, (_, at) => one(`No ${at}`)).join(''));
    assert.equal(page.match(/<section class="card">/g)?.length, 500);
    assert.match(page, /Only its beginning is shown/);
  });
});

test('a calendar that is attached to a message is shown as its list of facts', async () => {
  const mail = [
    'Subject: Invitation',
    'Content-Type: multipart/mixed; boundary=B',
    '',
    '--B',
    'Content-Type: text/plain',
    '',
    'see below',
    '--B',
    'Content-Type: text/calendar; name="call.ics"',
    'Content-Disposition: attachment',
    '',
    'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Vessel call\r\nLOCATION:Kaikante 7\r\nEND:VEVENT\r\nEND:VCALENDAR',
    '--B--',
  ];
  const page = await pageIn({ mediaType: 'message/rfc822; charset=utf-8' }, ...mail);
  assert.match(page, /<blockquote><section class="card"><h2[^>]*>Vessel call<\/h2>.*Kaikante 7/);
  assert.doesNotMatch(page, /BEGIN:/);
});
