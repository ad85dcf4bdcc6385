import type { PictureResponse, WorkerRequest } from '../extraction.rules.ts';

/** Answers the messages of the server one after another. The bytes of each message arrive on standard input. */
export function answerRequests(answer: (bytes: Buffer, request: WorkerRequest) => Promise<object>): void {
  // The server process has exited.
  process.on('disconnect', () => process.exit());

  const respond = async (request: WorkerRequest) => {
    try {
      return await answer(await receive(request.size), request);
    } catch (error) {
      return { failure: error instanceof Error ? error.message : String(error) };
    }
  };
  process.on('message', (message: WorkerRequest | PictureResponse) => {
    // The answer to a request of this process: see shrink-picture.ts.
    if ('picture' in message) return;
    void respond(message).then((response) => process.send?.(response));
  });
}

function receive(size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  let received = 0;
  return new Promise((resolve, reject) => {
    const onData = (chunk: Buffer) => {
      received += chunk.copy(bytes, received);
      if (received < size) return;
      process.stdin.off('data', onData).off('end', onEnd).pause();
      resolve(bytes);
    };
    const onEnd = () => reject(new Error('the bytes ended early'));
    process.stdin.on('data', onData).on('end', onEnd).resume();
  });
}
