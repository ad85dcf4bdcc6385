import { recordAudit } from '#features/audit/server/audit.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { transactAs } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { refusal } from '#server/refusal.ts';
import type { ParsedInputOf } from '#shared/endpoint.ts';
import type { MailChoice, mailChoiceContract } from '../mail-choice.contract.ts';
import { choiceTexts, mailTexts } from '../mail-choice.texts.ts';
import { choicesOf, isMailed, noticeEventNames, noticeEvents } from '../notice-events.rules.ts';
import { findDigest, listChoices, saveChoice, saveDigest } from './mail-choice.queries.ts';

export const readMailChoice = ({ db, config, mailer }: Context, caller: Caller) =>
  choiceOf(db, { userId: caller.id, zone: config.timeZone, available: mailer !== undefined });

async function choiceOf(
  db: Db,
  { userId, zone, available }: { userId: number; zone: string; available: boolean },
): Promise<MailChoice> {
  const made = await listChoices(db, userId);
  const digest = await findDigest(db, userId);
  const choices = noticeEventNames.map((event) => ({ event, choice: made.get(event) ?? noticeEvents[event] }));
  return { choices, digest: { hour: digest.hour, zone: digest.zone ?? zone }, available };
}

/** Refuses with 409 to turn mails on if the server cannot send any. They can be turned off in any case. */
export async function saveMailChoice(
  ctx: Context,
  caller: Caller,
  { choices = [], digest }: ParsedInputOf<(typeof mailChoiceContract)['save']>,
): Promise<MailChoice> {
  const { config, mailer } = ctx;
  for (const { event, choice } of choices) {
    if (!choicesOf(event).includes(choice))
      throw refusal.invalid('validation.failed', 'choices', choiceTexts.mailsOnly);
    if (!mailer && isMailed(choice)) throw refusal.conflict('notification.no_mail', mailTexts.noMail);
  }
  if (digest && !isTimeZone(digest.zone)) throw refusal.invalid('validation.failed', 'digest', choiceTexts.unknownZone);
  return transactAs(ctx, caller, async (tx, write) => {
    const before = await listChoices(tx, caller.id);
    for (const { event, choice } of choices) {
      const old = before.get(event) ?? noticeEvents[event];
      if (old === choice) continue;
      await saveChoice(tx, caller.id, event, choice);
      if (isMailed(old) !== isMailed(choice))
        await recordAudit(write, isMailed(choice) ? 'user.mails_on' : 'user.mails_off', {
          ...caller,
          detail: choiceTexts.events[event],
        });
    }
    if (digest) await saveDigest(tx, caller.id, digest);
    return choiceOf(tx, { userId: caller.id, zone: config.timeZone, available: mailer !== undefined });
  });
}

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
