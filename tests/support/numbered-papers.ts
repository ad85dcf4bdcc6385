import assert from 'node:assert/strict';
import { containerFilesContract } from '#features/container-files/container-files.contract.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { checkDigit } from '#features/papers/container-number.rules.ts';
import { indexedSetting, indexStored } from '#features/papers/server/number-index.service.ts';
import type { Context } from '#server/context.ts';
import { upload } from './make.ts';
import type { Visitor } from './visitor.ts';

const randomDigits = (count: number) => String(Math.floor(Math.random() * 10 ** count)).padStart(count, '7');

/** Returns a container number with the right check digit: 'QKYU 234623-0'. */
export function newNumber(): string {
  const serial = randomDigits(6);
  return `TSTU ${serial}-${checkDigit(`TSTU${serial}`)}`;
}

export const newOrder = () => `PO-${randomDigits(5)}-${randomDigits(5)}`;

/** Returns the normal form of a number. */
export const plain = (number: string) => number.replaceAll(/[ -]/g, '');

export async function uploadOne(visitor: Visitor, name: string, bytes?: string): Promise<File> {
  const [file] = await upload(visitor, 1, { name, ...(bytes === undefined ? {} : { bytes }) });
  if (!file) throw new Error('not uploaded');
  return file;
}

/** Returns the ids of the linked files that the visitor sees, newest first. */
export const linkedIds = async (visitor: Visitor, id: number) =>
  (await visitor.call(containerFilesContract.files, { id })).body.files.map((file) => file.id);

/** Gives a container another order number, and `more` fields. */
export async function renumber(visitor: Visitor, id: number, container_no: string, more = {}): Promise<void> {
  const { name, pfi_date, ex_factory_date } = (await visitor.call(containersContract.find, { id })).body;
  const answer = await visitor.call(containersContract.update, {
    id,
    name,
    container_no,
    expected_date: pfi_date,
    ex_factory_date,
    ...more,
  });
  assert.equal(answer.status, 200, answer.raw.body);
}

/** Indexes all numbers as after an upgrade from a version whose numbers had the version `from`. */
export async function indexAgain(ctx: Context, from: string): Promise<void> {
  await ctx.db.updateTable('settings').set({ value: from }).where('name', '=', indexedSetting).execute();
  await indexStored(ctx, new AbortController().signal);
}
