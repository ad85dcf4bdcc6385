import { createRequire } from 'node:module';
import { nearestOf } from '#features/containers/import/nearest-names.rules.ts';
import type { Nearest } from '#features/containers/import/nearest-names.rules.ts';
import { largePorts } from '#features/containers/parties/large-ports.rules.ts';
import type { Port } from '#features/containers/parties/large-ports.rules.ts';
import { furtherPortNames } from '#features/containers/parties/port-names.rules.ts';
import { fold, normalForm } from '#shared/fold.ts';

/** `names`: the folded names, the shown one first. `rank`: 0 for a large port, 1 for another one. */
type KnownPort = Port & { names: string[]; rank: 0 | 1 };

/** The fields that are used of an entry of the package sea-ports. */
type SeaPort = { name: string; city: string; country: string; alias: string[] };

type Loaded = {
  byCode: Map<string, KnownPort>;
  byName: Map<string, KnownPort[]>;
  nearest: Nearest<KnownPort>;
  countries: Map<string, Set<string>>;
};
let loaded: Loaded | undefined;

/**
 * The list is loaded when it is first needed, so that the server starts without it. A name of our own list is the usual one
 * of the trade and takes precedence.
 */
function knownPorts(): Loaded {
  if (loaded) return loaded;
  const seaPorts = createRequire(import.meta.url)('sea-ports') as { JSON: Record<string, SeaPort> };
  const countries = new Map(largePorts.map(({ code, country }) => [code.slice(0, 2), country]));
  const ports = new Map<string, Port>(
    Object.entries(seaPorts.JSON).map(([code, { name, country }]) => {
      return [code, { code, name, country: countries.get(code.slice(0, 2)) ?? country }];
    }),
  );
  const isLarge = new Set(largePorts.map(({ code }) => code));
  for (const port of largePorts) ports.set(port.code, port);
  const byCode = new Map<string, KnownPort>();
  for (const port of ports.values()) {
    const { name = '', city = '', alias = [] } = seaPorts.JSON[port.code] ?? {};
    const further = furtherPortNames[port.code]?.split(',') ?? [];
    const names = [...new Set([port.name, name, city, ...alias, ...further].filter(Boolean).map(fold))];
    byCode.set(port.code, { ...port, names, rank: isLarge.has(port.code) ? 0 : 1 });
  }
  const named = [...byCode.values()].flatMap((port) => port.names.map((name) => [normalForm(name), port] as const));
  const codes = new Set([...byCode.keys()].map((code) => code.slice(0, 2)));
  loaded = { byCode, byName: portsByName(byCode.values()), nearest: nearestOf(named), countries: countryNames(codes) };
  return loaded;
}

/** 'Jakarta, Java' and 'Keelung (Chilung)' are also found without what follows. */
function portsByName(ports: Iterable<KnownPort>): Map<string, KnownPort[]> {
  const byName = new Map<string, KnownPort[]>();
  for (const port of ports)
    for (const name of new Set(
      port.names.flatMap((name) => [name, name.split(/, | \(/, 1)[0] ?? name]).map(normalForm),
    ))
      byName.set(name, [...(byName.get(name) ?? []), port]);
  return byName;
}

const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'tr', 'ru', 'zh', 'zh-Hant', 'ja'];
const furtherCountries = {
  US: 'USA',
  GB: 'UK,England,Great Britain',
  AE: 'UAE',
  CN: 'PRC,PR China',
  KR: 'Korea,Republic of Korea,ROK',
  VN: 'Viet Nam',
  RU: 'Russian Federation',
};
/** Written behind a port of the United States or of Canada. Some are also codes of countries. */
const states = {
  US: 'AL,AK,CA,CT,DE,FL,GA,HI,IL,LA,MA,MD,ME,MI,MN,MS,NC,NH,NJ,NY,OH,OR,PA,RI,SC,TX,VA,WA,WI,California,Texas,Florida',
  CA: 'BC,NB,NL,NS,ON,QC,PE,British Columbia,Nova Scotia,Quebec,Ontario',
};

/** The countries that a word behind the name of a port can mean, by its normal form. */
function countryNames(codes: ReadonlySet<string>): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>();
  const add = (name: string, code: string) => {
    const form = normalForm(name);
    names.set(form, (names.get(form) ?? new Set()).add(code));
  };
  for (const code of codes) add(code, code);
  for (const language of languages) {
    const regions = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of codes) add(regions.of(code) ?? code, code);
  }
  for (const list of [furtherCountries, states])
    for (const [code, words] of Object.entries(list)) for (const word of words.split(',')) add(word, code);
  return names;
}

/**
 * Of several ports with one name, the large one is meant, and the one that is shown by this name: Long Beach is also 'Los
 * Angeles'. None is meant if several remain.
 */
function onlyPort(ports: readonly KnownPort[], name: string): KnownPort | undefined {
  const large = ports.filter(({ rank }) => rank === 0);
  const shown = large.filter((port) => normalForm(port.name) === normalForm(name));
  const [port, ...others] = [shown, large, ports].find((likely) => likely.length > 0) ?? [];
  return others.length === 0 ? port : undefined;
}

/** Returns the code of the one port with this name, without regard to case, accents and blanks. */
export const portNamed = (name: string): string | undefined =>
  onlyPort(knownPorts().byName.get(normalForm(name)) ?? [], name)?.code;

/**
 * Returns the code of the port whose name has a country, a state or another addition behind it: 'Los Angeles, CA',
 * 'Shanghai/China'. A country decides between ports of one name. Two ports mean none.
 */
export function portWithin(text: string): string | undefined {
  const { byName, countries } = knownPorts();
  const parts = text.split(/[,/()]| [-–—] /).map((part) => part.trim());
  const [name = '', ...additions] = parts.filter((part) => normalForm(part) !== '');
  let ports = byName.get(normalForm(name)) ?? [];
  for (const addition of additions) {
    const within = countries.get(normalForm(addition));
    if (within) ports = ports.filter(({ code }) => within.has(code.slice(0, 2)));
    else if (byName.get(normalForm(addition))?.every((port) => !ports.includes(port))) return undefined;
  }
  return onlyPort(ports, name)?.code;
}

const largeNames = new Map(largePorts.map(({ code, name }) => [code, name]));

/** Returns the ports with the nearest names, the nearest one first. The name may have additions. */
export function portsLike(text: string, limit: number): Port[] {
  const { nearest } = knownPorts();
  const names = [text, ...text.split(/[,/()]| [-–—] /)].map(normalForm);
  return [...new Set(names.flatMap((name) => nearest(name, limit)))].slice(0, limit);
}

/** Returns whether at least one port has this name. */
export const isPortName = (name: string): boolean => knownPorts().byName.has(normalForm(name));

/** Returns the name of a port, or undefined for a code that is not in the list. */
export const portName = (code: string): string | undefined =>
  largeNames.get(code) ?? knownPorts().byCode.get(code)?.name;

/**
 * Returns the ports whose name, country or code contains the text; those that begin with it come first, and large ones
 * before others.
 */
export function findPorts(search: string, limit: number): Port[] {
  const term = fold(search.trim());
  const code = normalForm(search);
  const matchOf = (port: KnownPort) => {
    if (port.code === code) return -1;
    if (port.names.some((name) => name.startsWith(term))) return 0;
    if (port.names.some((name) => name.includes(term))) return 1;
    if (fold(port.country).includes(term) || (code !== '' && port.code.startsWith(code))) return 2;
    return undefined;
  };
  return [...knownPorts().byCode.values()]
    .map((port) => ({ port, match: matchOf(port) }))
    .filter((one): one is { port: KnownPort; match: number } => one.match !== undefined)
    .toSorted(
      ({ match, port }, other) =>
        match - other.match || port.rank - other.port.rank || (port.name < other.port.name ? -1 : 1),
    )
    .slice(0, limit)
    .map(({ port: { code: found, name, country } }) => ({ code: found, name, country }));
}
