import { text } from 'node:stream/consumers';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { AnswerOf, Endpoint, InputOf } from '#shared/endpoint.ts';
import { assertDocumented } from './documented.ts';

export type Answer<E> = {
  status: number;
  body: AnswerOf<E>;
  failure: { message: string; code: string; errors?: Record<string, string[]> };
  raw: LightMyRequestResponse;
};

export type SentFile = { name: string; bytes: Buffer | string };

/** An HTTP client with a cookie jar and anti-forgery tokens. Calls endpoints by their contract. */
export class Visitor {
  readonly #app: FastifyInstance;
  readonly cookies = new Map<string, string>();

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  async prime(): Promise<this> {
    await this.send({ method: 'GET', url: '/sanctum/csrf-cookie' });
    return this;
  }

  async signIn(email: string, password: string, remember?: boolean): Promise<LightMyRequestResponse> {
    if (!this.cookies.has('XSRF-TOKEN')) await this.prime();
    return this.send({
      method: 'POST',
      url: '/api/login',
      payload: { email, password, ...(remember === undefined ? {} : { remember }) },
    });
  }

  /** Calls an endpoint as the browser does. */
  async call<E extends Endpoint>(endpoint: E, input: InputOf<E>, files?: SentFile[]): Promise<Answer<E>> {
    const rest: Record<string, unknown> = { ...(input as object) };
    const take = (name: string) => {
      const value = rest[name];
      delete rest[name];
      return value;
    };
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(take(name))));
    const query = new URLSearchParams();
    for (const name of Object.keys(endpoint.query?.shape ?? {})) {
      const value = take(name);
      if (value !== undefined) query.set(name, `${value as string | number}`);
    }
    const url = query.size > 0 ? `${path}?${query.toString()}` : path;
    const body = endpoint.files
      ? formOf(rest, endpoint.files.field, files ?? [])
      : endpoint.body
        ? { payload: rest }
        : {};
    const raw = await this.send({ method: endpoint.method, url, ...body });
    const json = raw.headers['content-type']?.toString().startsWith('application/json') ? raw.json() : undefined;
    return { status: raw.statusCode, body: json, failure: json, raw };
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ');
  }

  /** Sends a GET request. Closes an event stream after its headers; reads any other response to its end. */
  async peek(url: string): Promise<LightMyRequestResponse> {
    const answer = await this.#app.inject({ url, headers: { cookie: this.cookieHeader }, payloadAsStream: true });
    const isEndless = String(answer.headers['content-type']).startsWith('text/event-stream');
    const body = isEndless ? '' : await text(answer.stream());
    if (isEndless) answer.raw.res.destroy();
    else assertDocumented({ method: 'GET', url }, { ...answer, body });
    return { ...answer, body, json: () => JSON.parse(body) };
  }

  /** Sends a request with the cookies and the anti-forgery token of this visitor, and stores the cookies of the response. */
  async send(request: {
    method: string;
    url: string;
    payload?: unknown;
    headers?: Record<string, string>;
  }): Promise<LightMyRequestResponse> {
    const token = this.cookies.get('XSRF-TOKEN');
    const answer = await this.#app.inject({
      method: request.method as 'GET',
      url: request.url,
      ...(request.payload === undefined ? {} : { payload: request.payload as string }),
      headers: {
        ...(this.cookies.size > 0 ? { cookie: this.cookieHeader } : {}),
        ...(token && request.method !== 'GET' ? { 'x-xsrf-token': token } : {}),
        ...request.headers,
      },
    });
    for (const cookie of answer.cookies as { name: string; value: string }[]) {
      if (cookie.value === '') this.cookies.delete(cookie.name);
      else this.cookies.set(cookie.name, cookie.value);
    }
    return answer;
  }
}

/** A client with an access token, without cookies and without an anti-forgery token. */
export class Program extends Visitor {
  readonly token: string;

  constructor(app: FastifyInstance, token: string) {
    super(app);
    this.token = token;
  }

  override send(request: Parameters<Visitor['send']>[0]): Promise<LightMyRequestResponse> {
    return super.send({ ...request, headers: { authorization: `Bearer ${this.token}`, ...request.headers } });
  }

  override peek(url: string): Promise<LightMyRequestResponse> {
    return this.send({ method: 'GET', url });
  }
}

/** Builds a multipart form as browsers do: names in UTF-8, quotation marks and line ends percent-encoded. */
export function formOf(
  fields: Record<string, unknown>,
  fileField: string,
  files: SentFile[],
  { fieldsFirst = false } = {},
) {
  const boundary = '----stowage-test-boundary';
  const escape = (name: string) => name.toWellFormed().replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22');
  const fileParts = files.flatMap((file) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${fileField}"; filename="${escape(file.name)}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ),
    Buffer.from(file.bytes),
    Buffer.from('\r\n'),
  ]);
  const fieldParts = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) =>
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`),
    );
  const parts = fieldsFirst ? [...fieldParts, ...fileParts] : [...fileParts, ...fieldParts];
  return {
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
