/** One part of a form, as it arrives. Its bytes are read to their end before the next part is asked for. */
export type FormPart = {
  name: string;
  /** As the client sent it; none for a field. */
  filename: string | undefined;
  bytes: AsyncIterable<Buffer>;
};

/** The body is not a well-formed multipart/form-data, or goes beyond these limits. */
export class MalformedForm extends Error {}

const mostHeaderBytes = 16_384;
const mostHeaderLines = 20;

// Some clients begin or end with a line end; nobody has more to say there.
const mostBytesAround = 1_024;

/** The boundary that a request's content type names; none if it is not a form. Source: RFC 2046 section 5.1.1. */
export function boundaryOf(contentType: string | undefined): string | undefined {
  const parameters = /^multipart\/form-data[ \t]*;(.*)$/i.exec(contentType ?? '')?.[1];
  const found = /(?:^|;)[ \t]*boundary=(?:"([^"]{1,70})"|([^\s";,]{1,70}))[ \t]*(?:;|$)/i.exec(parameters ?? '');
  return found?.[1] ?? found?.[2];
}

/**
 * Reads a form part by part, without ever holding more than a chunk of it. Throws MalformedForm, also when the body ends
 * before the form does.
 */
export async function* readForm(body: AsyncGenerator<Buffer, void>, boundary: string): AsyncGenerator<FormPart> {
  const source = new Source(body);
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  try {
    await source.through(delimiter, mostBytesAround);
    while (!(await isEnd(source))) {
      const { name, filename } = readHeaders(await source.through(Buffer.from('\r\n\r\n'), mostHeaderBytes));
      let isRead = false;
      const bytes = (async function* () {
        yield* source.until(delimiter);
        isRead = true;
      })();
      yield { name, filename, bytes };
      if (!isRead) throw new Error('a part of a form was not read to its end');
    }
    await source.finish(mostBytesAround);
  } finally {
    await body.return();
  }
}

/** What follows a delimiter: a line end and another part, or two dashes and the end. */
async function isEnd(source: Source): Promise<boolean> {
  const next = (await source.take(2)).toString('latin1');
  if (next === '--') return true;
  if (next === '\r\n') return false;
  throw new MalformedForm('a boundary is not followed by a line end');
}

function readHeaders(block: Buffer): { name: string; filename: string | undefined } {
  const lines = block.toString('utf8').split('\r\n');
  if (lines.length > mostHeaderLines) throw new MalformedForm('a part has too many headers');
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, header, value] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([^\r\n]*)$/.exec(line) ?? [];
    const key = header?.toLowerCase();
    if (key === undefined || value === undefined || headers.has(key)) throw new MalformedForm('a part has odd headers');
    headers.set(key, value);
  }
  const disposition = headers.get('content-disposition') ?? '';
  const name = /^form-data[ \t]*;/i.test(disposition) ? parameterOf(disposition, 'name') : undefined;
  if (name === undefined) throw new MalformedForm('a part has no name');
  // A file without a name comes without the parameter from some programs.
  const ofFile = headers.get('content-type')?.toLowerCase() === 'application/octet-stream' ? '' : undefined;
  return { name, filename: parameterOf(disposition, 'filename') ?? extendedFilename(disposition) ?? ofFile };
}

/**
 * A parameter of a Content-Disposition. Browsers write a backslash as it is and a quotation mark as %22; older programs
 * put a backslash before a quotation mark. So a quotation mark ends the text only where a parameter can end.
 * Source: HTML, multipart/form-data encoding; RFC 7578 section 4.2.
 */
function parameterOf(disposition: string, name: string): string | undefined {
  const quoted = new RegExp(`;[ \\t]*${name}="((?:[^"]|"(?![ \\t]*(?:;|$)))*)"`, 'i').exec(disposition);
  if (quoted) return (quoted[1] as string).replace(/\\"/g, '"');
  return new RegExp(`;[ \\t]*${name}=([^\\s";]+)`, 'i').exec(disposition)?.[1];
}

/** A file name in the form of RFC 8187, which some programs send alone. */
function extendedFilename(disposition: string): string | undefined {
  const encoded = /;[ \t]*filename\*=utf-8'[^']*'([^\s;]*)/i.exec(disposition)?.[1];
  if (encoded === undefined) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw new MalformedForm('a file name is encoded wrongly');
  }
}

/** Chunks as they come, and what is held of them because it was not asked for yet. */
class Source {
  readonly #chunks: AsyncIterator<Buffer, void>;
  // The first delimiter need not follow a line end.
  #held: Buffer = Buffer.from('\r\n');

  constructor(chunks: AsyncIterator<Buffer, void>) {
    this.#chunks = chunks;
  }

  async #more(): Promise<void> {
    const next = await this.#chunks.next();
    if (next.done) throw new MalformedForm('the body ended before the form did');
    this.#held = this.#held.length === 0 ? next.value : Buffer.concat([this.#held, next.value]);
  }

  /** The next `count` bytes. */
  async take(count: number): Promise<Buffer> {
    while (this.#held.length < count) await this.#more();
    return this.#cut(count);
  }

  #cut(count: number): Buffer {
    const taken = this.#held.subarray(0, count);
    this.#held = this.#held.subarray(count);
    return taken;
  }

  /** What comes before `end`, which is left out; no more than `most` bytes. */
  async through(end: Buffer, most: number): Promise<Buffer> {
    for (;;) {
      const at = this.#held.indexOf(end);
      if (at > most || (at === -1 && this.#held.length > most))
        throw new MalformedForm('what stands before a part is too long');
      if (at !== -1) {
        const found = this.#cut(at);
        this.#cut(end.length);
        return found;
      }
      await this.#more();
    }
  }

  /** The bytes up to `delimiter`, as they come. */
  async *until(delimiter: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#held.indexOf(delimiter);
      const certain = at === -1 ? this.#held.length - beginningAtEnd(this.#held, delimiter) : at;
      if (certain > 0) yield this.#cut(certain);
      if (at !== -1) {
        this.#cut(delimiter.length);
        return;
      }
      await this.#more();
    }
  }

  /** Reads what follows the form, so that the connection can be used again. */
  async finish(most: number): Promise<void> {
    for (let bytes = this.#held.length; bytes <= most;) {
      const next = await this.#chunks.next();
      if (next.done) return;
      bytes += next.value.length;
    }
    throw new MalformedForm('there is more after the end of the form');
  }
}

/** How many of the last bytes may be the beginning of a delimiter whose rest has not come yet. */
function beginningAtEnd(bytes: Buffer, delimiter: Buffer): number {
  const earliest = Math.max(0, bytes.length - delimiter.length + 1);
  for (let at = bytes.indexOf(13, earliest); at !== -1; at = bytes.indexOf(13, at + 1)) {
    if (bytes.subarray(at).equals(delimiter.subarray(0, bytes.length - at))) return bytes.length - at;
  }
  return 0;
}
