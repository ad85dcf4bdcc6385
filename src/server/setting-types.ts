import { z } from 'zod';

const emptyAsUnset = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value);

/** A setting whose variable is empty counts as not set. */
export const setting = <T extends z.ZodType>(schema: T) => z.preprocess(emptyAsUnset, schema);

const tooLong = (max: number) => `must have at most ${max} characters`;

export const shortText = (max: number) => z.string().max(max, tooLong(max));

export const emailAddress = z.email('must be an e-mail address').max(254, tooLong(254));

export const oneOf = <const V extends readonly [string, string, ...string[]]>(...values: V) =>
  z.enum(values, { error: `must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}` });
