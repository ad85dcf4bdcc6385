import { recordAudit } from '#features/audit/server/audit.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { transactAs } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import { refusal } from '#server/refusal.ts';
import { mailTexts } from '../notifications.texts.ts';
import { setWantsMails, wantsMails } from './mail-choice.queries.ts';

export const readMailChoice = async ({ db, mailer }: Context, caller: Caller) => ({
  followed: await wantsMails(db, caller.id),
  available: mailer !== undefined,
});

/** Refuses with 409 to turn mails on if the server cannot send any. They can be turned off in any case. */
export async function saveMailChoice(ctx: Context, caller: Caller, { followed }: { followed: boolean }) {
  const available = ctx.mailer !== undefined;
  if (followed && !available) throw refusal.conflict('notification.no_mail', mailTexts.noMail);
  await transactAs(ctx, caller, async (tx, write) => {
    if (!(await setWantsMails(tx, caller.id, followed))) return;
    await recordAudit(write, followed ? 'user.mails_on' : 'user.mails_off', caller);
  });
  return { followed, available };
}
