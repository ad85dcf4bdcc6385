import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Contract } from '#shared/endpoint.ts';
import { readAnswer } from './read-answer.ts';
import type { Schema } from './read-answer.ts';

const features = join(import.meta.dirname, '../features');
const files = globSync('**/*.contract.ts', { cwd: features });

/** Imports every contract. */
async function schemas(): Promise<Map<string, Schema>> {
  const found = new Map<string, Schema>();
  for (const file of files) {
    const url = pathToFileURL(join(features, file)).href;
    const exported = Object.entries((await import(url)) as Record<string, Contract>);
    for (const [, contract] of exported.filter(([name]) => name.endsWith('Contract')))
      for (const { method, path, answer } of Object.values(contract))
        if (answer) found.set(`${method} ${path}`, answer);
  }
  return found;
}

/** An answer with one entry in each list and every optional field. */
function sampleOf({ def }: Schema): unknown {
  const { type, shape, element, innerType, options, values } = def;
  if (shape) return Object.fromEntries(Object.entries(shape).map(([name, one]) => [name, sampleOf(one)]));
  if (element) return [sampleOf(element)];
  if (innerType) return sampleOf(innerType);
  const option = options?.at(-1);
  if (option) return sampleOf(option);
  if (values) return values[0];
  return { number: 7, boolean: true }[type] ?? 'text';
}

/** The types of an answer, in depth. An empty list fits every list. */
function kindsOf(value: unknown): unknown {
  if (Array.isArray(value)) return 'list';
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, kindsOf(one)]));
}

/** Calls `visit` with a copy for each value inside of this one, and a function that replaces the value there. */
function eachInside(whole: unknown, visit: (copy: unknown, inside: unknown, put: (other: unknown) => void) => void) {
  const paths: string[][] = [];
  const collect = (value: unknown, path: string[]) => {
    if (path.length > 0) paths.push(path);
    if (typeof value === 'object' && value !== null)
      for (const [name, one] of Object.entries(value)) collect(one, [...path, name]);
  };
  collect(whole, []);
  for (const path of paths) {
    const copy = structuredClone(whole);
    const last = path.at(-1) ?? '';
    const owner = path.slice(0, -1).reduce((value, name) => value[name] as never, copy as Record<string, unknown>);
    visit(copy, owner[last], (other) => (owner[last] = other));
  }
}

const asJson = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

describe('an answer is read in the shape of its contract', async () => {
  const real = await schemas();

  test('for each call, with each value in it null, as text, and true as 1', () => {
    assert.ok(real.size > 100, `${real.size} calls`);
    for (const [call, schema] of real) {
      const sample = sampleOf(schema);
      assert.deepEqual(readAnswer(schema, structuredClone(sample)), sample, call);
      eachInside(sample, (copy, inside, put) => {
        const text = typeof inside === 'string' ? inside : JSON.stringify(inside);
        for (const other of [null, text, typeof inside === 'boolean' ? 1 : inside]) {
          put(other);
          const read = asJson(readAnswer(schema, structuredClone(copy)));
          if (other !== null) assert.deepEqual(kindsOf(read), kindsOf(sample), `${call}: ${JSON.stringify(copy)}`);
        }
      });
    }
  });

  test('a missing field is empty, unless the contract lets it be null or absent', () => {
    const schema = real.get('GET /api/user') ?? assert.fail();
    const user = readAnswer(schema, { name: null, team: null, teams_can_view: null, role_id: '1' });
    assert.deepEqual(user, {
      id: 0,
      name: '',
      email: '',
      role_id: 1,
      role: { role_id: 0, role_name: '' },
      team_id: null,
      team: null,
      teams_can_view: [],
      created_at: '',
      last_login_at: null,
      files_count: 0,
      downloads_count: 0,
    });
  });

  test('a list may be JSON text and contain nothing, and true counts as 1', () => {
    const table = real.get('GET /api/permissions') ?? assert.fail();
    const read = readAnswer(table, {
      permissions: '[{"module_id":"3","role_id":2,"can_view":true},null]',
      modules: 'no list',
      version: '4',
    });
    assert.deepEqual(read, {
      permissions: [{ module_id: 3, role_id: 2, can_view: 1 }],
      modules: [],
      roles: [],
      version: 4,
    });
  });

  test('a body of another kind counts as none', () => {
    for (const [call, body] of [
      ['GET /api/teams', null],
      ['GET /api/teams', { teams: [] }],
      ['GET /api/system', null],
      ['GET /api/system', 'Hello'],
    ] as const)
      assert.equal(readAnswer(real.get(call) ?? assert.fail(call), body), undefined, call);
  });

  test('a user without { user } around it stays as it is', () => {
    const schema = real.get('POST /api/login') ?? assert.fail();
    assert.deepEqual(readAnswer(schema, { id: 1, role_id: 2 }), { id: 1, role_id: 2 });
    assert.deepEqual(readAnswer(schema, { two_factor: true }), { two_factor: true });
  });
});
