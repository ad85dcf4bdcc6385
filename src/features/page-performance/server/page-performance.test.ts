import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pagePerformanceContract } from '#features/page-performance/page-performance.contract.ts';
import { asAdmin, upload } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';

const token = 'prometheus-reads-this';
const authorization = `Bearer ${token}`;

describe('metrics', () => {
  const app = useTestApp({ METRICS_TOKEN: token });
  const read = (headers: Record<string, string>) => app.app.inject({ method: 'GET', url: '/metrics', headers });

  test('are returned only with the configured token', async () => {
    for (const headers of [{}, { authorization: 'Bearer other' }, { authorization: token }] as Record<
      string,
      string
    >[]) {
      const response = await read(headers);
      assert.deepEqual(
        [response.statusCode, response.json()],
        [401, { message: 'Unauthenticated.', code: 'metrics.wrong_token' }],
      );
    }
    const response = await read({ authorization });
    assert.equal(response.statusCode, 200);
    assert.match(String(response.headers['content-type']), /^text\/plain; version=/);
    assert.match(response.body, /^process_resident_memory_bytes \d+$/m);
  });

  test('measure requests by route pattern, without parameter values', async () => {
    const admin = await asAdmin(app);
    await admin.send({ method: 'GET', url: '/api/users/1?secret=1' });
    const { body } = await read({ authorization });
    assert.match(
      body,
      /stowage_http_request_duration_seconds_count\{method="GET",route="\/api\/users\/:id",status="200"\} 1$/m,
    );
    assert.doesNotMatch(body, /secret/);
  });

  test('count uploads and include the gauges of the system', async () => {
    const admin = await asAdmin(app);
    await upload(admin, 1, { name: 'a.txt', bytes: '12345' }, { name: 'b.txt', bytes: '1234567' });
    const { body } = await read({ authorization });
    const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1]);
    assert.deepEqual([value('stowage_uploaded_files_total'), value('stowage_uploaded_bytes_total')], [2, 12]);
    // The gauges are cached for some seconds.
    app.setNow(new Date(app.now().getTime() + 60_000));
    const later = (await read({ authorization })).body;
    for (const line of ['stowage_stored_files 2', 'stowage_stored_bytes 12', 'stowage_extractions_waiting 2'])
      assert.ok(later.includes(`\n${line}\n`), line);
    assert.deepEqual(
      [value('stowage_database_up'), value('stowage_store_up'), value('stowage_damaged_files')],
      [1, 1, 0],
    );
    for (const name of ['database_answer_seconds', 'database_bytes', 'store_answer_seconds', 'disk_free_bytes'])
      assert.ok(value(`stowage_${name}`) > 0, name);
    assert.doesNotMatch(body, /^stowage_last_backup_timestamp_seconds/m);
  });

  test('include the measurements that browsers report', async () => {
    const admin = await asAdmin(app);
    const measurements = [
      { name: 'LCP', value: 700 },
      { name: 'CLS', value: 0.02 },
    ] as const;
    const response = await admin.call(pagePerformanceContract.report, {
      screen: '/files',
      measurements: [...measurements],
    });
    assert.equal(response.status, 204);
    const { body } = await read({ authorization });
    assert.match(body, /^stowage_page_duration_seconds_sum\{screen="\/files",vital="LCP"\} 0\.7$/m);
    assert.match(body, /^stowage_page_layout_shift_sum\{screen="\/files"\} 0\.02$/m);
    const wrong = [
      { screen: '/secret', measurements },
      { screen: '/files', measurements: [] },
      { screen: '/files', measurements: [{ name: 'LCP', value: -1 }] },
      { screen: '/files', measurements: [{ name: 'XYZ', value: 1 }] },
      { screen: '/files', measurements: Array.from({ length: 11 }, () => measurements[0]) },
    ];
    for (const payload of wrong)
      assert.equal((await admin.send({ method: 'POST', url: '/api/page-performance', payload })).statusCode, 422);
  });
});

describe('without METRICS_TOKEN', () => {
  const app = useTestApp();

  test('the address does not exist, and reports are accepted and discarded', async () => {
    const admin = await asAdmin(app);
    assert.equal((await admin.send({ method: 'GET', url: '/metrics' })).statusCode, 404);
    const measurements = [{ name: 'TTFB', value: 20 } as const];
    assert.equal((await admin.call(pagePerformanceContract.report, { screen: '/user', measurements })).status, 204);
  });
});
