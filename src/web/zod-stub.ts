import type { Definition, Schema } from './read-answer.ts';

/**
 * Replaces zod in the browser's bundle (vite.config.ts). The browser takes types, paths and field names from a contract,
 * and the kinds of fields for `readAnswer`. It validates nothing. A schema of this stub has zod's `def` and `shape`, as far
 * as `readAnswer` needs them, and returns itself from every method that is not listed here.
 * See docs/decisions/0073-no-zod-in-the-browser.md for the alternatives and their sizes.
 */
type Shape = Record<string, Schema>;

const kindOf = (type: string) => schema({ type });
const objectOf = (shape: Shape) => schema({ type: 'object', shape });
const wrapper = (type: string) => (innerType: Schema) => schema({ type, innerType });

const methods: Partial<Record<PropertyKey, (self: Schema, input: Shape) => Schema>> = {
  array: (element) => schema({ type: 'array', element }),
  nullable: wrapper('nullable'),
  optional: wrapper('optional'),
  nullish: (inner) => wrapper('optional')(wrapper('nullable')(inner)),
  extend: ({ def }, more) => objectOf({ ...def.shape, ...more }),
  pick: ({ def }, names) => objectOf(filtered(def.shape, (name) => name in names)),
  omit: ({ def }, names) => objectOf(filtered(def.shape, (name) => !(name in names))),
};

const filtered = (shape: Shape = {}, isTaken: (name: string) => boolean): Shape =>
  Object.fromEntries(Object.entries(shape).filter(([name]) => isTaken(name)));

function schema(def: Definition): Schema {
  const self: Schema = new Proxy((() => undefined) as unknown as Schema, {
    get: (_, name) => {
      if (name === 'def') return def;
      if (name === 'shape') return def.shape;
      const method = methods[name];
      return method ? (input: Shape) => method(self, input) : self;
    },
    apply: () => self,
  });
  return self;
}

/** The functions of `z` whose argument matters. A date of `z.iso` is a string. */
const makers: Partial<Record<PropertyKey, unknown>> = {
  object: objectOf,
  looseObject: objectOf,
  array: (element: Schema) => schema({ type: 'array', element }),
  union: (options: Schema[]) => schema({ type: 'union', options }),
  literal: (value: unknown) => schema({ type: 'literal', values: [value] }),
  iso: kindOf('string'),
};

export const z = new Proxy({}, { get: (_, name) => makers[name] ?? kindOf(String(name)) });
