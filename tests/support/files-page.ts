import type { Locator, Page } from 'playwright-core';
import { insertFiles } from '#features/files/server/core/files.queries.ts';
import type { NewFile } from '#features/files/server/core/files.queries.ts';
import { makeFileType, makeTeam, makeUser } from '#tests/make.ts';
import { randomName } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';

export const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** A time zone in which it is about noon now, so that 'today' and 'yesterday' do not depend on the time of the run. */
function zoneWhereItIsNoon(now: Date): string {
  const ahead = 12 - now.getUTCHours();
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

export type FilesWorld = Awaited<ReturnType<typeof fillFilesWorld>>;

/**
 * 22 files: twelve invoices of Harbour from this morning, five documents of General from ever further back, and four
 * files of Finance that every sort order puts in another order.
 */
export async function fillFilesWorld(world: TestApp) {
  const now = new Date();
  const { db } = world.ctx;
  const describe = (table: 'teams' | 'file_types', id: number, description: string) =>
    db.updateTable(table).set({ description }).where('id', '=', id).execute();

  const general = 1;
  const document = 1;
  const admin = 1;
  const harbour = await makeTeam(world, 'Harbour');
  const finance = await makeTeam(world, 'Finance');
  await makeTeam(world, 'Quiet Quay');
  const invoice = await makeFileType(world, 'Invoice');
  const photo = await makeFileType(world, 'Photo');
  await makeFileType(world, 'Waybill');
  const retired = await makeFileType(world, 'Retired');
  await describe('file_types', invoice, 'Bills and receipts');
  await describe('teams', finance, 'Keeps the books');
  const ulf = await makeUser(world, { role: 3, team: harbour, name: 'Ulf Ordinary' });
  const magda = await makeUser(world, { role: 2, team: harbour, sees: [finance], name: 'Magda Keel' });
  const gerda = await makeUser(world, { role: 3, team: finance, name: 'Gerda Gone' });

  const agoMs = (days: number) => days * dayMs;
  const file = (filename: string, of: { team: number; type: number; by: number; ago: number; size?: number }) => ({
    filename,
    filepath: randomName(),
    file_type_id: of.type,
    team_id: of.team,
    user_id: of.by,
    size: of.size ?? 1000,
    sha256: '',
    media_type: 'text/plain',
    blob_key: randomName(),
    uploaded_at: new Date(now.getTime() - of.ago).toISOString(),
  });
  const insert = (...files: NewFile[]) => db.transaction().execute((tx) => insertFiles(tx, files));
  const invoices = Array.from({ length: 12 }, (_, index) =>
    file(`invoice ${index + 1}.pdf`, { team: harbour, type: invoice, by: ulf.id, ago: (index + 1) * 10 * minuteMs }),
  );
  const ofGeneral = { team: general, type: document, by: admin };
  await insert(
    ...invoices,
    file('yesterday.txt', { ...ofGeneral, ago: 20 * hourMs, size: 5_000_000 }),
    file('three days.txt', { ...ofGeneral, ago: agoMs(3) }),
    file('three weeks.txt', { ...ofGeneral, ago: agoMs(21) }),
    file('half a year.txt', { ...ofGeneral, ago: agoMs(183) }),
    file('two years.txt', { ...ofGeneral, ago: agoMs(731) }),
    file('', { team: harbour, type: photo, by: magda.id, ago: agoMs(2) }),
    file('Budget 10.xlsx', { team: finance, type: document, by: magda.id, ago: agoMs(9), size: 100 }),
    file('crane.jpg', { team: finance, type: photo, by: gerda.id, ago: agoMs(10), size: 300 }),
    file('Budget 9.xlsx', { team: finance, type: invoice, by: magda.id, ago: agoMs(11), size: 200 }),
    file('old form.doc', { team: finance, type: retired, by: gerda.id, ago: agoMs(40), size: 5000 }),
  );
  await db.deleteFrom('file_types').where('id', '=', retired).execute();
  await db.updateTable('users').set({ deleted_at: now.toISOString() }).where('id', '=', gerda.id).execute();
  return { now, zone: zoneWhereItIsNoon(now), finance, invoice, retired, ulf, magda, file, insert };
}

/** Inserts a file for one test to change. Its group and its age keep it out of the other tests' way. */
export const addFile = ({ insert, file, invoice }: FilesWorld, name: string) =>
  insert(file(name, { team: 1, type: invoice, by: 1, ago: 900 * dayMs }));

/** Waits until the files page shows its groups, or that there are none. */
export const isLoaded = async (on: Page) => {
  await on.getByRole('heading', { name: 'Files & Documents' }).waitFor();
  await on
    .getByRole('button', { name: / \d+ files?$/ })
    .or(on.getByText('No files found'))
    .first()
    .waitFor();
};
/** The rows of files on a page, or in a part of it. */
export const rows = (of: Page | Locator) => {
  const view = ('page' in of ? of.page() : of).getByRole('link', { name: 'View' });
  return of.getByRole('listitem').filter({ has: view });
};

/** The row of the file with this name. */
export const rowOf = (page: Page, name: string) => rows(page).filter({ has: page.getByText(name, { exact: true }) });
export const groupNames = async (page: Page) =>
  (await page.getByRole('heading', { level: 2 }).allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
