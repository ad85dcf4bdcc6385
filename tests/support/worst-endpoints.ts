import { maxCellRows } from '#features/containers/cells/container-cells.rules.ts';
import { groupings, maxBulk, measures } from '#features/containers/core/container-fields.rules.ts';
import { isRead } from '#shared/endpoint.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { mountedEndpoints } from './mounted-endpoints.ts';
import type { WorstRequest } from './worst-requests.ts';

// The most expensive request of every endpoint, on data that makes it expensive. `worst-requests.ts` has those that are
// expensive with any data.

/** Sends a request, refuses an unexpected status, and returns the body. */
export type Send = (request: WorstRequest) => Promise<string>;

type Method = WorstRequest['method'];

/** Endpoints that are not sent: they end the session of the trial, or never end. */
const leftOut = [
  'GET /api/events',
  'POST /api/logout',
  'DELETE /api/sessions',
  'DELETE /api/sessions/:id',
  'POST /api/users/:id/sign-out',
];

const keyOf = (method: string, path: string) => `${method} ${path}`;

/** Prepares the data and sends the requests. `rows` is the number of containers; there are a tenth as many files. */
export async function sendWorstToEveryEndpoint(send: Send, rows: number): Promise<void> {
  const seen = new Set<string>();
  const call = async (method: Method, path: string, payload?: object, status = method === 'GET' ? 200 : 201) => {
    seen.add(keyOf(method, path.replace(/\?.*/s, '').replaceAll(/\/\d+(?=\/|$)/g, '/:id')));
    const body = payload === undefined ? {} : { payload: JSON.stringify(payload) };
    const headers: Record<string, string> = payload === undefined ? {} : { 'content-type': 'application/json' };
    return send({ title: `${method} ${path.slice(0, 80)}`, method, path, headers, status, ...body });
  };
  const post = async (path: string, payload: object, status = 200) =>
    JSON.parse(await call('POST', path, payload, status));
  const get = async (path: string) => call('GET', path);
  const form = async (path: string, parts: Buffer) => {
    seen.add(keyOf('POST', path));
    const headers = { 'content-type': 'multipart/form-data; boundary=B' };
    return JSON.parse(
      await send({ title: `POST ${path}`, method: 'POST', path, headers, payload: parts, status: 201 }),
    );
  };

  await importContainers({ call, form, post, get }, rows);
  const { containers } = JSON.parse(await get('/api/containers/page?limit=200'));
  const id: number = containers[0].id;
  const fileIds = await uploadFiles(form, Math.min(500, Math.ceil(rows / 10)), containers[0].container_number);
  await sendContainerCalls({ call, post, get }, id, fileIds);
  await sendFileCalls({ post, get }, fileIds);
  for (const path of lists) await get(path);

  for (const { endpoint } of mountedEndpoints()) {
    const key = keyOf(endpoint.method, endpoint.path.replaceAll(/:\w+/g, ':id'));
    if (!seen.has(key) && !leftOut.includes(key)) await send(filledRequest(endpoint));
  }
}

type Calls = {
  call: (method: Method, path: string, payload?: object, status?: number) => Promise<string>;
  // oxlint-disable-next-line typescript/no-explicit-any -- the body of a response
  post: (path: string, payload: object, status?: number) => Promise<any>;
  get: (path: string) => Promise<string>;
  // oxlint-disable-next-line typescript/no-explicit-any -- the body of a response
  form: (path: string, parts: Buffer) => Promise<any>;
};

const part = (header: string, bytes: Buffer | string) =>
  Buffer.concat([
    Buffer.from(`--B\r\nContent-Disposition: form-data; ${header}\r\n\r\n`),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ]);
const end = Buffer.from('--B--\r\n');

const headings = [
  'Container',
  'Order',
  'PFI',
  'Ex factory',
  'Supplier',
  'Customer',
  'Carrier',
  'POL',
  'POD',
  'Assignee',
  'Team',
  'Goods',
];

/** A list in which every value has to be looked up, and none is found at the first attempt. */
const listOf = (rows: number) =>
  [
    headings.join(','),
    ...Array.from({ length: rows }, (_, row) =>
      [
        `MSKU${String(1_000_000 + row).slice(-7)}`,
        `PO-${row}`,
        '03/04/2099',
        '05/04/2099',
        `Supplier ${row % 500} ${'Ltd '.repeat(20)}`,
        `Customer ${row}`,
        `Carrier ${row % 20}`,
        row % 2 ? 'Ho Chi Minh City, Vietnam' : 'Hamburg',
        row % 2 ? 'Rotterdam' : 'Felixstowe',
        row % 3 ? '' : 'Administrator',
        row % 5 ? '' : 'General',
        'machine parts '.repeat(10),
      ].join(','),
    ),
  ].join('\n');

/** Cells in which a pattern for brackets, dates or numbers could try many ends. */
const hostileList = (columns: number) =>
  Array.from({ length: 30 }, (_, row) =>
    Array.from({ length: columns }, (_, column) => ['(', '[', '1/', '0'][(row + column) % 4]?.repeat(1_000)).join(','),
  ).join('\n');

async function importContainers({ call, form, post, get }: Calls, rows: number): Promise<void> {
  const read = (text: string) =>
    form('/api/containers/imports', Buffer.concat([part('name="file"; filename="list.csv"', text), end]));
  await read(hostileList(100));
  const { id, sheets } = await read(listOf(rows));
  await post(`/api/containers/imports/${id}/headings`, { sheet: 0, heading_row: 1 });
  const columns = sheets[0].columns.map(({ field }: { field: string | null }) => field);
  const choices = { sheet: 0, columns };
  // Every column of another list as a date, a number and a port, of which no cell is one.
  const wrong = Array.from(
    { length: 100 },
    (_, at) => (['pfi_date', 'weight_kg', 'pol', 'supplier_name'] as const)[at % 4],
  );
  await post(`/api/containers/imports/${id}/check`, { sheet: 0, columns: wrong });
  await post(`/api/containers/imports/${id}/check`, { ...choices, limit: 500 });
  await call('PUT', `/api/containers/imports/${id}/draft`, choices, 204);
  await get('/api/containers/imports/unfinished');
  await get(`/api/containers/imports/${id}/left-out.xlsx`);
  await post(`/api/containers/imports/${id}/run`, choices);
  await get('/api/containers/imports');
  await get(`/api/containers/imports/${id}/left-out`);
  await get(`/api/containers/imports/${id}/left-out.xlsx`);
  // The same list again: nothing changes. Then with other dates: every row does, and all of them are undone.
  const again = await read(listOf(rows));
  await post(`/api/containers/imports/${again.id}/check`, choices);
  await post(`/api/containers/imports/${again.id}/run`, { ...choices, day_first: false });
  await post(`/api/containers/imports/${again.id}/undo`, {});
}

async function uploadFiles(form: Calls['form'], count: number, number: string): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 0; at < count; at += 100) {
    const parts = Array.from({ length: Math.min(100, count - at) }, (_, index) =>
      part(
        `name="files[]"; filename="invoice ${number} ${'of a very long name '.repeat(8)}.txt"`,
        `invoice ${at + index} for container ${number} ${'words and more words '.repeat(50)}`,
      ),
    );
    const { files } = await form('/api/upload', Buffer.concat([part('name="file_type_id"', '1'), ...parts, end]));
    ids.push(...files.map((file: { id: number }) => file.id));
  }
  return ids;
}

async function sendContainerCalls(
  { call, post, get }: Omit<Calls, 'form'>,
  id: number,
  fileIds: number[],
): Promise<void> {
  const text = `${'@'.repeat(900)} ${'word '.repeat(200)}`;
  for (let at = 0; at < 30; at += 1)
    await post(
      `/api/containers/${id}/comments`,
      { text, mentions: Array.from({ length: 50 }, (_, one) => one + 1) },
      201,
    );
  for (let at = 0; at < fileIds.length; at += 100)
    await post(`/api/containers/${id}/files`, { file_ids: fileIds.slice(at, at + 100) });
  for (let at = 0; at < 40; at += 1)
    await post('/api/checklist', { file_type_id: 1, stage: 'received', party_id: at + 1 }, 201);
  for (const list of [
    'files?limit=200',
    'history?limit=200',
    'papers',
    'followers',
    'neighbours?sort=vessel',
    'dossier',
  ])
    await get(`/api/containers/${id}/${list}`);
  const set = { vessel: 'V'.repeat(100), supplier_name: 'Another supplier', customer_name: 'Another customer' };
  const ids: number[] = [];
  for (let next: number | null = 0; next !== null && ids.length < maxBulk;) {
    const after: string = next === 0 ? '' : `&after=${next}`;
    const page = JSON.parse(await get(`/api/containers/page?limit=200${after}`));
    ids.push(...page.containers.map((one: { id: number }) => one.id));
    next = page.next;
  }
  const change = { ids, set, status: 'Received', papers_reason: 'none', moves: [{ field: 'eta', days: 3 }] };
  await call('PATCH', '/api/containers/bulk', { ...change, dry_run: true }, 200);
  const { bulk_id } = JSON.parse(await call('PATCH', '/api/containers/bulk', change, 200));
  await post(`/api/containers/bulk/${bulk_id}/undo`, {});
  await sendCells(call, ids);
  const { id: party } = await post('/api/parties', { name: 'Carrier 1' });
  await call('PUT', `/api/parties/${party}`, { name: 'Carrier 2' }, 200);
  await post('/api/containers/views', { name: 'x'.repeat(100), query: 'q'.repeat(4000), columns: [] }, 201);
}

/** The largest block of cells that a spreadsheet can paste: 1,000 rows with ten fields, then the same as a change. */
async function sendCells(call: Calls['call'], all: readonly number[]): Promise<void> {
  const ids = all.slice(0, maxCellRows);
  const texts = { vessel: 'V'.repeat(90), voyage: 'W'.repeat(40), goods: 'goods '.repeat(30), seal: 'S'.repeat(90) };
  const typed = { supplier_id: 'New supplier', carrier_id: 'Carrier 1', pol: 'Shanghai (CNSHA)', pod: 'HAMBURG' };
  const rows = ids.map((id, index) => ({
    id,
    version: 1,
    values: { ...texts, ...typed, eta: `${(index % 28) + 1}.2.27`, weight_kg: `${index}.500,50` },
  }));
  const planned = JSON.parse(
    await call('PUT', '/api/containers/cells', { rows, reading: 'spreadsheet', dry_run: true }, 200),
  );
  const versions = new Map(planned.rows.map((one: { id: number; version: number }) => [one.id, one.version]));
  const seen = rows.map((row) => ({ ...row, version: versions.get(row.id) }));
  await call('PUT', '/api/containers/cells', { rows: seen, reading: 'spreadsheet' }, 200);
}

async function sendFileCalls({ post, get }: Pick<Calls, 'post' | 'get'>, fileIds: number[]): Promise<void> {
  const names = Array.from({ length: 100 }, (_, at) =>
    `${`word${String.fromCodePoint(97 + (at % 26))} `.repeat(400)}.pdf`.slice(0, 2_000),
  );
  await post('/api/files/type-proposals', { names });
  await get(`/api/files/zip?ids=${fileIds.join(',')}`);
  for (const [path, more] of [
    ['change-type', { file_type_id: 1 }],
    ['move', { team_id: 1 }],
    ['trash', {}],
    ['restore', {}],
  ] as const)
    await post(`/api/files/${path}`, { ids: fileIds, ...more });
}

const operators = encodeURIComponent(
  `invoice ${Array.from({ length: 40 }, (_, at) => `"words and ${'more '.repeat(at)}" -other${at}`).join(' ')}`.slice(
    0,
    3_000,
  ),
);

/** Lists, reports and exports with their most expensive filters. */
const lists = [
  `/api/files/text-search?search=${operators}&order=relevance&limit=20`,
  `/api/files/overview?search=${operators}`,
  `/api/files/group?group_id=1&limit=100&search=${operators}`,
  '/api/teams_with_files',
  `/api/files.csv?search=${operators}`,
  '/api/files.xlsx',
  '/api/containers',
  '/api/containers.csv',
  '/api/containers.xlsx',
  '/api/containers/delay-logs.csv',
  '/api/containers/delay-logs.xlsx',
  ...groupings.flatMap((group) =>
    measures.map((measure) => `/api/containers/report?group=${group}&measure=${measure}`),
  ),
  '/api/containers/report.csv',
  '/api/containers/imports/template.csv',
  '/api/containers/layout',
  `/api/containers/page?limit=200&search=${'a%20'.repeat(400)}`,
  `/api/containers/people?limit=50&search=${'a'.repeat(200)}`,
  `/api/parties?search=${encodeURIComponent('\u0316\u0301'.repeat(60))}`,
  '/api/ports?search=a',
  '/api/notifications/page?limit=100',
  '/api/notifications/page?limit=100&state=unread&kind=containers',
  '/api/notifications',
  '/api/mail-choice',
  '/api/waiting-papers',
  '/api/admin-dashboard',
  '/api/admin-index',
  '/api/user/activity',
  '/api/first-steps',
  '/api/audit?limit=100',
  '/api/audit.csv',
  '/api/audit.xlsx',
  '/api/users.csv',
  '/api/users.xlsx',
  '/api/users_list',
  '/api/trash',
  '/api/containers/trash',
  '/api/system',
  '/api/mail-in/left?limit=100',
  '/api/openapi.json',
  '/api/docs',
];

const maxQueryBytes = 12_000;
const maxBodyBytes = 240_000;

/** Fills every declared field of a call. The server refuses most of these requests. */
function filledRequest(endpoint: Endpoint): WorstRequest {
  const { method, query, body } = endpoint;
  const title = `${method} ${endpoint.path}, filled`;
  const path = endpoint.path.replaceAll(/:\w+/g, '1');
  if (isRead(endpoint)) {
    const fields = Object.keys(query && 'shape' in query ? query.shape : {});
    const value = encodeURIComponent(
      '\u0316\u0301'.repeat(Math.floor(maxQueryBytes / 12 / Math.max(1, fields.length))),
    );
    const filled = fields.map((field) => `${field}=${value}`).join('&');
    return { title, method: 'GET', path: filled ? `${path}?${filled}` : path, headers: {}, status: undefined };
  }
  const fields = Object.keys(body && 'shape' in body ? body.shape : { none: 0 });
  const value = '\u0316\u0301'.repeat(Math.floor(maxBodyBytes / 4 / fields.length));
  const payload = JSON.stringify(Object.fromEntries(fields.map((field) => [field, value])));
  return {
    title,
    method: method as Method,
    path,
    headers: { 'content-type': 'application/json' },
    payload,
    status: undefined,
  };
}
