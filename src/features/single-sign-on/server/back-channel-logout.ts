import type { FastifyInstance, FastifyRequest } from 'fastify';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { recordTry, refuseWhenThrottled } from '#server/access/throttle.ts';
import { transact } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import type { SingleSignOn } from '#server/oidc-settings.ts';
import { providerAttempts } from './provider-attempts.ts';
import { readLogoutToken } from './provider.ts';
import { endProviderSessions, findBySubject, takeLogoutToken } from './single-sign-on.queries.ts';

const maxBodyBytes = 32 * 1024;

/** Longer than a token is accepted. */
const rememberedMs = 60 * 60 * 1000;

/**
 * `POST /back-channel-logout`: the provider ends sessions that it has begun. Its signed token takes the place of a session
 * and of the anti-forgery token. The form and the answers are those of OpenID Connect Back-Channel Logout 1.0.
 */
export async function answerBackChannelLogout(app: FastifyInstance, ctx: Context): Promise<void> {
  const settings = ctx.config.singleSignOn;
  if (!settings) return;
  await app.register(async (scope) => {
    const type = 'application/x-www-form-urlencoded';
    scope.addContentTypeParser(type, { parseAs: 'string', bodyLimit: maxBodyBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/back-channel-logout', async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      await refuseWhenThrottled(ctx, providerAttempts('logout', request.ip));
      const isDone = await logOut(ctx, settings, request);
      return isDone ? reply.code(200).send() : reply.code(400).send({ error: 'invalid_request' });
    });
  });
}

async function logOut(ctx: Context, settings: SingleSignOn, { body, ip }: FastifyRequest): Promise<boolean> {
  const token = new URLSearchParams(typeof body === 'string' ? body : '').get('logout_token') ?? '';
  const read = await readLogoutToken(settings, token).catch((error: unknown) => {
    ctx.log.warn(error, 'a logout token was refused');
    return undefined;
  });
  return transact(ctx, { id: null, name: settings.name, address: ip }, async (tx, write) => {
    const until = new Date(Date.parse(write.at) + rememberedMs).toISOString();
    if (!read || !(await takeLogoutToken(tx, read.id, { now: write.at, until }))) {
      await recordTry({ ...ctx, db: tx }, providerAttempts('logout', ip));
      await recordAudit(write, 'session.provider_logout_refused', {});
      return false;
    }
    const { subject, issuer, sid } = read;
    const user = subject === undefined ? undefined : await findBySubject(tx, issuer, subject);
    // An unknown user has no session here. Without this, a token without a session id would end those of everyone.
    if (subject !== undefined && !user) return true;
    for (const id of await endProviderSessions(tx, { userId: user?.id, sid })) {
      write.outdated.userIds.add(id);
      await recordAudit(write, 'session.ended_by_provider', { id });
    }
    return true;
  });
}
