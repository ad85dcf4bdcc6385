import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import { readConfig } from '#server/config.ts';
import { settings } from '#server/settings.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, '../..', name), 'utf8');

const known = Object.keys(settings.shape);
// Each setting is commented out, so that a copy overrides nothing, such as DATA_DIR of the systemd unit.
const example = parseEnv(read('.env.example').replaceAll(/^#(?=[A-Z_]+=)/gm, ''));

/** The names in the first column of the table of settings; one row may hold several. */
function documentedSettings(): string[] {
  const rows = read('docs/settings.md').match(/^\| `.*$/gm) ?? [];
  return rows.flatMap((row) => row.split('|')[1]?.match(/[A-Z][A-Z_]+/g) ?? []);
}

test('.env.example names every setting, and no other', () => {
  assert.deepEqual(Object.keys(example).toSorted(), known.toSorted());
});

test('docs/settings.md names every setting, and no other', () => {
  assert.deepEqual(documentedSettings().toSorted(), known.toSorted());
});

test('a copy of .env.example sets nothing', () => {
  assert.deepEqual(Object.keys(parseEnv(read('.env.example'))), []);
});

test('the values in .env.example are the defaults', () => {
  assert.deepEqual(readConfig(example), readConfig({}));
});

test('the examples in docs/settings.md are accepted', () => {
  const storage = { STORAGE_URL: 's3://files', AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' };
  const examples = [...read('docs/settings.md').matchAll(/^\| `([A-Z_]+)` \|.*such as `([^`]+)`/gm)];
  assert.deepEqual(
    examples.map(([, name]) => name),
    ['DOWNLOAD_FROM_STORE', 'BACKUP_TARGET', 'OIDC_GROUPS', 'TZ', 'OCR_LANGUAGES', 'SEARCH_LANGUAGES'],
  );
  for (const [, name = '', value] of examples) readConfig({ ...storage, [name]: value });
});
