/** One value of a screen that its address holds. */
export type AddressField<Value> = {
  /** The name of the parameter. */
  name: string;
  /** The value of an untouched screen. It is not written to the address. */
  initial: Value;
  /** Returns undefined for invalid text, which is then ignored, so that an old link still opens. */
  read: (text: string) => Value | undefined;
  /** Whether a choice leaves rows out. The search text and the order do not count as filters. */
  isFilter: boolean;
};

/** Describes how the address of a list holds its search text, its filters and its order. */
export type AddressView<View> = {
  initial: View;
  read: (address: URLSearchParams) => View;
  /** Writes only values that differ from the initial ones, so that an untouched screen has a clean address. */
  write: (view: View) => URLSearchParams;
  activeFilters: (view: View) => number;
  /** Returns whether a filter or the search text leaves rows out. */
  isNarrowed: (view: View) => boolean;
};

export type ViewOf<Description> = Description extends AddressView<infer View> ? View : never;

export function addressView<View extends { search: string }>(fields: {
  [Key in keyof View]: AddressField<View[Key]>;
}): AddressView<View> {
  const entries = Object.entries(fields) as [keyof View, AddressField<View[keyof View]>][];
  const viewOf = (valueOf: (field: AddressField<View[keyof View]>) => View[keyof View]): View =>
    // `fields` has the same keys as the view; `Object.fromEntries` loses their type.
    Object.fromEntries(entries.map(([key, field]) => [key, valueOf(field)])) as unknown as View;
  const chosen = (view: View) =>
    entries.filter(([key, { initial }]) => view[key] !== initial && view[key] !== undefined);
  const activeFilters = (view: View) => chosen(view).filter(([, { isFilter }]) => isFilter).length;
  return {
    initial: viewOf(({ initial }) => initial),
    read: (address) => viewOf(({ name, initial, read }) => read(address.get(name) ?? '') ?? initial),
    write: (view) => new URLSearchParams(chosen(view).map(([key, { name }]) => [name, String(view[key])])),
    activeFilters,
    isNarrowed: (view) => activeFilters(view) > 0 || view.search.trim() !== '',
  };
}

export const searchField = (name: string, maxLength = Infinity): AddressField<string> => ({
  name,
  initial: '',
  read: (text) => text.slice(0, maxLength),
  isFilter: false,
});

/** A filter without a choice at first. */
export const filterField = <Value>(
  name: string,
  read: (text: string) => Value | undefined,
): AddressField<Value | undefined> => ({ name, initial: undefined, read, isFilter: true });

/** A choice that always has a value. */
export const choiceField = <Value extends string>(
  name: string,
  allowed: readonly Value[],
  { initial, isFilter }: { initial: NoInfer<Value>; isFilter: boolean },
): AddressField<Value> => ({ name, initial, read: oneOf(allowed), isFilter });

export const oneOf =
  <Value extends string>(allowed: readonly Value[]) =>
  (text: string): Value | undefined =>
    allowed.find((value) => value === text);

/** Reads a whole number from 1 to `max`. */
export const numberUpTo =
  (max: number) =>
  (text: string): number | undefined =>
    /^[1-9]\d{0,9}$/.test(text) && Number(text) <= max ? Number(text) : undefined;

/** Returns the address with another value of a parameter, or without the parameter. */
export function withParameter(
  address: URLSearchParams,
  name: string,
  value: number | string | undefined,
): URLSearchParams {
  const changed = new URLSearchParams(address);
  if (value === undefined) changed.delete(name);
  else changed.set(name, String(value));
  return changed;
}
