import { z } from 'zod';

/** Ids fit PostgreSQL's integer; larger numbers would make every later read of the row fail on SQLite. */
export const largestId = 2_147_483_647;

const idNumber = z.number().int().min(1).max(largestId);

/** An id in a JSON body or an answer. */
export const id = idNumber;

/** An id in a path, a query or a form field, where everything is text. */
export const idText = z
  .union([z.string().regex(/^[0-9]{1,10}$/), z.number()])
  .transform(Number)
  .pipe(idNumber);

/** An instant as ISO 8601 UTC with milliseconds. */
export const instant = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** The place in a list that goes back in time after which the next page begins: `moment,id`. */
export const placeInTime = z
  .string()
  .max(60)
  .regex(/^[^,]+,\d{1,10}$/)
  .transform((text) => text.split(',') as [string, string | number])
  .pipe(z.tuple([instant, idText]));

// NUL and the other control characters mean different things to the two databases; lone surrogates become U+FFFD in both.
// oxlint-disable-next-line no-control-regex -- control characters are what is being removed
const controls = /[\u0000-\u001f\u007f-\u009f]/g;

/** One line of text: well-formed Unicode, no control characters, trimmed. */
export const oneLine = (max: number) =>
  z
    .string()
    .max(max * 4)
    .transform((text) => text.toWellFormed().replace(controls, ' ').trim())
    .pipe(z.string().max(max));

// Something that can be seen, so that a name is not a blank.
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** One line that says something, in at most `max` characters; the sentences say what is wrong with any other. */
export const requiredLine = (max: number, missing: string, tooLong: string) =>
  z
    .string({ error: missing })
    .max(4 * max, tooLong)
    .pipe(oneLine(4 * max))
    .refine((text) => visible.test(text), missing)
    .refine((text) => text.length <= max, tooLong);

// A line break and a tab are what separates lines and columns of a text of several lines.
// oxlint-disable-next-line no-control-regex -- control characters are what is being removed
const controlsButBreaks = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Text of several lines: well-formed Unicode, no control characters but line breaks and tabs, trimmed; blank becomes null. */
export const severalLines = (max: number) =>
  z
    .string()
    .max(max * 4)
    .transform((text) => text.toWellFormed().replace(/\r\n?/g, '\n').replace(controlsButBreaks, '').trim())
    .pipe(z.string().max(max))
    .transform((text) => (text === '' ? null : text));

/** A code of an app or a recovery code, with whatever stands between its digits. */
export const typedCode = z.string({ error: 'Enter a code.' }).min(1, 'Enter a code.').max(100);

/** Every answer that says how a call went wrong. Source: decisions.md section 2. */
export const failure = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  /** What a screen needs to help further; the call's contract says what is in it. */
  details: z.unknown().optional(),
});
export type Failure = z.infer<typeof failure>;
