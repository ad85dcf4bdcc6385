/** Returns an object with a value for each name. `Object.fromEntries` loses the type of the names. */
export const recordOf = <Name extends string, Value>(names: readonly Name[], valueOf: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
