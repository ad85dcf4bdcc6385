import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { test } from 'node:test';
import { unzipSync } from 'fflate';
import { filesContract } from '#features/files/files.contract.ts';
import type { File } from '#features/files/files.contract.ts';
import { previewsContract } from '#features/files/previews.contract.ts';
import { versionsContract } from '#features/files/versions.contract.ts';
import { asAdmin, upload } from '#tests/make.ts';
import { readStored } from '#tests/readings.ts';
import { samplePaths } from '#tests/samples.ts';
import { useTestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

const hashOf = (bytes: Buffer | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

type Expected = { made?: 'page' | 'thumbnail'; words?: string };

/** What can be looked at of the documents beside the project, and words that are in their text. */
const expected: Record<string, Expected> = {
  'GeoTopo-komprimiert.pdf': { words: 'geometrie wintersemester' },
  'google-doc-document.pdf': { words: 'readability counts' },
  'image.jpg': { made: 'thumbnail' },
  'libreoffice-form.odt': { made: 'page', words: 'nationality' },
  // Protected: its text stays its owner's.
  'libreoffice-writer-password.pdf': {},
  'test-documents.zip': {},
  'test-outlook.msg': { made: 'page', words: 'messagerie' },
  'testCSV.csv': { words: 'written openoffice' },
  'testEML_embedded_xhtml_and_img.eml': { made: 'page', words: 'inline content' },
  'testEXCEL.xls': {},
  'testEXCEL.xlsx': { made: 'page', words: 'squares' },
  'testEXCEL_charts.xlsx': { made: 'page', words: 'panda' },
  'testHTML.html': { words: 'indexation du fichier' },
  'testHTMLBadScript.html': { words: 'this is a test' },
  'testJPEG_EXIF.jpg': { made: 'thumbnail' },
  'testMP3i18n.mp3': {},
  'testMSG.msg': { made: 'page', words: 'jukka zitting' },
  'testODFwithOOo3.odt': { made: 'page', words: 'rather difficult' },
  'testOpenOffice2.odt': { made: 'page', words: 'neooffice' },
  'testPDF.pdf': { words: 'toolkit for detecting' },
  'testPDF_protected.pdf': { words: 'rethinking financial network' },
  'testPNG.png': { made: 'thumbnail' },
  'testPPT.ppt': {},
  'testPPT_various2.pptx': { made: 'page', words: 'secondbullet' },
  'testRTF.rtf': { made: 'page', words: 'indexation word' },
  'testSVG.svg': { words: 'svg image' },
  'testTIFF.tif': { made: 'thumbnail' },
  'testVISIO.vsd': {},
  'testWEBP.webp': { made: 'thumbnail' },
  'testWORD.doc': { words: 'this is the header' },
  'testWORD.docx': { made: 'page', words: 'bold and italic' },
  'testWORD_various.docx': { made: 'page', words: 'strikethrough' },
  'testXML.xml': { words: 'benjelloun' },
};

test('real documents go through everything unharmed', async (t) => {
  const app = useTestApp();
  let admin!: Visitor;
  let files: File[] = [];
  const originals = new Map<string, Buffer>();
  const original = ({ filename }: File) => originals.get(filename) as Buffer;
  const download = async ({ filepath }: File, query = '') =>
    (await admin.send({ method: 'GET', url: `/storage/${filepath}${query}` })).rawPayload;

  await t.test('upload and download', async () => {
    admin = await asAdmin(app);
    for (const path of await samplePaths()) originals.set(basename(path), await readFile(path));
    const sent = [...originals].map(([name, bytes]) => ({ name, bytes }));
    files = await upload(admin, 1, ...sent);
    assert.equal(files.length, originals.size);
    for (const file of files) assert.equal(hashOf(await download(file)), hashOf(original(file)), file.filename);
  });

  await t.test('preview and search in their text', async () => {
    await readStored(app);
    const known = files.filter((file) => expected[file.filename]);
    for (const { id, filename } of known) {
      const { made, words } = expected[filename] as Expected;
      assert.deepEqual(
        (await admin.call(previewsContract.state, { id })).body,
        { state: made ? 'made' : 'none', has_thumbnail: made === 'thumbnail', has_page: made === 'page' },
        filename,
      );
      if (made) assert.equal((await admin.send({ method: 'GET', url: `/api/files/${id}/${made}` })).statusCode, 200);
      if (words === undefined) continue;
      const found = (await admin.call(filesContract.textSearch, { search: words })).body.files;
      assert.ok(
        found.some((hit) => hit.id === id),
        `${filename} is not found by: ${words}`,
      );
    }
  });

  await t.test('versions', async () => {
    for (const [place, file] of files.entries()) {
      const other = files[(place + 1) % files.length] as File;
      const change = { id: file.id, _method: 'PUT' as const };
      const answer = await admin.call(filesContract.update, change, [{ name: 'x', bytes: original(other) }]);
      assert.equal(answer.status, 200, answer.raw.body);
      assert.equal(hashOf(await download(file)), hashOf(original(other)), file.filename);
    }
    for (const file of files) {
      const [version] = (await admin.call(versionsContract.list, { id: file.id })).body;
      assert.equal(hashOf(await download(file, `?version=${version?.id}`)), hashOf(original(file)), file.filename);
      const restored = await admin.call(versionsContract.restore, { id: file.id, version_id: Number(version?.id) });
      assert.equal(restored.status, 200, restored.raw.body);
      assert.equal(hashOf(await download(file)), hashOf(original(file)), file.filename);
    }
  });

  await t.test('one ZIP of all', async () => {
    const ids = files.map((file) => file.id).join(',');
    const zip = await admin.send({ method: 'GET', url: `/api/files/zip?ids=${ids}` });
    const unpacked = unzipSync(zip.rawPayload);
    assert.equal(Object.keys(unpacked).length, files.length);
    for (const [name, bytes] of Object.entries(unpacked))
      assert.equal(hashOf(bytes), hashOf(originals.get(basename(name)) as Buffer), name);
  });
});
