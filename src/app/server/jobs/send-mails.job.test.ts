import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usersImportContract } from '#features/users/users-import.contract.ts';
import { openMailServer } from '#tests/mail-server.ts';
import { asAdmin } from '#tests/make.ts';
import { openTestApp } from '#tests/test-app.ts';
import { listJobs } from '../jobs.ts';
import { sendMailsJob } from './send-mails.job.ts';

test('the jobs of a server mail the invitations of imported users', async (t) => {
  const mails = await openMailServer();
  const settings = { SMTP_URL: mails.url, MAIL_FROM: 'x@example.com', PUBLIC_URL: 'http://stowage.example' };
  const app = await openTestApp(settings);
  t.after(app.close);
  t.after(mails.close);
  const rows = [{ row: 1, name: 'Ann', email: 'ann@example.org', team: 'General' }];
  assert.equal((await (await asAdmin(app)).call(usersImportContract.run, { rows })).body.mailed, true);
  const job = listJobs(app.ctx.config).find(({ name }) => name === sendMailsJob.name);
  await job?.run(app.ctx, new AbortController().signal);
  assert.match(await mails.next(), /To: ann@example\.org/);
});
