import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { mostReaderBytes, readingTimeoutMs } from '../readings.rules.ts';
import type { Answer, ContentKind, Question, Reading } from '../readings.rules.ts';

export type Reader = {
  /** Reads one content; one at a time. Throws ReaderEnded when the content was too much for it. */
  read: (bytes: Readable, size: number, kind: ContentKind) => Promise<Reading>;
  /** Ends what is being read. */
  stop: () => void;
};

/** The content took too long or too much memory, or its reader crashed over it. */
export class ReaderEnded extends Error {}

const program = join(import.meta.dirname, '../child/reader.process.ts');
const root = join(import.meta.dirname, '../../../..');

/** What the runtime lets a reader do: read the program's own files, and use the packages' compiled parts. */
export const readerArguments = [
  '--permission',
  `--allow-fs-read=${join(root, 'src')}/*`,
  // Which may be a link.
  `--allow-fs-read=${join(root, 'node_modules')}`,
  `--allow-fs-read=${realpathSync(join(root, 'node_modules'))}/*`,
  `--allow-fs-read=${join(root, 'package.json')}`,
  '--allow-addons',
  '--max-old-space-size=512',
  '--disable-warning=SecurityWarning',
];

// Libraries keep some of what they were given: a fresh one now and then costs a tenth of a second.
const readingsOfOne = 100;
const idleMs = 10_000;
const watchEveryMs = 250;
const pageBytes = 4096;

/** A process that reads contents, started when there is one and ended when there are no more. */
export function makeReader(): Reader {
  let child: ChildProcess | undefined;
  let begun = 0;
  let idle: NodeJS.Timeout | undefined;

  const end = () => {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  };
  const start = () => {
    begun = 0;
    const started = fork(program, {
      cwd: root,
      // Nothing of the surroundings: the settings hold secrets.
      env: {},
      execArgv: readerArguments,
      serialization: 'advanced',
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    });
    // What is written to one that has ended fails; that it has is heard from 'exit'.
    started.stdin?.on('error', () => {});
    return started;
  };

  return {
    async read(bytes, size, kind) {
      clearTimeout(idle);
      if (begun >= readingsOfOne) end();
      child ??= start();
      begun += 1;
      try {
        const answer = await ask(child, bytes, { ...kind, size });
        if ('failure' in answer) throw new ReaderEnded(answer.failure);
        idle = setTimeout(end, idleMs).unref();
        return answer.reading;
      } catch (error) {
        end();
        throw error;
      } finally {
        bytes.destroy();
      }
    },
    stop: end,
  };
}

function ask(child: ChildProcess, bytes: Readable, question: Question): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const endsAt = performance.now() + readingTimeoutMs;
    const watch = setInterval(() => {
      if (performance.now() > endsAt) finish(() => reject(new ReaderEnded('it took too long')));
      else if (memoryOf(child) > mostReaderBytes) finish(() => reject(new ReaderEnded('it took too much memory')));
    }, watchEveryMs);
    const crashed = () => finish(() => reject(new ReaderEnded('it crashed')));
    const answered = (answer: Answer) => finish(() => resolve(answer));
    const finish = (settle: () => void) => {
      clearInterval(watch);
      child.off('exit', crashed).off('message', answered);
      settle();
    };
    child.once('exit', crashed).once('message', answered);
    // A source that fails says nothing about the content.
    bytes.once('error', (error) => finish(() => reject(error)));
    child.send(question, (error) => error && crashed());
    if (child.stdin) bytes.pipe(child.stdin, { end: false });
  });
}

/** What a process has in memory, in bytes; 0 where the system does not tell. */
function memoryOf({ pid }: ChildProcess): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * pageBytes;
  } catch {
    return 0;
  }
}
