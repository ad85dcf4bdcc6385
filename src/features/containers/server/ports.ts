import { createRequire } from 'node:module';
import { fold, normalForm } from '#shared/fold.ts';
import { largePorts } from '../large-ports.rules.ts';
import type { Port } from '../large-ports.rules.ts';
import { nearestOf } from '../nearest-names.rules.ts';
import type { Nearest } from '../nearest-names.rules.ts';

/** `names`: the folded names, the shown one first. `rank`: 0 for a large port, 1 for another one. */
type KnownPort = Port & { names: string[]; rank: 0 | 1 };

/** The fields that are used of an entry of the package sea-ports. */
type SeaPort = { name: string; city: string; country: string; alias: string[] };

type Loaded = {
  byCode: Map<string, KnownPort>;
  byName: Map<string, KnownPort | undefined>;
  nearest: Nearest<KnownPort>;
};
let loaded: Loaded | undefined;

/**
 * The list is loaded when it is first needed, so that the server starts without it. A name of our own list is the usual one
 * of the trade and takes precedence.
 */
function knownPorts() {
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
    const names = [...new Set([port.name, name, city, ...alias].filter(Boolean).map(fold))];
    byCode.set(port.code, { ...port, names, rank: isLarge.has(port.code) ? 0 : 1 });
  }
  const named = [...byCode.values()].flatMap((port) => port.names.map((name) => [normalForm(name), port] as const));
  loaded = { byCode, byName: uniqueNames([...byCode.values()]), nearest: nearestOf(named) };
  return loaded;
}

/** A name that several ports share maps to the large one, or to undefined if no single one is large. */
function uniqueNames(ports: readonly KnownPort[]): Map<string, KnownPort | undefined> {
  const byName = new Map<string, KnownPort | undefined>();
  for (const rank of [0, 1] as const) {
    const found = new Map<string, KnownPort | undefined>();
    for (const port of ports.filter((one) => one.rank === rank)) {
      // 'Jakarta, Java' and 'Keelung (Chilung)' are also found without what follows.
      const names = new Set(port.names.flatMap((name) => [name, name.split(/, | \(/, 1)[0] ?? name]));
      for (const name of names) found.set(name, found.has(name) ? undefined : port);
    }
    for (const [name, port] of found) if (!byName.has(name)) byName.set(name, port);
  }
  return byName;
}

/** Returns the code of the one port with this name, without regard to case and accents. */
export const portNamed = (name: string): string | undefined => knownPorts().byName.get(fold(name))?.code;

/** Returns the ports with the nearest names, the nearest one first. */
export const portsLike = (name: string, limit: number): Port[] => knownPorts().nearest(normalForm(name), limit);

/** Returns whether at least one port has this name. */
export const isPortName = (name: string): boolean => knownPorts().byName.has(fold(name));

const largeNames = new Map(largePorts.map(({ code, name }) => [code, name]));

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
