import { parseJson } from '#shared/parse-json.ts';

/** The part of a zod schema that `readAnswer` uses. */
export type Definition = {
  type: string;
  shape?: Record<string, Schema>;
  element?: Schema;
  innerType?: Schema;
  options?: readonly Schema[];
  values?: readonly unknown[];
};
export type Schema = { def: Definition };

type Fields = Record<string, unknown>;

/**
 * Returns the body of a response in the shape of its contract, so that no screen checks each field. A missing text is empty,
 * a missing number 0, a missing list empty. The specification allows JSON text in place of a list, and `true` in place
 * of 1. Returns undefined, as for an empty body, if the body is not even an object or a list as declared.
 * See docs/decisions/contracts-and-api.md#answers-are-read-by-their-contract.
 */
export function readAnswer(schema: Schema, body: unknown): unknown {
  const { type } = schema.def;
  const isOther = (type === 'object' && !asFields(body)) || (type === 'array' && !asList(body));
  return isOther ? undefined : read(schema, body);
}

/** Changes the objects and lists of `value` in place: they come from JSON.parse, and no one else has them. */
function read({ def }: Schema, value: unknown): unknown {
  const reader = readers[def.type];
  return reader ? reader(def, value) : value;
}

const isMissing = (value: unknown) => value === undefined || value === null;

function asText(_: Definition, value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** By zod's names. A value of another type stays as it is. */
const readers: Partial<Record<string, (def: Definition, value: unknown) => unknown>> = {
  string: asText,
  // A word that the contract does not name may come from a newer server.
  enum: asText,
  number: (_, value) => (typeof value === 'number' ? value : Number(value) || 0),
  literal: ({ values = [] }, value) => values.find((one) => isSame(one, value)) ?? value,
  boolean: (_, value) => [true, 1, '1', 'true'].includes(value as boolean),
  optional: ({ innerType }, value) => (isMissing(value) || !innerType ? undefined : read(innerType, value)),
  nullable: ({ innerType }, value) => (isMissing(value) || !innerType ? null : read(innerType, value)),
  // Requests have defaults. An answer that repeats a request has all of its values.
  default: ({ innerType }, value) => (innerType ? read(innerType, value) : value),
  array: readList,
  object: readFields,
  union: readOneOf,
};

function readList({ element }: Definition, value: unknown): unknown[] {
  const list = asList(value) ?? [];
  return element ? list.filter((one) => isEntry(element, one)).map((one) => read(element, one)) : list;
}

/** An entry without its id is of no use, and a field could not distinguish several of them. */
function isEntry({ def }: Schema, value: unknown): boolean {
  if (def.shape?.['id']) return !isMissing(asFields(value)?.['id']);
  return def.type === 'nullable' || !isMissing(value);
}

function readFields({ shape = {} }: Definition, value: unknown): Fields {
  const fields = asFields(value) ?? {};
  for (const [name, schema] of Object.entries(shape)) {
    const field = read(schema, fields[name]);
    // An optional field that is missing stays missing.
    if (field !== undefined || fields[name] !== undefined) fields[name] = field;
  }
  return fields;
}

/** True is 1, and no number is 0. */
const isSame = (one: unknown, value: unknown) => String(one) === String(value) || Number(one) === Number(value ?? 0);

/** A user may come without `{ user }` around it, so a value that fits none of the options stays as it is. */
function readOneOf({ options = [] }: Definition, value: unknown): unknown {
  const fitting = options.find((one) => fits(one, value));
  return fitting ? read(fitting, value) : value;
}

function fits({ def }: Schema, value: unknown): boolean {
  if (def.values) return def.values.some((one) => isSame(one, value));
  const fields = asFields(value);
  return def.shape
    ? fields !== undefined && Object.keys(def.shape).every((name) => name in fields)
    : typeof value === def.type;
}

function asList(value: unknown): unknown[] | undefined {
  const list = parsed(value);
  return Array.isArray(list) ? (list as unknown[]) : undefined;
}

function asFields(value: unknown): Fields | undefined {
  const fields = parsed(value);
  return typeof fields === 'object' && fields !== null && !Array.isArray(fields) ? (fields as Fields) : undefined;
}

const parsed = (value: unknown): unknown => (typeof value === 'string' ? parseJson(value) : value);
