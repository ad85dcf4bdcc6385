import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { filesContract } from '#features/files/files.contract.ts';
import type { File } from '#features/files/files.contract.ts';
import { cleanFileName } from '#features/files/files.rules.ts';
import { fold } from '#shared/fold.ts';
import { credentialsOf, makeHome, startServer } from '#tests/server-process.ts';
import { formOf } from '#tests/visitor.ts';

const ownStrings = [
  '',
  ' ',
  '\t',
  '.',
  '..',
  '...',
  '. .',
  '.hidden',
  'trailing.',
  'trailing space ',
  ' leading space',
  '  two  inside  ',
  '\\',
  '\\\\',
  'back\\',
  'two back\\\\',
  'back\\.txt',
  '\\start',
  'C:\\temp\\',
  'C:\\temp\\report.pdf',
  '\\\\server\\share\\x.doc',
  'a\\"b',
  '/',
  '//',
  'etc/passwd',
  '/etc/passwd',
  '../../../etc/passwd',
  '..\\..\\boot.ini',
  'mixed/of\\both.txt',
  'ends in slash/',
  '"',
  '""',
  '"quoted"',
  'say "hi".txt',
  'ends in quote"',
  '\\"',
  "it's",
  "'",
  '`backticks`',
  ';',
  'a;b=c',
  'x; filename="y"',
  'x"; filename="y',
  "; filename*=UTF-8''z",
  '%',
  '%22',
  '%2',
  '%0D%0A',
  '%00',
  '%2F',
  '%5C',
  '100%',
  '%%22',
  '%25',
  '%u0041',
  'a%22b%22c',
  'null\u0000byte.txt',
  'bell\u0007',
  'del\u007f',
  'c1\u0085next',
  'line\nfeed',
  'carriage\rreturn',
  'both\r\nends',
  '\r\n\r\nbody',
  'tab\there',
  'vertical\u000btab',
  'unit\u001fseparator',
  'line\u2028separator',
  'paragraph\u2029separator',
  'no-break\u00a0space',
  'soft\u00adhyphen',
  'zero\u200bwidth',
  'joiner\u200dhere',
  '\ufeffbom',
  'ideographic\u3000space',
  'rtl\u202egpj.exe',
  'isolate\u2066x\u2069',
  'arabic-اسم الملف.pdf',
  'שם קובץ.txt',
  '日本語ファイル.txt',
  '한국어 파일.hwp',
  'ไฟล์.doc',
  'Ωμέγα ΑΣ.txt',
  'ﬁ ligature',
  'İstanbul ıI.txt',
  'straße ẞ',
  '№5 ℡ ™',
  'combining e\u0301 and é',
  '\u0301only a mark',
  'Z̮̞̠͙͔ͅḀ̗̞͈̻̗Ḷ͙͎̯̹̞͓G̻O̭̗̮',
  '👍🏽',
  '👨‍👩‍👧‍👦 family.png',
  '🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  '\ud800',
  'lone \udc00 low',
  'high \ud83d',
  '𝐓𝐡𝐞 𝐪𝐮𝐢𝐜𝐤',
  '﷽',
  'a'.repeat(300),
  `${'a'.repeat(300)}.txt`,
  `${'é'.repeat(200)}.pdf`,
  `${'👍🏽'.repeat(60)}.png`,
  `e${'\u0301'.repeat(300)}`,
  `x.${'y'.repeat(300)}`,
  '﷽'.repeat(85),
  'con',
  'NUL.txt',
  'LPT1',
  'a:b',
  'a*b?c',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  "'; drop table files; --",
  '${7*7}',
  '{{7*7}}',
  '$(reboot)',
  '-rf',
  '~',
  '_%_',
  '100%_sure',
  'null',
  'undefined',
  'NaN',
  '__proto__',
  'constructor',
  '1e309',
  '=cmd|x',
  '@SUM(1)',
  'İ',
  'ß',
  'ŉ',
  'ǰ',
  'ΐ',
  'և',
  'ẖ',
  'ﬀ',
  '\u0345',
  '\u1e9e',
];

const list = join(import.meta.dirname, '../../../shared/naughty-strings.json');
const naughtyStrings: string[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
const strings = [...new Set([...ownStrings, ...naughtyStrings])];

/** What arrives of a name that a browser sends: text well-formed, line ends and quotation marks escaped. Source: HTML, multipart/form-data encoding. */
const asSent = (name: string) => name.toWellFormed().replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22');

/** The same read back: the three escapes are undone, whoever wrote them. */
const asRead = (name: string) => asSent(name).replace(/%22/g, '"').replace(/%0D/g, '\r').replace(/%0A/g, '\n');

const kept = (name: string) => cleanFileName(asRead(name));

/** The name of RFC 8187, decoded. */
function nameIn(disposition: string | undefined): string {
  const encoded = /; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]+)$/.exec(disposition ?? '')?.[1];
  assert.ok(encoded, `no filename* in ${disposition}`);
  return decodeURIComponent(encoded);
}

function inHundreds<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / 100) }, (_, page) => all.slice(page * 100, page * 100 + 100));
}

test('every name', async (t) => {
  const server = await startServer(await makeHome());
  const admin = await server.asAdmin();
  const stored = new Map<number, string>();

  const noteStored = (names: readonly string[], files: File[]) => {
    assert.equal(files.length, names.length);
    for (const [place, name] of names.entries()) {
      const { id, filename } = files[place] as File;
      assert.equal(filename, kept(name), `sent as ${JSON.stringify(name)}`);
      stored.set(id, kept(name));
    }
  };

  await t.test('is kept as it came from a form that a browser writes, but for what must not be in a name', async () => {
    for (const names of inHundreds(strings)) {
      const { payload, headers } = formOf(
        { file_type_id: 1 },
        'files[]',
        names.map((name) => ({ name, bytes: name.toWellFormed() })),
      );
      const answer = await admin.send({ method: 'POST', url: '/api/upload', payload, headers });
      assert.equal(answer.statusCode, 201, answer.body);
      noteStored(names, answer.json().files);
    }
  });

  await t.test('and from the form of fetch', async () => {
    for (const names of inHundreds(strings)) {
      const form = new FormData();
      for (const name of names) form.append('files[]', new Blob([name.toWellFormed()]), name);
      form.append('file_type_id', '1');
      const answer = await fetch(`${server.origin}/api/upload`, {
        method: 'POST',
        body: form,
        headers: credentialsOf(admin),
      });
      assert.equal(answer.status, 201);
      noteStored(names, ((await answer.json()) as { files: File[] }).files);
    }
  });

  await t.test('is the same in the list and in a download', async () => {
    const files = (await admin.call(filesContract.teamsWithFiles, {})).body.flatMap((team) => team.files);
    assert.deepEqual(new Map(files.map((file) => [file.id, file.filename])), stored);
    for (const file of files) {
      const answer = await admin.send({ method: 'HEAD', url: `/storage/${file.filepath}?download=1` });
      assert.equal(answer.statusCode, 200, file.filename);
      assert.equal(nameIn(answer.headers['content-disposition'] as string), file.filename);
    }
  });

  await t.test('can be searched for: the file is among those found by its whole name', async () => {
    for (const name of new Set(stored.values())) {
      // Nothing is left of some names when accents and spaces do not count; there is nothing to search for then.
      if (fold(name.trim()) === '') continue;
      const { status, body } = await admin.call(filesContract.overview, { search: name });
      assert.equal(status, 200, name);
      // A search also finds files by their team and their uploader.
      const isFound = (text: string) => fold(text).includes(fold(name.trim()));
      const ofEveryone = isFound('General') || isFound('Administrator');
      const expected = [...stored.values()].filter((other) => ofEveryone || isFound(other)).length;
      assert.equal(body.matching, expected, `searched for ${JSON.stringify(name)}`);
    }
  });

  await t.test('can be given to a file that has another', async () => {
    const [file] = (await admin.call(filesContract.upload, { file_type_id: 1 }, [{ name: 'plain', bytes: '' }])).body
      .files;
    for (const name of strings) {
      const answer = await admin.call(filesContract.update, { id: file?.id as number, _method: 'PUT', filename: name });
      assert.deepEqual([answer.status, answer.body?.filename], [200, cleanFileName(name)], JSON.stringify(name));
    }
    assert.equal((await server.stop()).code, 0);
  });
});
