import assert from 'node:assert/strict';
import { test } from 'node:test';
import { texts } from './admin/admin.texts.ts';
import { startCommand } from './commands.ts';

const unit = '/etc/systemd/system/stowage.service';
const container = '/.dockerenv';
const composed = 'docker compose -f FILE up --detach, where FILE is the compose file in deploy';

test('a restore ends with the start command of the installation', () => {
  const cases: [title: string, files: string[], isArchive: boolean, command: string][] = [
    ['a clone', [], false, 'npm start'],
    ['a release archive', [], true, './stowage'],
    ['a unit of systemd', [unit], true, 'systemctl start stowage'],
    ['a container', [container], true, composed],
    ['a container that is built from a clone', [container], false, composed],
  ];
  for (const [title, files, isArchive, command] of cases)
    assert.equal(
      texts.startNow(startCommand((path) => files.includes(path), isArchive)),
      `Start the server with: ${command}`,
      title,
    );
});
