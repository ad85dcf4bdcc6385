import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

const isSetting = /^[A-Z_]+=('[^']*'|\S*)$/;

const linesOf = (block: string) =>
  block
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter((line) => line !== '' && !isSetting.test(line));

/** Returns the commands in each shell block of a document, without comments and settings. */
export const shellBlocks = (document: string): string[][] =>
  [...readFileSync(join(root, document), 'utf8').matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => linesOf(block));

/** Returns the commands in the text of a document that begin with a program of the list. */
export function commandsInText(document: string): string[] {
  const prose = readFileSync(join(root, document), 'utf8')
    .replaceAll(/```.*?```/gs, '')
    .replaceAll('\n', ' ');
  return [...prose.matchAll(/`((?:npm|npx|apt-get|\.\/stowage|docker|systemctl|journalctl) [^`]*)`/g)].map(
    ([, name = '']) => name,
  );
}
