import type { z } from 'zod';
import type { Area } from './access.ts';
import type { ErrorCode } from './error-codes.ts';

/** The declaration of one call. The server's route and the browser's request are both derived from it. */
export type Endpoint = {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Fastify's spelling: `/api/files/:id`. */
  path: string;
  summary: string;
  /** The call needs no sign-in. */
  open?: true;
  /** A caller who still has to set up two-factor sign-in may make the call. */
  beforeTwoFactor?: true;
  /**
   * The area that an access token needs for the call, if it is not that of its contract. 'any': every token may make the
   * call. Without an area, no token may.
   */
  area?: Area | 'any' | 'none';
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** Fields of a JSON body or, when `files` is set, of a multipart form. */
  body?: z.ZodObject;
  /** The largest size of a JSON body, by default 256 KiB. */
  maxBodyBytes?: number;
  /**
   * The form field that contains files, the maximum number of files in one request, and the largest size of the other
   * fields, by default 16 KiB.
   */
  files?: { field: string; max: number; maxFieldBytes?: number };
  /** The schema of the response. Without it, the status is 204 unless `sends` is set. */
  answer?: z.ZodType;
  /** The default is 200. */
  status?: 200 | 201;
  /** The refusals that this call adds to those of its gate, its input and its method. */
  refuses?: readonly ErrorCode[];
  /**
   * The kind of response, if it is not one JSON value: a stored `file`; an `archive` that is written while it is sent; a `page`;
   * a `calendar` in iCalendar; `events`, a stream without an end; the JSON of `answer` in `pieces`, lines of `csv` or the rows of an `xlsx` workbook, so
   * that no length is too large for memory; the headers of the `tus` protocol, whose requests contain headers and sometimes
   * bytes. Source: https://tus.io/protocols/resumable-upload.
   */
  sends?: 'file' | 'archive' | 'page' | 'calendar' | 'events' | 'pieces' | 'csv' | 'xlsx' | 'tus';
};

/** Returns whether the call only reads. Such a call needs no anti-forgery token. */
export const isRead = ({ method }: Pick<Endpoint, 'method'>): boolean => method === 'GET' || method === 'HEAD';

export type Contract = Record<string, Endpoint>;

type PartOf<E, K extends 'params' | 'query' | 'body', Side extends 'in' | 'out'> =
  E extends Record<K, infer S extends z.ZodType> ? (Side extends 'in' ? z.input<S> : z.output<S>) : unknown;

/** The input before parsing: path, query and body fields in one object. */
export type InputOf<E> = PartOf<E, 'params', 'in'> & PartOf<E, 'query', 'in'> & PartOf<E, 'body', 'in'>;

/** The input after parsing. */
export type ParsedInputOf<E> = PartOf<E, 'params', 'out'> & PartOf<E, 'query', 'out'> & PartOf<E, 'body', 'out'>;

export type AnswerOf<E> = E extends { answer: infer S extends z.ZodType } ? z.output<S> : undefined;
