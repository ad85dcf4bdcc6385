import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { containerFilesContract } from '#features/container-files/container-files.contract.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { versionsContract } from '#features/files/core/versions.contract.ts';
import { notificationsContract } from '#features/notifications/notifications.contract.ts';
import { systemContract } from '#features/system/system.contract.ts';
import { runAdmin } from '#tests/admin-program.ts';
import { clamdProgram, maxScannedBytes, startClamd, virus } from '#tests/clamd.ts';
import type { Clamd } from '#tests/clamd.ts';
import { extractStored } from '#tests/extraction.ts';
import { asAdmin, makeContainer, makeTeam, replaceContent, signedInAs, upload } from '#tests/make.ts';
import { openTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import { begin, sendPiece } from '#tests/tus.ts';
import type { Visitor } from '#tests/visitor.ts';
import { textInZip } from '#tests/zip.ts';
import { scanForViruses } from '../../src/app/server/jobs/scan-for-viruses.job.ts';

const metricsToken = 'a token for the metrics';
const infected = `words before ${virus.text} words after`;

describe(
  'the virus scanner',
  { skip: !clamdProgram && 'needs clamd (the package clamav-daemon)', timeout: 120_000 },
  () => {
    let clamd: Clamd;
    before(async () => {
      clamd = await startClamd();
    });
    after(() => clamd?.remove());

    /** Two people of one team, and an administrator. */
    async function open(t: TestContext, environment: Record<string, string> = {}) {
      const app = await openTestApp({ CLAMAV_URL: clamd.socketUrl, METRICS_TOKEN: metricsToken, ...environment });
      t.after(() => app.close());
      const team = await makeTeam(app);
      const [ana, ben] = [await signedInAs(app, { role: 2, team }), await signedInAs(app, { role: 2, team })];
      const job = scanForViruses();
      return { app, ana, ben, admin: await asAdmin(app), scan: () => job.run(app.ctx, new AbortController().signal) };
    }

    const get = async (visitor: Visitor, url: string) => {
      const answer = await visitor.send({ method: 'GET', url });
      return answer.statusCode === 200 ? 200 : `${answer.statusCode} ${answer.json().code}`;
    };
    const download = (visitor: Visitor, file: File, query = '') => get(visitor, `/storage/${file.filepath}${query}`);
    const scanOf = async (visitor: Visitor, { id }: File) =>
      (await visitor.call(versionsContract.details, { id })).body.virus_scan;
    const notices = async (visitor: Visitor) =>
      (await visitor.call(notificationsContract.list, {})).body.filter(({ title }) => title === 'Virus found');
    const only = (files: File[]) => files[0] as File;
    /** The gauges of the scanner in `/metrics`. */
    const gauges = async ({ app }: TestApp) => {
      const headers = { authorization: `Bearer ${metricsToken}` };
      const { body } = await app.inject({ method: 'GET', url: '/metrics', headers });
      const value = (name: string) => Number(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'm').exec(body)?.[1] ?? NaN);
      return {
        up: value('stowage_scanner_up'),
        waiting: value('stowage_scans_waiting'),
        infected: value('stowage_infected_files'),
      };
    };

    test('scans an upload before anybody else may open it', async (t) => {
      const { ana, ben, admin, scan } = await open(t, { CLAMAV_URL: clamd.tcpUrl });
      const file = only(await upload(ana.visitor, 1, { name: 'clean.txt', bytes: 'nothing bad' }));
      assert.equal(await download(ana.visitor, file), 200);
      assert.deepEqual(await scanOf(ben.visitor, file), { state: 'waiting', finding: null, is_blocked: true });
      for (const visitor of [ben.visitor, admin]) {
        assert.equal(await download(visitor, file), '409 file.not_scanned');
        assert.equal(await get(visitor, `/api/files/zip?ids=${file.id}`), '409 file.not_scanned');
      }
      await scan();
      assert.equal(await download(ben.visitor, file), 200);
      assert.equal(await get(ben.visitor, `/api/files/zip?ids=${file.id}`), 200);
      assert.equal(await scanOf(ben.visitor, file), undefined);
    });

    test('keeps an infected file from everyone, and tells its uploader and the administrators', async (t) => {
      const { app, ana, ben, admin, scan } = await open(t);
      const file = only(await upload(ana.visitor, 1, { name: 'bad.txt', bytes: infected }));
      const container = await makeContainer(app);
      await admin.call(containerFilesContract.link, { id: container, file_ids: [file.id] });
      // It is not read before its scan.
      await extractStored(app);
      await scan();
      await extractStored(app);
      for (const visitor of [ana.visitor, ben.visitor, admin]) {
        assert.equal(await download(visitor, file), '403 file.infected');
        assert.equal(await get(visitor, `/api/files/zip?ids=${file.id}`), '403 file.infected');
        const { rawPayload } = await visitor.send({ method: 'GET', url: `/api/containers/${container}/dossier` });
        for (const index of ['index.html', 'index.csv'])
          assert.match(textInZip(rawPayload, index), /The virus scanner found .*Eicar-Test-Signature.* in bad\.txt/);
        assert.ok(!rawPayload.includes(virus.text));
        assert.deepEqual(await scanOf(visitor, file), { state: 'infected', finding: virus.name, is_blocked: true });
        const found = await visitor.call(filesContract.textSearch, { search: 'before' });
        assert.deepEqual(found.body.files, []);
      }
      assert.equal((await notices(ana.visitor)).length, 1);
      assert.match((await notices(admin))[0]?.message ?? '', /Eicar-Test-Signature.*bad\.txt/);
      assert.deepEqual(await notices(ben.visitor), []);
      const audit = await app.ctx.db
        .selectFrom('audit_entries')
        .select(['thing_id', 'detail'])
        .where('act', '=', 'file.infected')
        .execute();
      assert.deepEqual(
        audit.map(({ thing_id, detail }) => [thing_id, detail]),
        [[file.id, virus.name]],
      );

      // Another user uploads the same bytes.
      const copy = only(await upload(ben.visitor, 1, { name: 'copy.txt', bytes: infected }));
      assert.equal(await download(ben.visitor, copy), '403 file.infected');
      const both = await ben.visitor.send({ method: 'GET', url: `/api/files/zip?ids=${file.id},${copy.id}` });
      assert.match(both.json().message, /found viruses in bad\.txt and copy\.txt, so nobody can open or download/);
      await scan();
      assert.equal((await notices(ben.visitor)).length, 1);

      // A clean content replaces it. The earlier one stays closed and cannot be restored.
      await replaceContent(ana.visitor, file.id, 'clean again');
      await scan();
      assert.equal(await download(ben.visitor, file), 200);
      const { body } = await ana.visitor.call(versionsContract.list, { id: file.id });
      const version = body[0]?.id ?? 0;
      assert.equal(await download(ana.visitor, file, `?version=${version}`), '403 file.infected');
      const restored = await ana.visitor.call(versionsContract.restore, { id: file.id, version_id: version });
      assert.deepEqual([restored.status, restored.failure.code], [403, 'file.infected']);
    });

    test('finds a virus in a file from before the scanner, and removes what was read from it', async (t) => {
      const { app, ana, ben, scan } = await open(t);
      const file = only(await upload(ana.visitor, 1, { name: 'old.txt', bytes: infected }));
      // Changes the record to that of a file that was stored without a scanner.
      await app.ctx.db.deleteFrom('virus_scans').execute();
      await extractStored(app);
      const search = async () =>
        (await ben.visitor.call(filesContract.textSearch, { search: 'before' })).body.files.length;
      assert.deepEqual([await download(ben.visitor, file), await search()], [200, 1]);
      await scan();
      assert.deepEqual([await download(ben.visitor, file), await search()], ['403 file.infected', 0]);
    });

    test('scans clean files again on request, which others can open meanwhile', async (t) => {
      const { app, ana, ben, scan } = await open(t);
      const file = only(await upload(ana.visitor, 1, { name: 'old.txt', bytes: infected }));
      await scan();
      assert.equal(await download(ben.visitor, file), '403 file.infected');
      // As if the signatures of the first scan had not known the virus.
      await app.ctx.db.updateTable('virus_scans').set({ state: 'clean', finding: null }).execute();
      assert.equal(await download(ben.visitor, file), 200);
      await scan();
      assert.equal(await download(ben.visitor, file), 200);
      const { code, stdout, stderr } = await runAdmin(['scan-again'], app.environment);
      assert.deepEqual([code, stderr], [0, '']);
      assert.equal(
        stdout,
        '1 stored file will be scanned again by the running server. They can be opened meanwhile.\n',
      );
      assert.equal(await download(ben.visitor, file), 200);
      await scan();
      assert.equal(await download(ben.visitor, file), '403 file.infected');
      assert.equal((await notices(ana.visitor)).length, 2);
    });

    test('scans the file of a resumable upload', async (t) => {
      const { app, ana, ben, scan } = await open(t);
      const bytes = Buffer.from(infected);
      const url = await begin(ana.visitor, 'pieces.txt', bytes.length);
      await sendPiece(ana.visitor, url, 0, bytes);
      const { filepath } = await app.ctx.db.selectFrom('files').select('filepath').executeTakeFirstOrThrow();
      assert.equal(await get(ben.visitor, `/storage/${filepath}`), '409 file.not_scanned');
      await scan();
      assert.equal(await get(ana.visitor, `/storage/${filepath}`), '403 file.infected');
    });

    test('keeps a dossier that has a document without a scan, until the scan', async (t) => {
      const { app, ana, ben, admin, scan } = await open(t);
      const file = only(await upload(ana.visitor, 1, { name: 'new.txt', bytes: 'nothing bad' }));
      const id = await makeContainer(app);
      await admin.call(containerFilesContract.link, { id, file_ids: [file.id] });
      const url = `/api/containers/${id}/dossier`;
      assert.equal(await get(ben.visitor, url), '409 file.not_scanned');
      await scan();
      assert.equal(await get(ben.visitor, url), 200);
    });

    test('holds back a file that it cannot scan, and says so', async (t) => {
      const { ana, ben, scan } = await open(t);
      const bytes = Buffer.alloc(2 * maxScannedBytes, 'x');
      const file = only(await upload(ana.visitor, 1, { name: 'large.txt', bytes }));
      const waiting = async () => (await ana.visitor.call(filesContract.textSearch, { search: 'xx' })).body.waiting;
      assert.equal(await waiting(), 1);
      await scan();
      assert.equal(await waiting(), 0);
      assert.deepEqual(
        [await download(ana.visitor, file), await download(ben.visitor, file)],
        [200, '409 file.not_scanned'],
      );
      const { state, finding } = (await scanOf(ben.visitor, file)) ?? {};
      assert.equal(state, 'failed');
      assert.match(finding ?? '', /size limit exceeded|StreamMaxLength/);
    });

    test('catches up when it answers again; until then the setting decides', async (t) => {
      await clamd.stop();
      t.after(() => clamd.start());
      const strict = await open(t);
      const lenient = await open(t, { CLAMAV_UNSCANNED: 'allow' });
      const fileOf = async ({ ana }: typeof strict) =>
        only(await upload(ana.visitor, 1, { name: 'bad.txt', bytes: infected }));
      const [held, allowed] = [await fileOf(strict), await fileOf(lenient)];
      for (const { scan } of [strict, lenient]) {
        await assert.rejects(scan(), /the virus scanner does not answer/);
        // The page of the system must not call this run done.
        assert.equal(await scan(), 'skipped');
      }
      assert.equal(await download(strict.ben.visitor, held), '409 file.not_scanned');
      assert.equal(await download(lenient.ben.visitor, allowed), 200);
      const { body } = await strict.admin.call(systemContract.look, {});
      assert.deepEqual(body.virus_scanner, { version: null, waiting: 1, infected: 0, failed: 0 });
      assert.ok(body.warnings.includes('scanner-away'));
      assert.deepEqual(await gauges(strict.app), { up: 0, waiting: 1, infected: 0 });
      const ill = await runAdmin(['doctor'], { DATA_DIR: strict.app.dataDir, CLAMAV_URL: clamd.socketUrl });
      assert.match(ill.stdout, /^problem {2}CLAMAV_URL: the virus scanner does not answer: .+ Start clamd\./m);

      await clamd.start();
      for (const { app, scan, ben, admin } of [strict, lenient]) {
        app.setNow(new Date(app.now().getTime() + 60_000));
        await scan();
        assert.equal(await download(ben.visitor, app === strict.app ? held : allowed), '403 file.infected');
        const { virus_scanner, warnings } = (await admin.call(systemContract.look, {})).body;
        assert.match(virus_scanner?.version ?? '', /^ClamAV/);
        assert.deepEqual([virus_scanner?.infected, warnings.includes('scanner-away')], [1, false]);
        assert.deepEqual(await gauges(app), { up: 1, waiting: 0, infected: 1 });
      }
      const well = await runAdmin(['doctor'], { DATA_DIR: strict.app.dataDir, CLAMAV_URL: clamd.tcpUrl });
      assert.match(well.stdout, /^ok {7}CLAMAV_URL: the virus scanner answers: ClamAV .+\.$/m);
    });
  },
);

test('without CLAMAV_URL nothing is scanned or held back', async (t) => {
  const app: TestApp = await openTestApp();
  t.after(() => app.close());
  const team = await makeTeam(app);
  const [ana, ben] = [await signedInAs(app, { role: 3, team }), await signedInAs(app, { role: 3, team })];
  const [file] = await upload(ana.visitor, 1, { name: 'bad.txt', bytes: infected });
  await scanForViruses().run(app.ctx, new AbortController().signal);
  assert.equal((await ben.visitor.send({ method: 'GET', url: `/storage/${file?.filepath}` })).statusCode, 200);
  assert.deepEqual(await app.ctx.db.selectFrom('virus_scans').selectAll().execute(), []);
});
