import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { readFixture } from '#tests/fixtures.ts';
import { docxOf } from '#tests/office-files.ts';
import { makeExtractionWorker } from './extraction-worker.ts';
import {
  bubblewrapArguments,
  documentProcessArguments,
  hasBubblewrap,
  pictureProcessArguments,
  wasmProcessArguments,
} from './sandbox.ts';

const run = promisify(execFile);
const worker = join(import.meta.dirname, '../worker');

/** Each forbidden act, as an expression inside the worker process. FILE exists; MADE must not exist afterwards. */
const acts = {
  'opening a database': `new (require('node:sqlite').DatabaseSync)(MADE)`,
  'reading a file': `fs.readFileSync(FILE)`,
  'writing a file': `fs.writeFileSync(MADE, 'x')`,
  'writing a heap snapshot': `require('node:v8').writeHeapSnapshot(MADE)`,
  'writing a report': `process.report.writeReport(MADE)`,
  'reading its environment': `fs.readFileSync('/proc/self/environ')`,
  'connecting to a host': `new Promise((done, fail) => require('node:net').connect(9, '127.0.0.1').on('connect', done).on('error', fail))`,
  'listening on a port': `new Promise((done, fail) => require('node:net').createServer().on('error', fail).listen(0, done))`,
  'looking up a name': `require('node:dns').promises.lookup('localhost')`,
  'starting a program': `child_process.spawnSync('true')`,
  'starting a thread': `new (require('node:worker_threads').Worker)('1', { eval: true })`,
  eval: `(0, eval)('1')`,
  'new Function': `new Function('return 1')()`,
  WebAssembly: `new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))`,
  WASI: `new (require('node:wasi').WASI)({ version: 'preview1' })`,
  'a signal to the server': `process.kill(process.ppid, 0)`,
  'a signal to the server by the function below process.kill': `process._kill(process.ppid, 0)`,
  'a signal by the handle of a child process': `new child_process.ChildProcess().kill(0)`,
  'starting the debugger of the server': `process._debugProcess(process.ppid)`,
  'changing the priority of the server': `require('node:os').setPriority(process.ppid, 0)`,
  'opening the inspector': `require('node:inspector').open(0)`,
  'changing the options of V8': `require('node:v8').setFlagsFromString('--allow-natives-syntax')`,
  'changing its user': `process.setuid(1)`,
};

const ofDocuments = { 'loading native code': `require('sharp')` };

const ofPictures = {
  'writing a file with sharp': `import(PICTURE).then(() => require('sharp')({ create: { width: 1, height: 1, channels: 3, background: 'red' } }).png().toFile(MADE))`,
  'reading a file with sharp': `import(PICTURE).then(() => require('sharp')(FILE).metadata())`,
};

const processes = [
  { name: 'document process', nodeArguments: documentProcessArguments, acts: { ...acts, ...ofDocuments } },
  {
    name: 'scan process',
    nodeArguments: wasmProcessArguments,
    acts: Object.fromEntries(Object.entries({ ...acts, ...ofDocuments }).filter(([act]) => act !== 'WebAssembly')),
  },
  { name: 'picture process', nodeArguments: pictureProcessArguments, acts: { ...acts, ...ofPictures } },
];

for (const { name, nodeArguments, acts } of processes) {
  test(`the ${name} of the extraction worker is refused every action outside its work`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'stowage-sandbox-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const [file, made] = [join(folder, 'picture.png'), join(folder, 'made')];
    writeFileSync(file, readFixture('damage-report.png'));
    const names = { FILE: file, MADE: made, PICTURE: `file://${join(worker, 'picture.process.ts')}` };
    const constants = Object.entries(names).map(([key, value]) => `const ${key} = ${JSON.stringify(value)};`);
    const attempts = Object.entries(acts).map(([act, code]) => `${JSON.stringify(act)}: () => ${code}`);
    const script = `${constants.join('')} const fs = require('node:fs'); const child_process = require('node:child_process');
      (async () => {
        const allowed = [];
        for (const [act, attempt] of Object.entries({ ${attempts.join(',')} })) {
          try { await attempt(); allowed.push(act); } catch {}
        }
        console.log(JSON.stringify(allowed));
        process.exit();
      })();`;
    const { stdout } = await run(process.execPath, [...nodeArguments, '--eval', script], { env: {} });
    assert.deepEqual(JSON.parse(stdout), []);
    assert.equal(existsSync(made), false);
  });
}

test(
  'inside bubblewrap, native code has no network, no other process and no file of the company',
  { skip: !(await hasBubblewrap()) && 'bubblewrap is not installed, or may not create namespaces' },
  async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'stowage-sandbox-'));
    t.after(() => rmSync(folder, { recursive: true }));
    // Without Node's permission model, which native code can circumvent.
    const script = `const fs = require('node:fs');
    const attempt = (act) => { try { act(); return 'allowed'; } catch (error) { return error.code; } };
    console.log(JSON.stringify([
      attempt(() => fs.readdirSync(${JSON.stringify(folder)})),
      attempt(() => fs.readdirSync('/etc')),
      attempt(() => fs.writeFileSync('/written', 'x')),
      attempt(() => fs.writeFileSync(${JSON.stringify(join(import.meta.dirname, 'written'))}, 'x')),
      attempt(() => process.kill(${process.pid}, 0)),
      Object.keys(require('node:os').networkInterfaces()).filter((name) => name !== 'lo'),
    ]));`;
    const { stdout } = await run('bwrap', [...bubblewrapArguments, process.execPath, '--eval', script], { env: {} });
    assert.deepEqual(JSON.parse(stdout), ['ENOENT', 'ENOENT', 'EROFS', 'EROFS', 'ESRCH', []]);
  },
);

const office = 'application/vnd.openxmlformats-officedocument';
const docx = `${office}.wordprocessingml.document`;
const samples: [file: string, mediaType: string, word: string, hasPage: boolean][] = [
  ['bill-of-lading.pdf', 'application/pdf', 'ading', false],
  ['bill-of-lading-zh.pdf', 'application/pdf', '提单', false],
  ['delivery-note-de.doc', 'application/msword', 'Maschinenfabrik Größwang', true],
  ['freight-rates.xls', 'application/vnd.ms-excel', 'Freight rates per forty-foot container', true],
  ['berth-training.ppt', 'application/vnd.ms-powerpoint', 'Keep clear', true],
  ['packing-list-zh.docx', `${office}.wordprocessingml.document`, '竹制托盘', true],
  ['freight-rates.xlsx', `${office}.spreadsheetml.sheet`, 'Freight rates per forty-foot container', true],
  ['berth-training.pptx', `${office}.presentationml.presentation`, 'Keep clear', true],
  ['booking-form.odt', 'application/vnd.oasis.opendocument.text', 'the booking desk answers', true],
  ['loading-report.rtf', 'application/rtf; charset=utf-8', 'lashing rods were checked twice', true],
  ['tarifs-fr.msg', 'application/vnd.ms-outlook', 'Stockage réfrigéré', true],
  ['shipping-notice.eml', 'message/rfc822; charset=utf-8', 'Grüße vom Kai!', true],
  ['tracking-page.html', 'text/html; charset=utf-8', 'Where is my container?', true],
  ['container.svg', 'image/svg+xml; charset=utf-8', '', true],
  ['manifest.xml', 'application/xml; charset=utf-8', 'Cargo manifest', false],
  ['gate-notes.txt', 'text/plain; charset=utf-8', 'Unload at gate 4', false],
];

test('with these rights, the extraction worker reads every kind of document', async (t) => {
  const worker = makeExtractionWorker();
  t.after(worker.stop);
  const read = (bytes: Buffer, mediaType: string) =>
    worker.read(Readable.from([bytes]), bytes.length, { mediaType }, Infinity);
  for (const [file, mediaType, word, hasPage] of samples) {
    const { text = '', page, problems } = await read(readFixture(file), mediaType);
    assert.deepEqual(problems, [], file);
    assert.ok(text.includes(word), `${word} is not in ${file}: ${text.slice(0, 300)}`);
    assert.equal(page !== undefined, hasPage, file);
  }
  const drawing =
    '<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="p" descr="The crane"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:blipFill><a:blip r:embed="r1"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>';
  const illustrated = docxOf(drawing, { picture: readFixture('damage-report.png') });
  assert.match(String((await read(illustrated, docx)).page), /<img src="data:image\/webp;base64,/);
  const { thumbnail } = await read(readFixture('yard.avif'), 'image/avif');
  assert.equal(Buffer.from(thumbnail ?? []).toString('latin1', 8, 12), 'WEBP');
});
