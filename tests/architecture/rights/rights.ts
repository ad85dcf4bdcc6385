import type { File } from '#features/files/core/files.contract.ts';
import { productModules } from '#shared/product-modules.ts';
import type { ProductModule } from '#shared/product-modules.ts';

/**
 * The callers that a gate distinguishes. `uploader` uploads the files and belongs to the harbour team, as `user` and `manager`
 * do; `guest` belongs to another team and may view the harbour team; the two strangers may not.
 */
export const people = [
  'nobody',
  'uploader',
  'user',
  'guest',
  'stranger',
  'manager',
  'strangeManager',
  'administrator',
] as const;
export type Person = (typeof people)[number];

export type Expected = Record<Person, number>;

export const anyone = (status: number): Expected => everybody(() => status);
export const signedInOnly = (status: number): Expected => everybody((person) => (person === 'nobody' ? 401 : status));
export const administrators = (status: number): Expected => ({ ...signedInOnly(403), administrator: status });
export const managing = (status: number): Expected => ({
  ...signedInOnly(403),
  manager: status,
  strangeManager: status,
  administrator: status,
});

export const administering = (status: number): Expected => ({ ...signedInOnly(403), administrator: status });

const everybody = (status: (person: Person) => number) =>
  Object.fromEntries(people.map((person) => [person, status(person)])) as Expected;

/** The records that a call reads or changes. A call that succeeds may change them, so the next one gets new records. */
export type Targets = {
  file: File;
  team: number;
  type: number;
  userId: number;
  sessionId: string;
  container: number;
  trashedContainer: number;
  trashedFile: number;
  /** An earlier version of the file. */
  version: number;
  /** URLs of two resumable uploads of the uploader, one unfinished and one finished. */
  begun: string;
  finished: string;
};
export type Ask = { url: string; payload?: unknown; headers?: Record<string, string> };

export type Row = {
  expected: Expected;
  /** The module whose permission the call needs, for every role. */
  module?: ProductModule;
  ask: (targets: Targets, person: Person) => Ask;
  /** The call ends sessions or changes passwords, so it is made by new users. */
  spendsPeople?: true;
  /** The response is an event stream without an end. */
  endless?: true;
};

export const newPassword = { new_password: 'a-crane-at-dusk-9', new_password_confirmation: 'a-crane-at-dusk-9' };
export const path =
  (url: string): Row['ask'] =>
  () => ({ url });

export const seesFile = { expected: { ...signedInOnly(200), stranger: 404, strangeManager: 404 } };
export const managesFile = { expected: { ...managing(200), strangeManager: 404 } };
export const ownsFile = { expected: { ...managesFile.expected, uploader: 200, stranger: 404 } };

export const newContainer = {
  name: 'Chairs',
  container_no: 'PO-1',
  expected_date: '2026-11-20',
  ex_factory_date: '2026-10-20',
};
export const seesContainers = { expected: signedInOnly(200), module: productModules.containers };
export const managesContainers = { expected: managing(200), module: productModules.containers };
