import type { z } from 'zod';

/** What a call is: one declaration for the server's route and the browser's request. */
export type Endpoint = {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Fastify's spelling: `/api/files/:id`. */
  path: string;
  summary: string;
  /** Needs no sign-in. */
  open?: true;
  /** May be called by somebody who must still set up two-factor sign-in. */
  beforeTwoFactor?: true;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** Fields of a JSON body or, when `files` is set, of a multipart form. */
  body?: z.ZodObject;
  /** The form field that carries files, and how many one request may bring. */
  files?: { field: string; max: number };
  /** The answer's shape; none means 204 unless `sends` says otherwise. */
  answer?: z.ZodType;
  /** 200 unless said otherwise. */
  status?: 200 | 201;
  /** What it is refused with, beside what follows from its gate, its input and its method. */
  refuses?: readonly (401 | 403 | 404 | 409 | 422 | 423 | 429 | 507)[];
  /**
   * How it answers when not with JSON at once: a stored `file`; an `archive` that is written while it is sent; a `page`;
   * `events`, a stream without an end; the JSON of `answer` in `pieces`, or lines of `csv`, so that their length does not
   * matter; with the headers of the `tus` protocol, whose requests carry theirs and perhaps bytes. Source: https://tus.io/protocols/resumable-upload.
   */
  sends?: 'file' | 'archive' | 'page' | 'events' | 'pieces' | 'csv' | 'tus';
};

/** Whether it only reads: such a call needs no anti-forgery token. */
export const isRead = ({ method }: Pick<Endpoint, 'method'>): boolean => method === 'GET' || method === 'HEAD';

export type Contract = Record<string, Endpoint>;

type PartOf<E, K extends 'params' | 'query' | 'body', Side extends 'in' | 'out'> =
  E extends Record<K, infer S extends z.ZodType> ? (Side extends 'in' ? z.input<S> : z.output<S>) : unknown;

/** What a caller hands over: path, query and body fields in one object. */
export type InputOf<E> = PartOf<E, 'params', 'in'> & PartOf<E, 'query', 'in'> & PartOf<E, 'body', 'in'>;

/** The same after parsing. */
export type ParsedInputOf<E> = PartOf<E, 'params', 'out'> & PartOf<E, 'query', 'out'> & PartOf<E, 'body', 'out'>;

export type AnswerOf<E> = E extends { answer: infer S extends z.ZodType } ? z.output<S> : undefined;
