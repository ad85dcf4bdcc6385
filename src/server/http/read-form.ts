import { isUtf8 } from 'node:buffer';
/** One part of a form. Its bytes must be read to their end before the next part. */
export type FormPart = {
  name: string;
  /** As sent by the client. Undefined for a field. */
  filename: string | undefined;
  bytes: AsyncIterable<Buffer>;
};

/** The body is not valid multipart/form-data, or exceeds these limits. */
export class MalformedForm extends Error {}

const maxHeaderBytes = 16_384;
const maxHeaderLines = 20;

// Some clients send a line end before or after the form. More is not expected there.
const maxSurroundingBytes = 1_024;

/** Returns the boundary of a content type, or undefined if it is not a form. Source: RFC 2046 section 5.1.1. */
export function boundaryOf(contentType: string | undefined): string | undefined {
  const parameters = /^multipart\/form-data[ \t]*;(.*)$/i.exec(contentType ?? '')?.[1];
  const found = /(?:^|;)[ \t]*boundary=(?:"([^"]{1,70})"|([^\s";,]{1,70}))[ \t]*(?:;|$)/i.exec(parameters ?? '');
  return found?.[1] ?? found?.[2];
}

/**
 * Reads a form part by part and buffers no more than a chunk. Throws MalformedForm, also if the body ends before the
 * form.
 */
export async function* readForm(body: AsyncGenerator<Buffer, void>, boundary: string): AsyncGenerator<FormPart> {
  const source = new Source(body);
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  try {
    await source.through(delimiter, maxSurroundingBytes);
    while (!(await isEnd(source))) {
      const { name, filename } = readHeaders(await source.through(Buffer.from('\r\n\r\n'), maxHeaderBytes));
      let isRead = false;
      const bytes = (async function* () {
        yield* source.until(delimiter);
        isRead = true;
      })();
      yield { name, filename, bytes };
      if (!isRead) throw new Error('a part of a form was not read to its end');
    }
    await source.finish(maxSurroundingBytes);
  } finally {
    await body.return();
  }
}

/** Returns whether the form ends after this delimiter: '--' ends it, a line end starts another part. */
async function isEnd(source: Source): Promise<boolean> {
  const next = (await source.take(2)).toString('latin1');
  if (next === '--') return true;
  if (next === '\r\n') return false;
  throw new MalformedForm('a boundary has no line end after it');
}

// Old clients write names in ISO 8859-1, against RFC 7578 5.1. Browsers read that as windows-1252, by the Encoding Standard.
const textOf = (block: Buffer) => (isUtf8(block) ? block.toString('utf8') : new TextDecoder('latin1').decode(block));

function readHeaders(block: Buffer): { name: string; filename: string | undefined } {
  const lines = textOf(block).split('\r\n');
  if (lines.length > maxHeaderLines) throw new MalformedForm('a part has too many headers');
  const headers = new Map<string, string>();
  for (const line of lines) {
    // Trimmed afterwards: blanks in the pattern would be tried again and again when the line does not match.
    const [, header, value] = /^([\w!#$%&'*+.^`|~-]+):([^\r\n]*)$/.exec(line) ?? [];
    const key = header?.toLowerCase();
    if (key === undefined || value === undefined || headers.has(key))
      throw new MalformedForm('a part has invalid headers');
    headers.set(key, value.trim());
  }
  const disposition = headers.get('content-disposition') ?? '';
  const name = /^form-data[ \t]*;/i.test(disposition) ? parameterOf(disposition, 'name') : undefined;
  if (name === undefined) throw new MalformedForm('a part has no name');
  // Some programs omit the parameter for a file without a name.
  const ofFile = headers.get('content-type')?.toLowerCase() === 'application/octet-stream' ? '' : undefined;
  return { name, filename: parameterOf(disposition, 'filename') ?? extendedFilename(disposition) ?? ofFile };
}

/**
 * Returns a parameter of a Content-Disposition. Browsers send a backslash unchanged and a quotation mark as %22. Older
 * programs send a backslash before a quotation mark. So a quotation mark ends the value only where a parameter can end.
 * Source: HTML, multipart/form-data encoding; RFC 7578 section 4.2.
 */
function parameterOf(disposition: string, name: string): string | undefined {
  const quoted = new RegExp(`;[ \\t]*${name}="((?:[^"]|"(?![ \\t]*(?:;|$)))*)"`, 'i').exec(disposition);
  if (quoted) return (quoted[1] as string).replace(/\\"/g, '"');
  return new RegExp(`;[ \\t]*${name}=([^\\s";]+)`, 'i').exec(disposition)?.[1];
}

/** Returns a file name in the form of RFC 8187. Some programs send only this form. */
function extendedFilename(disposition: string): string | undefined {
  const encoded = /;[ \t]*filename\*=utf-8'[^']*'([^\s;]*)/i.exec(disposition)?.[1];
  if (encoded === undefined) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw new MalformedForm('a file name is encoded wrongly');
  }
}

/** Reads chunks and buffers the bytes that were not consumed yet. */
class Source {
  readonly #chunks: AsyncIterator<Buffer, void>;
  // The first delimiter may have no line end before it.
  #buffer: Buffer = Buffer.from('\r\n');

  constructor(chunks: AsyncIterator<Buffer, void>) {
    this.#chunks = chunks;
  }

  async #more(): Promise<void> {
    const next = await this.#chunks.next();
    if (next.done) throw new MalformedForm('the body ended before the form did');
    this.#buffer = this.#buffer.length === 0 ? next.value : Buffer.concat([this.#buffer, next.value]);
  }

  /** Returns the next `count` bytes. */
  async take(count: number): Promise<Buffer> {
    while (this.#buffer.length < count) await this.#more();
    return this.#cut(count);
  }

  #cut(count: number): Buffer {
    const taken = this.#buffer.subarray(0, count);
    this.#buffer = this.#buffer.subarray(count);
    return taken;
  }

  /** Returns the bytes before `end` and consumes both. Throws if there are more than `max` bytes. */
  async through(end: Buffer, max: number): Promise<Buffer> {
    for (;;) {
      const at = this.#buffer.indexOf(end);
      if (at > max || (at === -1 && this.#buffer.length > max))
        throw new MalformedForm('the headers of a part or the text before it are too long');
      if (at !== -1) {
        const found = this.#cut(at);
        this.#cut(end.length);
        return found;
      }
      await this.#more();
    }
  }

  /** Yields the bytes before `delimiter` as they arrive, and consumes the delimiter. */
  async *until(delimiter: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#buffer.indexOf(delimiter);
      const certain = at === -1 ? this.#buffer.length - beginningAtEnd(this.#buffer, delimiter) : at;
      if (certain > 0) yield this.#cut(certain);
      if (at !== -1) {
        this.#cut(delimiter.length);
        return;
      }
      await this.#more();
    }
  }

  /** Reads the bytes after the form, so that the connection can be reused. */
  async finish(max: number): Promise<void> {
    for (let bytes = this.#buffer.length; bytes <= max;) {
      const next = await this.#chunks.next();
      if (next.done) return;
      bytes += next.value.length;
    }
    throw new MalformedForm('the text after the form is too long');
  }
}

/** Returns the number of bytes at the end that may be the start of an incomplete delimiter. */
function beginningAtEnd(bytes: Buffer, delimiter: Buffer): number {
  const earliest = Math.max(0, bytes.length - delimiter.length + 1);
  for (let at = bytes.indexOf(13, earliest); at !== -1; at = bytes.indexOf(13, at + 1)) {
    if (bytes.subarray(at).equals(delimiter.subarray(0, bytes.length - at))) return bytes.length - at;
  }
  return 0;
}
