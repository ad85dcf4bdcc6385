import { setPriority } from 'node:os';
import type { Answer, Question } from '../readings.rules.ts';
import { readContent } from './read-content.ts';

// Reads strangers' files, so it may do nothing else: it has no network, no database, no store, and no folder but the
// program's own, and is ended when it takes too long or too much. Bytes come in on standard input.

const politeness = 10;
try {
  setPriority(politeness);
} catch {
  // Where that is not allowed it is in nobody's way for long.
}

// Whoever asks is gone.
process.on('disconnect', () => process.exit());

process.on('message', (question: Question) => {
  void answer(question).then((reply) => process.send?.(reply));
});

async function answer({ size, ...kind }: Question): Promise<Answer> {
  try {
    return { reading: await readContent(await receive(size), kind) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

function receive(size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  let received = 0;
  return new Promise((resolve, reject) => {
    const take = (chunk: Buffer) => {
      received += chunk.copy(bytes, received);
      if (received < size) return;
      process.stdin.off('data', take).off('end', cut).pause();
      resolve(bytes);
    };
    const cut = () => reject(new Error('the bytes ended early'));
    process.stdin.on('data', take).on('end', cut).resume();
  });
}
