import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import OidcProvider from 'oidc-provider';
import type { Request } from 'oidc-provider';

const clientId = 'stowage';
const clientSecret = 'a-secret-of-the-client';

/** A user at the provider. */
export type Person = {
  sub: string;
  email: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
};

function newKeys() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'RS256' }] };
}

/** A provider of OpenID Connect on a port of its own, at which `person` signs in without a screen. */
export type SignInProvider = {
  issuer: string;
  /** The user who signs in next. */
  person: Person;
  /** Visits an address as a fresh browser. Returns the query with which the provider leads back. */
  authorize: (address: string) => Promise<string>;
  /** Sends a logout token as to the client. Returns its body. */
  logOut: (subject: string, sid: string) => Promise<string>;
  changeKeys: () => void;
  stop: () => Promise<void>;
  start: () => Promise<void>;
};

export async function openProvider(redirectUri: string, logoutUri?: string): Promise<SignInProvider> {
  let handle: ReturnType<OidcProvider['callback']> = async () => {};
  let provider: OidcProvider;
  let captured = '';
  const server = createServer((request, response) => {
    if (request.url === '/captured') return void capture(request).then(() => response.end());
    if (request.url?.startsWith('/interaction/'))
      return void provider.interactionFinished(request, response, { login: { accountId: made.person.sub } });
    return void handle(request, response);
  });
  const capture = async (request: IncomingMessage) => {
    captured = await read(request);
  };
  const listen = (port: number) =>
    new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const people = new Map<string, Person>();
  const make = () => {
    provider = new OidcProvider(issuer, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [redirectUri],
          backchannel_logout_uri: logoutUri ?? `${issuer}/captured`,
          backchannel_logout_session_required: true,
        },
      ],
      jwks: newKeys(),
      // Its own one refuses the addresses of this machine.
      fetch: (url: string, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown }) =>
        fetch(url, options),
      cookies: { keys: ['a-key-for-the-cookies-of-tests'] },
      claims: { openid: ['sub'], profile: ['name', 'groups'], email: ['email', 'email_verified'] },
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => people.get(sub) ?? { sub } }),
      loadExistingGrant: async ({ oidc }: Request) => {
        const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
        grant.addOIDCScope('openid profile email');
        await grant.save();
        return grant;
      },
    });
    handle = provider.callback();
  };
  make();
  let next: Person = { sub: 'nobody', email: 'nobody@example.com' };
  const made: SignInProvider = {
    issuer,
    get person() {
      return next;
    },
    set person(person) {
      next = person;
      people.set(person.sub, person);
    },
    authorize: async (address) => {
      const jar = new Map<string, string>();
      let url = address;
      while (!url.startsWith(`${redirectUri}?`)) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
        const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
        for (const line of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          jar.set(name, value);
        }
        const location = answer.headers.get('location');
        if (location === null) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
        url = new URL(location, url).href;
      }
      return new URL(url).search;
    },
    logOut: async (subject, sid) => {
      await (await provider.Client.find(clientId)).backchannelLogout(subject, sid);
      return captured;
    },
    changeKeys: make,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
    start: () => listen(port),
  };
  return made;
}

async function read(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

/** The settings of a client of this provider. */
export const settingsOf = ({ issuer }: SignInProvider) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
});
