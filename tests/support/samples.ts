import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const beside = join(import.meta.dirname, '../../../shared/samples');

/** Files to upload: a folder of real documents beside the project where there is one, else a few written here. */
export async function samplePaths(): Promise<string[]> {
  if (existsSync(beside)) {
    return readdirSync(beside)
      .filter((name) => name !== 'README.md')
      .map((name) => join(beside, name));
  }
  const folder = await mkdtemp(join(tmpdir(), 'stowage-samples-'));
  const written = {
    'notes.txt': 'Unload at gate 4.\n',
    'rates.csv': 'port,rate\nRotterdam,120\n',
    'page.html': '<!doctype html><title>Hello</title><script>document.title = "ran"</script>',
    'empty.bin': '',
    'large.bin': Buffer.alloc(3_000_000, 7),
  };
  for (const [name, content] of Object.entries(written)) await writeFile(join(folder, name), content);
  return Object.keys(written).map((name) => join(folder, name));
}
