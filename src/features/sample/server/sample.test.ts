import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditContract } from '#features/audit/audit.contract.ts';
import { containerFilesContract } from '#features/container-files/container-files.contract.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { daysSilent } from '#features/containers/core/silence.rules.ts';
import { dashboardsContract } from '#features/dashboards/dashboards.contract.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import { sampleContract } from '#features/sample/sample.contract.ts';
import { sampleContainers, samplePapers } from '#features/sample/sample.rules.ts';
import { teamsContract } from '#features/teams/teams.contract.ts';
import { localDate } from '#shared/calendar.ts';
import { asAdmin, countBlobs, makeUser, readContent, signedInAs, upload } from '#tests/make.ts';
import { openTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';

/** Every table that the sample company may write to, except the audit log and the tables that scheduled jobs empty. */
const tables = [
  'settings',
  'teams',
  'team_viewers',
  'users',
  'file_types',
  'files',
  'file_versions',
  'file_events',
  'file_counts',
  'file_references',
  'downloads',
  'notifications',
  'parties',
  'containers',
  'container_events',
  'container_followers',
  'container_files',
  'container_numbers',
] as const;

async function contentsOf({ ctx }: TestApp): Promise<Record<string, unknown[]>> {
  const contents: Record<string, unknown[]> = {};
  for (const table of tables) contents[table] = await ctx.db.selectFrom(table).selectAll().execute();
  // Empty counts stay as rows with 0.
  contents['file_counts'] = (contents['file_counts'] as { files: number }[]).filter(({ files }) => files !== 0);
  return contents;
}

test('the sample company is added once, is whole, and leaves nothing behind when it is removed', async () => {
  const app = await openTestApp();
  try {
    const admin = await asAdmin(app);
    const before = await contentsOf(app);
    assert.deepEqual((await admin.call(sampleContract.find, {})).body, { added_at: null, may_add: true });
    const added = await admin.call(sampleContract.add, {});
    assert.equal(added.status, 201);
    assert.deepEqual((await admin.call(sampleContract.find, {})).body, added.body);
    assert.equal((await admin.call(sampleContract.add, {})).status, 409);

    const containers = (await admin.call(containersContract.list, {})).body;
    assert.deepEqual(containers.map(({ status_name }) => status_name).toSorted(), [
      'Departed',
      ...Array<string>(5).fill('Not Received'),
      'Received',
      'Received',
    ]);
    const page = (await admin.call(containersContract.page, { limit: 200 })).body.containers;
    const today = localDate(app.now());
    assert.deepEqual(
      page.filter((container) => daysSilent(container, today) !== undefined),
      [],
      'nobody could have updated the containers of a new sample company',
    );
    const departed = containers.find(({ status_name }) => status_name === 'Departed');
    const linked = (await admin.call(containerFilesContract.files, { id: departed?.id as number })).body;
    assert.equal(linked.files.length, 3, 'the documents of a container are linked by its number');
    const { groups } = (await admin.call(filesContract.overview, {})).body;
    assert.equal(
      groups.reduce((sum, { files_count }) => sum + files_count, 0),
      samplePapers.length,
    );
    const pdf = groups.flatMap(({ files }) => files).find(({ filename }) => filename.endsWith('.pdf'));
    assert.match(await readContent(admin, pdf as { filepath: string }), /^%PDF/);
    const steps = (await admin.call(dashboardsContract.firstSteps, {})).body;
    assert.deepEqual(steps, {
      hidden: false,
      teams: false,
      file_types: false,
      users: false,
      containers: false,
      files: false,
      mail: false,
      backup: false,
    });

    assert.equal((await admin.call(sampleContract.remove, {})).status, 204);
    assert.deepEqual(await contentsOf(app), before);
    // A scheduled job deletes these bytes later.
    const pending = await app.ctx.db.selectFrom('pending_blob_deletions').select('blob_key').execute();
    assert.equal(pending.length, await countBlobs(app));
    assert.equal((await admin.call(sampleContract.remove, {})).status, 404);
    const acts = (await admin.call(auditContract.list, {})).body.entries.map(({ act }) => act);
    assert.deepEqual(
      acts.filter((act) => act.startsWith('records.')),
      ['records.sample_removed', 'records.sample_added'],
    );
  } finally {
    await app.close();
  }
});

test('what other records use stays when the sample company is removed', async () => {
  const app = await openTestApp();
  try {
    const admin = await asAdmin(app);
    await admin.call(sampleContract.add, {});
    const team = (await admin.call(teamsContract.list, {})).body.find(({ name }) => name === 'Import (sample)');
    await makeUser(app, { role: 3, team: team?.id as number });
    const types = await app.ctx.db.selectFrom('file_types').selectAll().execute();
    const invoice = types.find(({ name }) => name === 'Commercial Invoice');
    await upload(admin, invoice?.id as number, { name: 'our own.txt' });
    const [used] = (await admin.call(containersContract.list, {})).body;
    const own = { name: 'Ours', container_no: 'PO-1', expected_date: '2026-12-01', ex_factory_date: '2026-11-01' };
    await admin.call(containersContract.create, { ...own, supplier_id: used?.supplier_id });

    assert.equal((await admin.call(sampleContract.remove, {})).status, 204);
    const left = async (table: 'teams' | 'file_types' | 'parties' | 'files' | 'containers') =>
      (
        (await app.ctx.db.selectFrom(table).selectAll().orderBy('id').execute()) as {
          name?: string;
          filename?: string;
        }[]
      ).map((row) => row.filename ?? row.name);
    assert.deepEqual(await left('teams'), ['General', 'Import (sample)']);
    assert.deepEqual(await left('file_types'), ['Document', 'Commercial Invoice']);
    assert.deepEqual(await left('parties'), [used?.supplier_name]);
    assert.deepEqual(await left('files'), ['our own.txt']);
    assert.deepEqual(await left('containers'), ['Ours']);
    assert.deepEqual((await admin.call(sampleContract.find, {})).body, { added_at: null, may_add: false });
    const refused = await admin.call(sampleContract.add, {});
    assert.deepEqual([refused.status, (refused.body as { code?: string }).code], [409, 'sample.not_empty']);
  } finally {
    await app.close();
  }
});

test('only administrators may see, add and remove the sample company', async () => {
  const app = await openTestApp();
  try {
    for (const role of [2, 3] as const) {
      const { visitor } = await signedInAs(app, { role, team: 1 });
      for (const endpoint of Object.values(sampleContract))
        assert.equal((await visitor.call(endpoint, {})).status, 403, `${endpoint.method} by role ${role}`);
    }
  } finally {
    await app.close();
  }
});

test('every container of the sample company has a number with its own check digit and documents', () => {
  assert.equal(new Set(sampleContainers.map(({ number }) => number)).size, sampleContainers.length);
  for (const container of sampleContainers)
    assert.ok(
      samplePapers.some((paper) => paper.container === container),
      container.number,
    );
});
