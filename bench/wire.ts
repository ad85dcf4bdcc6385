import { connect } from 'node:net';
import type { Socket } from 'node:net';

export type Answer = { status: number; bytes: number };

type Waiting = { resolve: (answer: Answer) => void; reject: (error: Error) => void };

/**
 * One kept connection that sends and counts, and does as little else as it can: a client that works harder than the
 * server would hide how fast the server is.
 */
export class Wire {
  readonly #socket: Socket;
  #waiting: Waiting | undefined;
  #head = '';
  #status = 0;
  #left: number | 'chunked' | undefined;
  #bytes = 0;
  #tail = '';

  private constructor(port: number, readBytes: number) {
    const buffer = Buffer.allocUnsafe(readBytes);
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      onread: { buffer, callback: (count, bytes) => this.#read((bytes as Buffer).subarray(0, count)) },
    });
    this.#socket.setNoDelay(true);
    this.#socket.on('error', (error) => this.#fail(error));
    this.#socket.on('close', () => this.#fail(new Error('the server closed the connection')));
  }

  static async open(origin: string, readBytes = 256 * 1024): Promise<Wire> {
    const wire = new Wire(Number(new URL(origin).port), readBytes);
    await new Promise((resolve, reject) => wire.#socket.once('connect', resolve).once('error', reject));
    return wire;
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Sends a request and answers when all of the answer has come. */
  ask(head: string, body: Iterable<Buffer> = []): Promise<Answer> {
    const answered = new Promise<Answer>((resolve, reject) => {
      this.#waiting = { resolve, reject };
      if (this.#socket.destroyed) this.#fail(new Error('the server had closed the connection'));
    });
    answered.catch(() => {});
    this.#socket.write(head);
    return this.#send(body).then(() => answered);
  }

  async #send(body: Iterable<Buffer>): Promise<void> {
    for (const piece of body) {
      if (!this.#waiting) return;
      if (!this.#socket.write(piece)) await new Promise((resolve) => this.#socket.once('drain', resolve));
    }
  }

  #read(bytes: Buffer): boolean {
    const body = this.#left === undefined ? this.#readHead(bytes) : bytes;
    if (this.#left === undefined) return true;
    this.#bytes += body.length;
    if (this.#left === 'chunked') {
      this.#tail = (this.#tail + body.subarray(-7).toString('latin1')).slice(-7);
      if (this.#tail === '\r\n0\r\n\r\n') this.#end();
    } else if (this.#bytes >= this.#left) this.#end();
    return true;
  }

  #readHead(bytes: Buffer): Buffer {
    const end = bytes.indexOf('\r\n\r\n');
    this.#head += bytes.toString('latin1', 0, end === -1 ? bytes.length : end);
    if (end === -1) return bytes.subarray(bytes.length);
    this.#status = Number(this.#head.slice(9, 12));
    const length = /\r\ncontent-length: (\d+)/i.exec(this.#head)?.[1];
    this.#left = length === undefined ? (this.#status === 204 ? 0 : 'chunked') : Number(length);
    return bytes.subarray(end + 4);
  }

  #end(): void {
    const answer = { status: this.#status, bytes: this.#bytes };
    const waiting = this.#waiting;
    this.#waiting = undefined;
    this.#head = '';
    this.#left = undefined;
    this.#bytes = 0;
    this.#tail = '';
    waiting?.resolve(answer);
  }

  #fail(error: Error): void {
    this.#waiting?.reject(error);
    this.#waiting = undefined;
  }
}
