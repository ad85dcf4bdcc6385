import { connect } from 'node:net';
import type { Socket } from 'node:net';

export type Response = { status: number; bytes: number };

type Pending = { resolve: (response: Response) => void; reject: (error: Error) => void };

/**
 * A keep-alive connection that sends requests and counts bytes. It does little else, because a client that needs more
 * processor time than the server would distort the measurement.
 */
export class Wire {
  readonly #socket: Socket;
  #pending: Pending | undefined;
  #head = '';
  #status = 0;
  #remaining: number | 'chunked' | undefined;
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

  /** Sends a request and resolves when the response is complete. */
  send(head: string, body: Iterable<Buffer> = []): Promise<Response> {
    const received = new Promise<Response>((resolve, reject) => {
      this.#pending = { resolve, reject };
      if (this.#socket.destroyed) this.#fail(new Error('the server had closed the connection'));
    });
    received.catch(() => {});
    this.#socket.write(head);
    return this.#sendBody(body).then(() => received);
  }

  async #sendBody(body: Iterable<Buffer>): Promise<void> {
    for (const piece of body) {
      if (!this.#pending) return;
      if (!this.#socket.write(piece)) await new Promise((resolve) => this.#socket.once('drain', resolve));
    }
  }

  #read(bytes: Buffer): boolean {
    const body = this.#remaining === undefined ? this.#readHead(bytes) : bytes;
    if (this.#remaining === undefined) return true;
    this.#bytes += body.length;
    if (this.#remaining === 'chunked') {
      this.#tail = (this.#tail + body.subarray(-7).toString('latin1')).slice(-7);
      if (this.#tail === '\r\n0\r\n\r\n') this.#end();
    } else if (this.#bytes >= this.#remaining) this.#end();
    return true;
  }

  #readHead(bytes: Buffer): Buffer {
    const end = bytes.indexOf('\r\n\r\n');
    this.#head += bytes.toString('latin1', 0, end === -1 ? bytes.length : end);
    if (end === -1) return bytes.subarray(bytes.length);
    this.#status = Number(this.#head.slice(9, 12));
    const length = /\r\ncontent-length: (\d+)/i.exec(this.#head)?.[1];
    this.#remaining = length === undefined ? (this.#status === 204 ? 0 : 'chunked') : Number(length);
    return bytes.subarray(end + 4);
  }

  #end(): void {
    const response = { status: this.#status, bytes: this.#bytes };
    const pending = this.#pending;
    this.#pending = undefined;
    this.#head = '';
    this.#remaining = undefined;
    this.#bytes = 0;
    this.#tail = '';
    pending?.resolve(response);
  }

  #fail(error: Error): void {
    this.#pending?.reject(error);
    this.#pending = undefined;
  }
}
