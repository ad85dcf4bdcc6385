import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { callerByJob } from '#server/access/caller.ts';
import { transact } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import { htmlOf } from '#server/mail-design.ts';
import { choiceTexts } from '../mail-choice.texts.ts';
import type { NoticeEvent } from '../notice-events.rules.ts';
import { unsubscribeTexts as texts } from '../outbox.texts.ts';
import { turnMailsOff } from './mail-choice.queries.ts';

const maxBodyBytes = 1024;

const signatureOf = (appKey: Buffer, id: string) =>
  createHmac('sha256', appKey).update(`unsubscribe:${id}`).digest('base64url');

/** The address that ends the mails of a user by choice. It needs no sign-in, and nobody can make that of another user. */
export const unsubscribeAddress = ({ config, appKey }: Context, userId: number): string =>
  `${config.publicUrl}/unsubscribe/${userId}.${signatureOf(appKey, String(userId))}`;

/** Returns the user of an address; undefined if it is not one of this server. */
function readToken({ appKey }: Context, token: string): number | undefined {
  const [id = '', signature = ''] = token.split('.');
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(appKey, id))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? Number(id) : undefined;
}

const page = (brand: string, title: string, text: string, button?: string) =>
  htmlOf(brand, { parts: [title, text] }, button);

/**
 * `GET /unsubscribe/…` asks, because programs that read mails open links. `POST` turns the mails off, also by a mail program with
 * one click. Source: RFC 8058. The signature takes the place of a session and of the anti-forgery token.
 */
export async function answerUnsubscribe(app: FastifyInstance, ctx: Context): Promise<void> {
  const brand = ctx.config.brandName;
  if (!ctx.mailer) return;
  await app.register(async (scope) => {
    const types = ['application/x-www-form-urlencoded', 'multipart/form-data'];
    scope.removeContentTypeParser(types);
    scope.addContentTypeParser(types, { parseAs: 'string', bodyLimit: maxBodyBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.route<{ Params: { token: string } }>({
      method: ['GET', 'POST'],
      url: '/unsubscribe/:token',
      handler: async ({ method, params, ip }, reply) => {
        const userId = readToken(ctx, params.token);
        const user = userId === undefined ? undefined : await callerByJob(ctx.db, userId, 'signed-in');
        void reply.type('text/html').header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
        if (!user) return reply.code(404).send(page(brand, texts.unknown, texts.unknownAdvice));
        if (method !== 'POST') return reply.send(page(brand, texts.question(brand), texts.hint, texts.button));
        await transact(ctx, { id: user.id, name: user.name, address: ip }, async (tx, write) => {
          for (const event of await turnMailsOff(tx, user.id))
            await recordAudit(write, 'user.mails_off', { ...user, detail: choiceTexts.events[event as NoticeEvent] });
        });
        return reply.send(page(brand, texts.done, texts.doneAdvice(brand)));
      },
    });
  });
}
