import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import type { Options } from 'nodemailer/lib/mailer/index.js';
import { randomName } from './test-app.ts';

/** Returns a mail as mail programs send it. Each has an id of its own. */
export async function mailOf(mail: Options): Promise<string> {
  const composed = new MailComposer({ messageId: `<${randomName()}@mails.example>`, text: 'See attached.', ...mail });
  return (await composed.compile().build()).toString('latin1');
}
