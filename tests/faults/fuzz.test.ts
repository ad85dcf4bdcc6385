import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { test } from 'node:test';
import { z } from 'zod';
import { isRead } from '#shared/endpoint.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { errorCodes } from '#shared/error-codes.ts';
import { mountedEndpoints } from '#tests/mounted-endpoints.ts';
import { makeInstallation, queryDatabase, seeded, send, startServer } from '#tests/server-process.ts';
import type { Installation } from '#tests/server-process.ts';
import { asMetadata } from '#tests/tus.ts';
import { formOf } from '#tests/visitor.ts';
import type { Visitor } from '#tests/visitor.ts';

const requests = Number(process.env['FUZZ_REQUESTS'] ?? 1_000);
const seed = Number(process.env['FUZZ_SEED'] ?? 7);

type Dice = ReturnType<typeof seeded>;

/** Texts that no schema expects. */
const hostileTexts = [
  '',
  ' ',
  '0',
  '-1',
  '1',
  '2',
  '00',
  '1.5',
  '1e3',
  '0x1',
  '+1',
  '٣',
  '2147483647',
  '2147483648',
  '9007199254740993',
  '9'.repeat(400),
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '\0',
  'a\0b',
  '\u0001',
  '\u007f',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\ufffe',
  '\u202e',
  'é',
  'e\u0301',
  'ﬁ',
  'İ',
  'ß',
  '👩‍👩‍👧',
  '﷽'.repeat(50),
  'x'.repeat(5_000),
  '\u0301'.repeat(500),
  "'",
  '"',
  '`',
  '\\',
  '%',
  '_',
  '%%',
  '*',
  '?',
  "' or 1=1 --",
  "'; drop table files; --",
  '" OR ""="',
  'x* AND y',
  'NEAR(a b)',
  ':*',
  '& | !',
  "a' & 'b",
  '../../../etc/passwd',
  '..\\..',
  '/etc/passwd',
  '%2e%2e%2f',
  'C:\\',
  '<script>alert(1)</script>',
  '${7*7}',
  '(a+)+$',
  '(((((',
  '[[[[',
  '2026-11-20',
  '2026-11-20T09:30:00.000Z',
  '0000-00-00T00:00:00.000Z',
  '9999-99-99T99:99:99.999Z',
  '2026-02-31T00:00:00.000Z',
  '2026-13-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '0000-01-01T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'W10',
  'WzEsInh4IiwxXQ',
  'WzEsbnVsbCwxXQ',
  'WzEsMSwxXQ',
  'eyJhIjoxfQ',
  'WzEsIjIwMjYiLDFd',
  'WzFlMzA4LCJ4IiwtMV0',
];
const hostileValues: unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1,
  1.5,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  2 ** 53 + 2,
  [],
  {},
  [1],
  ['a'],
  [[[[1]]]],
  { a: 1 },
  { toString: 1 },
  { length: -1 },
  [null],
  ['__proto__'],
  JSON.parse('{"__proto__":{"role_id":1}}'),
  Array.from({ length: 2_000 }, (_, index) => index),
];

type JsonSchema = {
  [key: string]: unknown;
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  pattern?: string;
  maxLength?: number;
};

/** Returns a value that usually matches the schema and sometimes is hostile. */
function valueFor(schema: JsonSchema, dice: Dice): unknown {
  if (dice.below(7) === 0) return dice.below(3) ? dice.pick(hostileTexts) : dice.pick(hostileValues);
  if ('const' in schema) return schema.const;
  if (schema.enum) return dice.pick(schema.enum);
  if (schema.anyOf) return valueFor(dice.pick(schema.anyOf), dice);
  if (schema.type === 'object') return objectFor(schema, dice);
  if (schema.type === 'array') return Array.from({ length: dice.below(5) }, () => valueFor(schema.items ?? {}, dice));
  if (schema.type === 'integer' || schema.type === 'number')
    return dice.pick([0, 1, 1, 1, 2, 3, dice.below(50), 2_147_483_647]);
  if (schema.type === 'boolean') return dice.below(2) === 1;
  if (schema.pattern?.includes('0-9]{1,') || schema.pattern?.includes('\\d{1,'))
    return String(dice.pick([1, 1, 2, 3, dice.below(50), 2_147_483_647]));
  if (schema.pattern?.includes('\\d{4}-')) return new Date(Date.now() - dice.below(10 ** 9)).toISOString();
  return dice.pick([
    'a',
    'fuzz',
    'report 2026',
    'admin@example.com',
    'harbour-crane-43',
    randomBytes(16).toString('base64url'),
  ]);
}

function objectFor(schema: JsonSchema, dice: Dice): Record<string, unknown> {
  const named = Object.entries(schema.properties ?? {}).filter(
    ([name]) => schema.required?.includes(name) || dice.below(2) === 0,
  );
  const entries = named
    .filter(() => dice.below(20) > 0)
    .map(([name, property]) => [name, valueFor(property, dice)] as const);
  if (dice.below(10) === 0) entries.push([dice.pick(hostileTexts), dice.pick(hostileValues)]);
  return Object.fromEntries(entries);
}

/** Returns the JSON Schema of a zod schema. Checks by code become any value. */
const asJson = (schema: z.ZodType | undefined): JsonSchema =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema) : { type: 'object' };

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();

type Request = { method: string; path: string; headers: Record<string, string>; payload: string | Buffer | undefined };

/** Ids of existing records, which requests may use. */
type Known = { filepaths: string[]; uploads: string[] };

function requestFor(endpoint: Endpoint, dice: Dice, known: Known): Request {
  const parameters = objectFor(asJson(endpoint.params), dice);
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const there = name === 'filepath' ? known.filepaths : endpoint.path.startsWith('/api/uploads') ? known.uploads : [];
    const value = there.length > 0 && dice.below(3) > 0 ? dice.pick(there) : asText(parameters[name] ?? 1);
    return encodeURIComponent(value.slice(0, 300)).replace(/^\.{1,2}$/, '%2e') || '1';
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(objectFor(asJson(endpoint.query), dice)))
    query.append(asText(name), asText(value));
  const broken =
    dice.below(25) === 0
      ? dice.pick(['&%', '&%zz', '&a[b]=c', '&&&==', '&__proto__[x]=1', `&x=${'y'.repeat(6_000)}`])
      : '';
  const { headers, payload } = bodyFor(endpoint, dice);
  return {
    method:
      dice.below(30) === 0 ? dice.pick(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) : endpoint.method,
    path: query.size > 0 || broken ? `${path}?${query.toString()}${broken}` : path,
    headers: { ...headers, ...oddHeaders(dice) },
    payload: isRead(endpoint) && dice.below(20) > 0 ? undefined : payload,
  };
}

/** Returns valid and invalid tus requests. */
function tusFor(dice: Dice): { headers: Record<string, string>; payload: Buffer } {
  const odd = (...usual: string[]) =>
    dice.pick([...usual, ...usual, ...usual, '', '-1', '1e9', '9'.repeat(30), 'x', 'a b,a b']);
  const size = dice.pick([0, 5, 140_000, 400_000]);
  const headers = {
    'tus-resumable': odd('1.0.0'),
    'content-type': odd('application/offset+octet-stream', 'application/json'),
    'upload-offset': odd('0', '0', '5'),
    'upload-length': odd('5', '140000', '150001'),
    'upload-metadata': odd(
      asMetadata({ filename: dice.pick(hostileTexts).toWellFormed(), file_type_id: dice.pick([1, 1, 1, 99]) }),
    ),
    'upload-defer-length': '1',
    'upload-concat': odd('partial', 'final;/api/uploads/x'),
  };
  const rare = new Set(['upload-defer-length', 'upload-concat']);
  const sent = Object.entries(headers).filter(([name]) => (dice.below(15) === 0) === rare.has(name));
  return { headers: Object.fromEntries(sent), payload: spoil(Buffer.alloc(size, 'fuzz'), dice) };
}

function bodyFor(endpoint: Endpoint, dice: Dice): { headers: Record<string, string>; payload: string | Buffer } {
  if (endpoint.sends === 'tus' && dice.below(12) > 0) return tusFor(dice);
  const fields = objectFor(asJson(endpoint.body), dice);
  if (endpoint.files && dice.below(12) > 0) {
    const files = Array.from({ length: dice.pick([0, 1, 1, 1, 2, 3]) }, () => ({
      name: dice.pick(hostileTexts),
      bytes: Buffer.alloc(dice.pick([0, 1, 5_000, 200_000]), 'fuzz'),
    }));
    const texts = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name.replace(/["\r\n]/g, ''), asText(value)]),
    );
    const field = dice.below(15) === 0 ? 'other' : endpoint.files.field;
    const form = formOf(texts, field, files, { fieldsFirst: dice.below(2) === 0 });
    return { headers: form.headers, payload: spoil(form.payload, dice) };
  }
  const json = JSON.stringify(dice.below(15) === 0 ? dice.pick(hostileValues) : fields);
  const type =
    dice.below(20) === 0
      ? dice.pick([
          'text/plain',
          'application/x-www-form-urlencoded',
          'application/json; charset=utf-16',
          'multipart/form-data',
          '',
          'a/b/c',
        ])
      : 'application/json';
  return { headers: { 'content-type': type }, payload: spoil(json, dice) };
}

/** Sometimes removes a part of the payload or inserts bytes. */
function spoil<T extends string | Buffer>(payload: T, dice: Dice): T {
  if (dice.below(12) > 0) return payload;
  const at = dice.below(payload.length + 1);
  const rest = payload.slice(at + dice.below(10));
  const between = dice.pick(['', '\0', '"', '\r\n', '--', '{'.repeat(20_000), '\xff']);
  return (
    typeof payload === 'string'
      ? `${payload.slice(0, at)}${between}${String(rest)}`
      : Buffer.concat([payload.subarray(0, at), Buffer.from(between, 'latin1'), rest as Buffer])
  ) as T;
}

function oddHeaders(dice: Dice): Record<string, string> {
  if (dice.below(4) > 0) return {};
  return dice.pick<Record<string, string>>([
    {
      range: dice.pick([
        'bytes=0-0',
        'bytes=5-',
        'bytes=-1',
        'bytes=-0',
        'bytes=9-1',
        'bytes=0-1,3-4',
        'bytes=99999999999999999999-',
        'lines=1',
        `bytes=${'1'.repeat(300)}-`,
      ]),
    },
    { 'if-none-match': dice.pick(['*', '""', 'W/"x"', '"a", "b"', '"'.repeat(200)]) },
    {
      'if-modified-since': dice.pick([
        'yesterday',
        '0',
        'Thu, 01 Jan 1970 00:00:00 GMT',
        'Fri, 31 Dec 9999 23:59:59 GMT',
      ]),
    },
    { range: 'bytes=0-1', 'if-range': dice.pick(['"x"', 'yesterday', 'W/"x"', 'Thu, 01 Jan 1970 00:00:00 GMT']) },
    { 'x-xsrf-token': dice.pick(['', 'x', 'é'.normalize(), 'a'.repeat(5_000)]) },
    {
      cookie: dice.pick([
        'stowage_session=',
        'stowage_session=%zz',
        'stowage_session=a; stowage_session=b',
        '=;=;',
        `stowage_session=${'a'.repeat(5_000)}`,
        'XSRF-TOKEN=%00',
      ]),
    },
    {
      'x-forwarded-for': dice.pick(['1.2.3.4', 'x', '::1, "']),
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'evil.example',
    },
    { accept: dice.pick(['text/html', '*/*', 'a']), 'accept-encoding': 'gzip, br' },
    { 'sec-fetch-site': dice.pick(['cross-site', 'none', 'same-origin']) },
    { 'content-encoding': dice.pick(['gzip', 'identity', 'x']) },
    { 'x-http-method-override': 'DELETE' },
  ]);
}

/** Inserts a session: the requests may end any session and change any password. */
async function plantSession(installation: Installation, userId: number): Promise<string> {
  await queryDatabase(installation, `update users set deleted_at = null, suspended_at = null where id = ${userId}`);
  const token = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(token).digest('hex');
  const now = new Date().toISOString();
  const later = new Date(Date.now() + 10 ** 8).toISOString();
  await queryDatabase(
    installation,
    `insert into sessions (token_hash, user_id, created_at, last_used_at, expires_at, remembered) values ('${hash}', ${userId}, '${now}', '${now}', '${later}', 1)`,
  );
  return token;
}

async function plantUsers(installation: Installation): Promise<number[]> {
  const people = [1];
  for (const role of [2, 3]) {
    const email = `role${role}@example.com`;
    await queryDatabase(
      installation,
      `insert into users (name, name_folded, email, email_key, password_hash, role_id, team_id, created_at)
       values ('Role ${role}', 'role ${role}', '${email}', '${email}', 'none', ${role}, 1, '${new Date().toISOString()}')`,
    );
    const [row] = await queryDatabase<{ id: number }>(installation, `select id from users where email = '${email}'`);
    people.push(row?.id as number);
  }
  return people;
}

test(`${requests} hostile requests are answered without an internal error`, async (t) => {
  const installation = await makeInstallation();
  const server = await startServer(installation, { LOG_LEVEL: 'warn', MAX_UPLOAD_BYTES: '150000' });
  const people = await plantUsers(installation);
  // An event stream does not end.
  const endpoints = mountedEndpoints().flatMap(({ endpoint }) => (endpoint.sends === 'events' ? [] : [endpoint]));
  const dice = seeded(seed);
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const statuses = new Map<number, number>();
  const known: Known = { filepaths: ['AAAAAAAAAAAAAAAAAAAAAA'], uploads: ['AAAAAAAAAAAAAAAAAAAAAA'] };

  const visitors = new Map<number | undefined, Visitor>();
  async function renew(id: number | undefined): Promise<void> {
    const visitor = server.visitor();
    if (id !== undefined) visitor.cookies.set('stowage_session', await plantSession(installation, id));
    visitors.set(id, await visitor.prime());
  }
  for (const id of [...people, undefined]) await renew(id);

  async function ask(number: number): Promise<void> {
    const endpoint = dice.pick(endpoints);
    const person = dice.pick([1, 1, 1, ...people, undefined]);
    const visitor = visitors.get(person) as Visitor;
    const asked = requestFor(endpoint, dice, known);
    const size = asked.payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(asked.payload)) };
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ');
    const headers = { cookie, 'x-xsrf-token': visitor.cookies.get('XSRF-TOKEN') ?? '', ...size, ...asked.headers };
    const what = () =>
      `request ${number} of seed ${seed}: ${asked.method} ${asked.path.slice(0, 300)} ${JSON.stringify(asked.headers)} ${String(asked.payload).slice(0, 500)}`;
    const answer = await send(server.origin, { ...asked, headers, agent }).catch((error: unknown) => {
      // The server may respond and close the connection before a refused body is sent.
      if (['EPIPE', 'ECONNRESET'].includes((error as { code: string }).code) && asked.payload) return undefined;
      throw new Error(what(), { cause: error });
    });
    if (!answer) return;
    // This request or an earlier one has ended the session.
    if (answer.statusCode === 401 && person !== undefined) await renew(person);
    const [, filepath] = /"filepath":"([^"]+)"/.exec(answer.body) ?? [];
    if (answer.statusCode === 201 && endpoint.files && filepath) known.filepaths.push(filepath);
    if (answer.statusCode === 201 && answer.headers.location) known.uploads.push(answer.headers.location.slice(-22));
    statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
    assert.ok(answer.statusCode < 500, `${what()}\nanswered ${answer.statusCode} ${answer.body}`);
    if (answer.statusCode < 400 || answer.statusCode === 416 || asked.method === 'HEAD') return;
    const { message, code } = answer.json() as { message?: unknown; code: string };
    const isKnown = typeof message === 'string' && message !== '' && Object.hasOwn(errorCodes, code);
    assert.ok(isKnown, `${what()}\nanswered ${answer.statusCode} ${answer.body}`);
  }

  for (let number = 0; number < requests; number += 4) {
    await Promise.all([number, number + 1, number + 2, number + 3].map(ask));
  }
  agent.destroy();

  const seen = [...statuses].toSorted(([one], [other]) => one - other).map(([status, count]) => `${status}: ${count}`);
  t.diagnostic(seen.join(', '));
  for (const status of [200, 201, 204, 400, 401, 403, 404, 419, 422])
    assert.ok(statuses.has(status), `no request was answered with ${status}`);
  assert.equal((await fetch(`${server.origin}/readyz`)).status, 200);
  await renew(1);
  const admin = visitors.get(1) as Visitor;
  for (const url of ['/api/user', '/api/teams_with_files', '/api/files/overview', '/api/teams', '/api/permissions']) {
    assert.equal((await admin.send({ method: 'GET', url })).statusCode, 200, url);
  }
  const ended = await server.stop();
  assert.deepEqual([ended.code, ended.stderr], [0, '']);
  assert.doesNotMatch(ended.stdout, /"level":(50|60)/);
});
