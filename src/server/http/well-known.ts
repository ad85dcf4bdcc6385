import type { FastifyInstance } from 'fastify';
import { dayMs } from '#shared/calendar.ts';
import type { Config } from '../config.ts';

const expiresAfterMs = 90 * dayMs;

/**
 * `/.well-known/change-password`, by which password managers find the screen, and, with SECURITY_CONTACT,
 * `/.well-known/security.txt` for people who found a vulnerability. Neither needs a sign-in. Source: RFC 9116.
 */
export function answerWellKnown(app: FastifyInstance, { securityContact, publicUrl }: Config): void {
  app.get('/.well-known/change-password', (_request, reply) => reply.redirect('/change-password'));
  if (!securityContact) return;
  app.get('/.well-known/security.txt', (_request, reply) => {
    const expires = new Date(Date.now() + expiresAfterMs).toISOString();
    const canonical = publicUrl ? [`Canonical: ${publicUrl}/.well-known/security.txt`] : [];
    const lines = [`Contact: ${securityContact}`, `Expires: ${expires}`, 'Preferred-Languages: en', ...canonical];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
