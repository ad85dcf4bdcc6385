import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { cleanFileName } from '#features/files/core/files.rules.ts';
import { cleanLine } from '#shared/clean-line.ts';
import { fold } from '#shared/fold.ts';
import { matchesName } from '#shared/search-query.ts';
import { hostileStrings } from '#tests/fixtures.ts';
import { credentialsOf, useServer } from '#tests/server-process.ts';
import { listFiles } from '#tests/stored-files.ts';
import { formOf } from '#tests/visitor.ts';
import type { Visitor } from '#tests/visitor.ts';

const strings = hostileStrings();

// One request for each name is slow, so these tests take an even sample. Neighbours in the list are of one kind.
const sampleSize = process.env['HOSTILE_NAMES'] === 'all' ? strings.length : 144;
const sample = strings.filter((_, index) => index % Math.floor(strings.length / sampleSize) === 0);

/**
 * Returns a name as a browser writes it into a form: text well-formed, line ends and quotation marks escaped. Source: HTML,
 * multipart/form-data encoding.
 */
const asSent = (name: string) => name.toWellFormed().replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22');

/**
 * Returns the name that the server reads from the form. It reverts the three escapes, also where the name itself contained them.
 */
const asRead = (name: string) => asSent(name).replace(/%22/g, '"').replace(/%0D/g, '\r').replace(/%0A/g, '\n');

const asStored = (name: string) => cleanFileName(asRead(name));

/** Returns the decoded name of RFC 8187. */
function nameIn(disposition: string | undefined): string {
  const encoded = /; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]+)$/.exec(disposition ?? '')?.[1];
  assert.ok(encoded, `no filename* in ${disposition}`);
  return decodeURIComponent(encoded);
}

function inHundreds<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / 100) }, (_, page) => all.slice(page * 100, page * 100 + 100));
}

function assertStoredNames(names: readonly string[], files: File[]): void {
  assert.equal(files.length, names.length);
  for (const [index, name] of names.entries())
    assert.equal(files[index]?.filename, asStored(name), `sent as ${JSON.stringify(name)}`);
}

/** Uploads an empty file for each name in the form of a browser, 100 in a request. */
async function uploadNames(visitor: Visitor, names: readonly string[]): Promise<File[]> {
  const stored: File[] = [];
  for (const page of inHundreds(names)) {
    const sent = page.map((name) => ({ name, bytes: name.toWellFormed() }));
    const { payload, headers } = formOf({ file_type_id: 1 }, 'files[]', sent);
    const answer = await visitor.send({ method: 'POST', url: '/api/upload', payload, headers });
    assert.equal(answer.statusCode, 201, answer.body);
    stored.push(...answer.json().files);
  }
  return stored;
}

describe('file names', () => {
  const server = useServer();

  test('a name from a form of a browser is stored and listed unchanged, except for characters that no name may contain', async () => {
    const admin = await server.asAdmin();
    const files = await uploadNames(admin, strings);
    assertStoredNames(strings, files);
    const listed = new Map((await listFiles(admin)).map((file) => [file.id, file.filename]));
    for (const { id, filename } of files) assert.equal(listed.get(id), filename);
  });

  test('a name from a form of fetch() is stored unchanged, except for characters that no name may contain', async () => {
    const headers = credentialsOf(await server.asAdmin());
    for (const names of inHundreds(sample)) {
      const form = new FormData();
      for (const name of names) form.append('files[]', new Blob([name.toWellFormed()]), name);
      form.append('file_type_id', '1');
      const answer = await fetch(`${server.origin}/api/upload`, { method: 'POST', body: form, headers });
      assert.equal(answer.status, 201);
      assertStoredNames(names, ((await answer.json()) as { files: File[] }).files);
    }
  });

  test('a download has the name of the list', async () => {
    const admin = await server.asAdmin();
    for (const { filepath, filename } of await uploadNames(admin, sample)) {
      const answer = await admin.send({ method: 'HEAD', url: `/storage/${filepath}?download=1` });
      assert.equal(answer.statusCode, 200, filename);
      assert.equal(nameIn(answer.headers['content-disposition'] as string), filename);
    }
  });

  test('a search for a whole name finds every file whose name contains it', async () => {
    const admin = await server.asAdmin();
    const files = await uploadNames(admin, sample);
    const listed = (await listFiles(admin)).map((file) => fold(file.filename));
    for (const name of new Set(files.map((file) => file.filename))) {
      // Some names are empty without accents and spaces: a search for them lists all files.
      if (fold(cleanLine(name)) === '') continue;
      const { status, body } = await admin.call(filesContract.overview, { search: name });
      assert.equal(status, 200, name);
      // A search also finds files by their team and their uploader, each of its terms apart. A name can have the form of a
      // search with operators, such as 'ls -al'. No name contains NUL, so no term matches across two of the three.
      const texts = (other: string) => [other, 'General', 'Administrator'].join('\u0000');
      const expected = listed.filter((other) => matchesName(texts(other), cleanLine(name))).length;
      assert.equal(body.matching, expected, `searched for ${JSON.stringify(name)}`);
    }
  });

  test('a file can be renamed to any name', async () => {
    const admin = await server.asAdmin();
    const [file] = await uploadNames(admin, ['plain']);
    for (const name of sample) {
      const answer = await admin.call(filesContract.update, { id: file?.id as number, _method: 'PUT', filename: name });
      assert.deepEqual([answer.status, answer.body?.filename], [200, cleanFileName(name)], JSON.stringify(name));
    }
  });
});
