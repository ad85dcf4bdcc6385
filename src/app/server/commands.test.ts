import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { texts } from './admin/admin.texts.ts';
import { startCommand } from './commands.ts';

const root = join(import.meta.dirname, '../../..');
const unitOf = (folder: string) => ({
  '/etc/systemd/system/stowage.service': `[Service]\nExecStart=${folder}/node_modules/.bin/node ${folder}/main.ts\n`,
});
const container = { '/.dockerenv': '' };
const composed = 'docker compose -f FILE up --detach, where FILE is the compose file in deploy';

test('a restore ends with the start command of the installation', () => {
  const cases: [title: string, files: Record<string, string>, isArchive: boolean, command: string][] = [
    ['a clone', {}, false, 'npm start'],
    ['a release archive', {}, true, './stowage'],
    ['a unit of systemd', unitOf(root), true, 'systemctl start stowage'],
    ['a release archive beside the unit of another folder', unitOf('/opt/another'), true, './stowage'],
    ['a container', container, true, composed],
    ['a container that is built from a clone', container, false, composed],
  ];
  for (const [title, files, isArchive, command] of cases)
    assert.equal(
      texts.startNow(startCommand((path) => files[path], isArchive)),
      `Start the server with: ${command}`,
      title,
    );
});
