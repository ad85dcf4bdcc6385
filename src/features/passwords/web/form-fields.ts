/** Returns the values of the named text fields of a form. */
export function fieldsOf<Name extends string>(form: HTMLFormElement, names: readonly Name[]): Record<Name, string> {
  const given = new FormData(form);
  const text = (name: string) => {
    const value = given.get(name);
    return typeof value === 'string' ? value : '';
  };
  return Object.fromEntries(names.map((name) => [name, text(name)])) as Record<Name, string>;
}
