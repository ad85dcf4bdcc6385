import type { FastifyInstance } from 'fastify';

const header = 'x-forwarded-for';

const addressOf = (entry: string) =>
  /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(entry)?.[1] ?? /^\[([^\]]*)\](?::\d{1,5})?$/.exec(entry)?.[1] ?? entry;

/** Returns the addresses of X-Forwarded-For without ports and brackets. */
export const withoutPorts = (forwarded: string): string =>
  forwarded
    .split(',')
    .map((entry) => addressOf(entry.trim()))
    .join(', ');

/**
 * Removes the ports in X-Forwarded-For, which some proxies add, for example the application gateway of Azure. Otherwise each
 * connection of a client would count as another client. Must be the first hook, because later ones read the address.
 */
export function ignoreForwardedPorts(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const forwarded = headers[header];
    if (typeof forwarded === 'string') headers[header] = withoutPorts(forwarded);
    done();
  });
}
