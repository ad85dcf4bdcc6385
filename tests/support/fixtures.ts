import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../fixtures');

/** What is in the folder besides the sample documents. */
const notSamples = new Set(['README.md', 'strings.json', 'spreadsheets', 'backups']);

/** The names of the sample documents that `tests/fixtures/README.md` lists, sorted. */
export const sampleNames: readonly string[] = readdirSync(folder)
  .filter((name) => !notSamples.has(name))
  .toSorted();

/** The spreadsheets of other programs, with their folder. `spreadsheet-cases.ts` has what they mean. */
export const spreadsheetNames: readonly string[] = readdirSync(join(folder, 'spreadsheets'))
  .map((name) => `spreadsheets/${name}`)
  .toSorted();

export const fixturePath = (name: string) => join(folder, name);

/** Throws if the fixture is missing, so that no test passes without it. */
export const readFixture = (name: string): Buffer => readFileSync(fixturePath(name));

/** Every sample document with its content. */
export const readSamples = () => sampleNames.map((name) => ({ name, bytes: readFixture(name) }));

/** Names and texts that often break software, grouped by kind; no string is in two groups. */
export const hostileGroups = (): { title: string; strings: string[] }[] =>
  JSON.parse(readFixture('strings.json').toString());

export const hostileStrings = (): string[] => hostileGroups().flatMap(({ strings }) => strings);
