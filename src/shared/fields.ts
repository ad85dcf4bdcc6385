import { z } from 'zod';
import { cleanLine } from './clean-line.ts';

/**
 * The largest id that fits PostgreSQL's integer type. A larger number would make every later read of the row fail on
 * SQLite.
 */
export const largestId = 2_147_483_647;

const idNumber = z.number().int().min(1).max(largestId);

/** An id in a JSON body or a response. */
export const id = idNumber;

/** An id in a path, a query or a form field, where every value is text. */
export const idText = z
  .union([z.string().regex(/^[0-9]{1,10}$/), z.number()])
  .transform(Number)
  .pipe(idNumber);

/** An id that a user chooses in a form, as a number or as digits. Anything else is refused with the sentence `missing`. */
export const chosenId = (missing: string) =>
  z
    .union([z.number(), z.string().regex(/^[0-9]{1,10}$/, missing)], { error: missing })
    .transform(Number)
    .refine((number) => Number.isInteger(number) && number > 0 && number <= largestId, missing);

/** An instant as ISO 8601 UTC with milliseconds. */
export const instant = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** A cursor in a list that is sorted by time, newest first: `moment,id` of the last item of the previous page. */
export const timeCursor = z
  .string()
  .max(60)
  .regex(/^[^,]+,\d{1,10}$/)
  .transform((text) => text.split(',') as [string, string | number])
  .pipe(z.tuple([instant, idText]));

/** The limit as the API document states it. More is received, because text is trimmed. */
const stated = (max: number) => ({
  maxLength: max,
  description: `At most ${max} characters after trimming, counted in UTF-16 units.`,
});

/** One line of text, cleaned by `cleanLine`. */
export const oneLine = (max: number) =>
  z
    .string()
    .max(max * 4)
    .transform(cleanLine)
    .pipe(z.string().max(max))
    .meta(stated(max));

// Requires a visible character, so that a name is not blank.
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * One line of text with a visible character and at most `max` characters. `missing` and `tooLong` are the error
 * messages.
 */
export const requiredLine = (max: number, missing: string, tooLong: string) =>
  z
    .string({ error: missing })
    .max(4 * max, tooLong)
    .pipe(oneLine(4 * max))
    .refine((text) => visible.test(text), missing)
    .refine((text) => text.length <= max, tooLong)
    .meta(stated(max));

// Line breaks and tabs separate lines and columns, so they stay.
// oxlint-disable-next-line no-control-regex -- this removes control characters
const controlsButBreaks = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/**
 * Text of several lines: well-formed Unicode, no control characters except line breaks and tabs, trimmed. Blank text
 * becomes null. `tooLong` is the error message.
 */
export const severalLines = (max: number, tooLong: string) =>
  z
    .string()
    .max(max * 4, tooLong)
    .transform((text) => text.toWellFormed().replace(/\r\n?/g, '\n').replace(controlsButBreaks, '').trim())
    .pipe(z.string().max(max, tooLong))
    .transform((text) => (text === '' ? null : text))
    .meta(stated(max));

/** A password as it is typed. Longer than the longest valid one, so that the rules of passwords report the error. */
export const typedPassword = (missing: string) =>
  z.string({ error: missing }).min(1, missing).max(8192, 'The password may have at most 1024 characters.');

/** The codes with which the rules of passwords refuse one. */
export const passwordFaults = [
  'password.too_short',
  'password.too_long',
  'password.mismatch',
  'password.common',
  'password.is_email',
] as const;

/** A code of an authenticator app or a recovery code, with any separators between its digits. */
export const typedCode = z.string({ error: 'Enter a code.' }).min(1, 'Enter a code.').max(100);
