import type { LightMyRequestResponse } from 'fastify';
import type { Visitor } from './visitor.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

export const asMetadata = (fields: Record<string, string | number>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${base64(String(value))}`)
    .join(',');

const version = { 'tus-resumable': '1.0.0' };

/** The headers of a PATCH request of the tus protocol. */
export const pieceHeaders = (start: number) => ({
  ...version,
  'content-type': 'application/offset+octet-stream',
  'upload-offset': String(start),
});

/** Sends the creation request of an upload, as a tus client does. */
export const announce = (
  visitor: Visitor,
  {
    size,
    ...metadata
  }: {
    size: number;
    filename: string;
    file_type_id: number;
    modified_at?: string;
    team_id?: number;
    container_id?: number;
    folder?: string;
  },
): Promise<LightMyRequestResponse> =>
  visitor.send({
    method: 'POST',
    url: '/api/uploads',
    headers: { ...version, 'upload-length': String(size), 'upload-metadata': asMetadata(metadata) },
  });

/** Creates an upload and returns its URL. */
export async function begin(visitor: Visitor, filename: string, size: number): Promise<string> {
  const answer = await announce(visitor, { filename, size, file_type_id: 1 });
  if (answer.statusCode !== 201) throw new Error(`no upload was created: ${answer.body}`);
  return answer.headers.location as string;
}

export const sendPiece = (visitor: Visitor, url: string, start: number, bytes: Buffer) =>
  visitor.send({ method: 'PATCH', url, headers: pieceHeaders(start), payload: bytes });

/** Returns the number of bytes that the server has stored. */
export async function askProgress(visitor: Visitor, url: string): Promise<number> {
  const answer = await visitor.send({ method: 'HEAD', url, headers: version });
  if (answer.statusCode !== 200) throw new Error(`no progress: ${answer.statusCode}`);
  return Number(answer.headers['upload-offset']);
}

export const tusRequest = (visitor: Visitor, method: string, url: string, headers: Record<string, string> = {}) =>
  visitor.send({ method, url, headers: { ...version, ...headers } });
