import { strToU8, zipSync } from 'fflate';
import { docxOf } from './office-files.ts';

// The requests and documents that once took the most time, and the largest of each kind of request that a signed-in user
// can send. A test sends them in small numbers, and the benchmark measures how long other requests wait meanwhile.

export type WorstRequest = {
  title: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
  /** Undefined: any status below 500. */
  status: number | undefined;
};

// Below the limit of Node for all headers and the request line, 16 KB.
const maxLineBytes = 15_000;

/** Texts that are worst for a search, of at most `maxLineBytes` in an address. */
const searches: Record<string, string> = {
  Chinese: `${'中'.repeat(1650)}国`,
  'combining marks': '\u0316\u0301'.repeat(1200),
  'halfwidth voiced marks': '\uff9e\uff9f'.repeat(800),
  Thai: 'ไฟล์'.repeat(400),
  'many words': Array.from({ length: 1500 }, (_, index) => `${'a'.repeat(3)}${index.toString(36)}`).join(' '),
  'long words': Array.from({ length: 200 }, (_, index) => `${'a'.repeat(40)}${index.toString(36)}`).join(' '),
  'one long word': 'a'.repeat(9_900),
  'wildcards of SQL': '%_'.repeat(1600),
  'quotation marks': '"*'.repeat(1600),
};

const searchable = [
  '/api/files/text-search?search=',
  '/api/files/overview?search=',
  '/api/containers/page?search=',
  '/api/users?search=',
];

const filled = (piece: string, bytes: number) => piece.repeat(Math.floor(bytes / piece.length));

const get = (title: string, path: string, status: number, headers = {}): WorstRequest => ({
  title,
  method: 'GET',
  path,
  headers,
  status,
});

const json = (title: string, payload: string, status: number): WorstRequest => ({
  title,
  method: 'POST',
  path: '/api/containers',
  headers: { 'content-type': 'application/json' },
  payload,
  status,
});

const form = (title: string, partHeaders: string, status: number, parts = 1): WorstRequest => ({
  title,
  method: 'POST',
  path: '/api/upload',
  headers: { 'content-type': 'multipart/form-data; boundary=B' },
  payload: `${`--B\r\n${partHeaders}\r\n\r\nx\r\n`.repeat(parts)}--B--\r\n`,
  status,
});

const disposition = 'Content-Disposition: form-data; name="files[]"; filename=';
// Just below the limit of the server.
const jsonBytes = 250_000;

export const worstRequests: readonly WorstRequest[] = [
  ...searchable.flatMap((path) =>
    Object.entries(searches).map(([title, search]) => get(`${path}: ${title}`, path + encodeURIComponent(search), 200)),
  ),
  get('a search of the audit log', `/api/audit?search=${encodeURIComponent('中'.repeat(200))}`, 200),
  get('a search of the audit log that is too long', `/api/audit?search=${'a'.repeat(14_000)}`, 422),
  get('many query parameters', `/api/files/overview?${filled('a=1&', maxLineBytes)}`, 200),
  get('one query parameter many times', `/api/files/overview?${filled('search=a&', maxLineBytes)}`, 422),
  get('many percent signs', `/api/files/overview?search=${filled('%', 9_900)}`, 200),
  get('many ids', `/api/files/zip?ids=${filled('1,', maxLineBytes)}`, 422),
  get('a long cookie', '/api/files/overview', 401, { cookie: filled('a=b; ', maxLineBytes) }),
  get('many conditions', '/api/files/overview', 200, { 'if-none-match': filled('"a", ', maxLineBytes) }),
  json('deep JSON', filled('[', jsonBytes), 400),
  json('deep valid JSON', `${'['.repeat(jsonBytes / 2)}${']'.repeat(jsonBytes / 2)}`, 422),
  json(
    'JSON with many fields',
    JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`f${at}`, 1]))),
    422,
  ),
  json('JSON with a long text', JSON.stringify({ name: '\u0316\u0301'.repeat(60_000) }), 422),
  json('JSON above the limit', filled('[', 2 * jsonBytes), 413),
  form('blanks before a lone carriage return', `X:${' '.repeat(16_200)}\rx`, 400),
  form('quotation marks in a file name', `${disposition}"${filled('"x', 16_000)}"`, 422),
  form('combining marks in a file name', `${disposition}"${'\u0316\u0301'.repeat(4_000)}"`, 422),
  form('file names without an end', `${disposition}${filled('; filename="', 16_000)}`, 422),
  form('a thousand parts', `${disposition}"a"`, 422, 1_000),
];

/** A file of this many letters whose extraction and indexing take the most time. */
export function worstDocuments(letters: number): { name: string; bytes: Buffer }[] {
  let state = 1;
  // A linear congruential generator: different words in the same order in every run.
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0);
  const listOf = (count: number, make: () => string) => Array.from({ length: count }, make).join('');
  // A page that is in the list twice would be refused as a circular reference.
  const pages = Array.from({ length: Math.floor(letters / 50) }, (_, index) => index + 3);
  const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/MediaBox[0 0 9 9]/Count ${pages.length}/Kids[${pages.map((id) => `${id} 0 R`).join(' ')}]>>endobj
${pages.map((id) => `${id} 0 obj<</Type/Page/Parent 2 0 R>>endobj`).join('\n')}
trailer<</Root 1 0 R>>
%%EOF`;
  return [
    { name: 'one letter.txt', bytes: Buffer.from('中'.repeat(letters / 3)) },
    {
      name: 'Chinese.txt',
      bytes: Buffer.from(listOf(letters / 3, () => String.fromCodePoint(0x4e00 + (random() % 20_000)))),
    },
    {
      name: 'codes.txt',
      bytes: Buffer.from(listOf(letters / 7, () => `${(random() >>> 8).toString(16).padStart(6, '0')} `)),
    },
    { name: 'long words.txt', bytes: Buffer.from(`${'a'.repeat(39)} `.repeat(letters / 40)) },
    { name: 'marks.txt', bytes: Buffer.from(`a${'\u0316\u0301'.repeat(letters / 4)}`) },
    { name: 'pages.pdf', bytes: Buffer.from(pdf) },
    { name: 'runs.docx', bytes: docxOf(`<w:p>${'<w:r><w:t>a </w:t></w:r>'.repeat(letters / 8)}</w:p>`) },
    {
      name: 'styles.xlsx',
      bytes: Buffer.from(
        zipSync({
          '[Content_Types].xml': strToU8('<Types/>'),
          'xl/workbook.xml': strToU8(filled('<sheet ', 4 * letters)),
          'xl/styles.xml': strToU8(filled('<cellXfs/>', 4 * letters)),
        }),
      ),
    },
  ];
}
