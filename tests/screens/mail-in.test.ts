import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { violationsEverywhere } from '#tests/axe.ts';
import { useScreens } from '#tests/browser.ts';
import { readMail } from '../../src/app/server/jobs/read-mail.job.ts';

/** Nothing listens on this port. */
const environment = { MAIL_IN_URL: 'imaps://127.0.0.1:9', MAIL_IN_USER: 'documents', MAIL_IN_PASSWORD: 'lighthouse-7' };

describe('mail in on the system page', () => {
  const screens = useScreens(environment, async ({ ctx }) => {
    const at = '2026-11-23T08:12:00.000Z';
    const left = {
      mailbox: 'documents',
      uid_validity: '1',
      state: 'left',
      tries: 1,
      read_at: at,
      sent_at: at,
    } as const;
    const rows = Array.from({ length: 120 }, (_, at) => ({
      ...left,
      uid: at + 1,
      subject: `Offer ${at}`,
      reason: 'no_attachment',
    }));
    const last = {
      ...left,
      uid: 121,
      subject: '',
      sender: 'anna@supplier.example',
      reason: 'too_large',
      detail: 'plan.zip',
    };
    await ctx.db.insertInto('mailed_messages').values(rows).execute();
    await ctx.db.insertInto('mailed_messages').values(last).execute();
    await Promise.resolve(readMail.run(ctx, new AbortController().signal)).catch(() => undefined);
  });

  test('an administrator sees why the mailbox cannot be read, and why mails were left in it', async () => {
    const page = await screens.visit('/system');
    await page.getByText('The mailbox cannot be read').waitFor();
    await page.getByText('The mail server 127.0.0.1:9 does not answer (ECONNREFUSED).').waitFor();
    await page.getByRole('region', { name: 'Mail in' }).getByText('Failed').waitFor();
    const mails = page.getByRole('region', { name: 'Mails left in the mailbox' }).getByRole('listitem');
    const [newest, next] = [mails.first(), mails.nth(1)];
    await newest.getByText('(no subject)').waitFor();
    await newest.getByText('anna@supplier.example').waitFor();
    await newest.getByText('plan.zip is larger than one file may be (MAX_UPLOAD_BYTES).').waitFor();
    await next.getByText('The mail has no attachment.').waitFor();
    assert.equal(await mails.count(), 100);
    await page.getByRole('button', { name: 'Show more mails' }).click();
    await mails.nth(120).waitFor();
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    assert.deepEqual(screens.problems, []);
  });
});
