import { mailTexts } from '#features/notifications/mail-choice.texts.ts';
import { findUser } from '#features/session/server/user-rows.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { recordTry, refuseWhenThrottled } from '#server/access/throttle.ts';
import type { Attempts } from '#server/access/throttle.ts';
import type { Context } from '#server/context.ts';
import { refusal } from '#server/refusal.ts';
import { throttle } from '#shared/session-lengths.ts';
import { testMail as texts } from '../system.texts.ts';

const mailsOf = (userId: number): Attempts => ({
  failure: { email_key: `test-mail:${userId}`, address: '', network: null },
  limits: [{ by: ['email_key'], max: throttle.invitationsPerUser }],
  refusedWith: texts.tooMany,
});

/** Sends a mail to the caller. It does not go through the outbox, so that the answer has the error of the mail server. */
export async function sendTestMail(ctx: Context, caller: Caller): Promise<{ message: string }> {
  const { mailer, config, db } = ctx;
  if (!mailer) throw refusal.conflict('notification.no_mail', mailTexts.noServer);
  await refuseWhenThrottled(ctx, mailsOf(caller.id));
  await recordTry(ctx, mailsOf(caller.id));
  const user = await findUser(db, caller.id);
  if (!user) throw refusal.unauthenticated('session.required');
  const { brandName: brand, publicUrl = '' } = config;
  const content = texts.content({ name: user.name, brand, publicUrl });
  await mailer({ to: user.email, subject: texts.subject(brand), content }).catch((error: unknown) => {
    ctx.log.warn(error, 'a test mail could not be sent');
    const reason = error instanceof Error ? error.message : String(error);
    throw refusal.unavailable('mail.not_accepted', texts.notAccepted(reason), error);
  });
  return { message: texts.sent(user.email) };
}
