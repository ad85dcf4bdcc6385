import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { passkeysContract } from '#features/passwords/passkeys.contract.ts';
import type { Asserted, Attested, Passkey } from '#features/passwords/passkeys.contract.ts';
import type { Visitor } from './visitor.ts';

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest();

/** Flags of the authenticator data: the user is present, was verified, and the key follows. */
const flags = { present: 0x01, verified: 0x04, hasKey: 0x40 };

type Client = { origin: string; rpId: string; isVerified: boolean };

/** An authenticator with one passkey that signs with ES256 after WebAuthn Level 2, computed without the product's library. */
export class Authenticator {
  readonly #key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly id = randomBytes(16);
  counter = 0;
  readonly #client: Client;

  constructor(publicUrl: string) {
    const { origin, hostname } = new URL(publicUrl);
    this.#client = { origin, rpId: hostname, isVerified: true };
  }

  #clientData(type: string, challenge: string, { origin }: Client): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #authenticatorData({ rpId, isVerified }: Client, more: Buffer, extra = 0): Buffer {
    this.counter += 1;
    const head = Buffer.alloc(5);
    head[0] = flags.present | (isVerified ? flags.verified : 0) | extra;
    head.writeUInt32BE(this.counter, 1);
    return Buffer.concat([sha256(rpId), head, more]);
  }

  #answer<T extends object>(response: T) {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key' as const, response };
  }

  /** The answer to the options of adding. `statement` is the CBOR of `fmt` and `attStmt`, in Latin-1. */
  create(challenge: string, change: Partial<Client> & { statement?: string } = {}): Attested {
    const client = { ...this.#client, ...change };
    const { x = '', y = '' } = this.#key.publicKey.export({ format: 'jwk' });
    const point = (text: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, 'base64url')]);
    // CBOR of {1: 2, 3: -7, -1: 1, -2: x, -3: y}: a point of P-256 for ES256.
    const key = [Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21]), point(x), Buffer.from([0x22]), point(y)];
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, ...key]);
    const data = this.#authenticatorData(client, credential, flags.hasKey);
    const attestation = Buffer.from(`\u00a3${change.statement ?? 'cfmtdnonegattStmt\u00a0'}hauthDataX`, 'latin1');
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', challenge, client).toString('base64url'),
      attestationObject: Buffer.concat([attestation, Buffer.from([data.length]), data]).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** The answer to the options of a sign-in. */
  get(challenge: string, change: Partial<Client> & { forged?: boolean } = {}): Asserted {
    const client = { ...this.#client, ...change };
    const clientData = this.#clientData('webauthn.get', challenge, client);
    const data = this.#authenticatorData(client, Buffer.alloc(0));
    const signed = Buffer.concat([data, sha256(change.forged ? 'other' : clientData)]);
    return this.#answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.#key.privateKey).toString('base64url'),
    });
  }
}

/** Adds a passkey of this authenticator to the signed-in user. */
export async function addPasskey(
  visitor: Visitor,
  authenticator: Authenticator,
  name = 'Laptop',
): Promise<{ passkey: Passkey; recovery_codes: string[] }> {
  const { challenge } = (await visitor.call(passkeysContract.beginAdding, {})).body;
  const added = await visitor.call(passkeysContract.add, { name, response: authenticator.create(challenge) });
  assert.equal(added.status, 201, added.raw.body);
  return added.body;
}

/** Signs in with a passkey. Returns the response. */
export async function signInByPasskey(
  visitor: Visitor,
  authenticator: Authenticator,
  { after_password = false, ...change }: Parameters<Authenticator['get']>[1] & { after_password?: boolean } = {},
) {
  if (!visitor.cookies.has('XSRF-TOKEN')) await visitor.prime();
  const { challenge } = (await visitor.call(passkeysContract.beginSignIn, { after_password })).body;
  return visitor.call(passkeysContract.signIn, { response: authenticator.get(challenge, change) });
}
