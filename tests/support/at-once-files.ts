import assert from 'node:assert/strict';
import { containerFilesContract } from '#features/container-files/container-files.contract.ts';
import { fileTypesContract } from '#features/file-types/file-types.contract.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import { versionsContract } from '#features/files/core/versions.contract.ts';
import { trashContract } from '#features/files/trash/trash.contract.ts';
import { sampleContract } from '#features/sample/sample.contract.ts';
import { maxFileTypes } from '#shared/limits.ts';
import type { World, Write } from './at-once.ts';
import { makeContainer, makeFileType, replaceContent, upload } from './make.ts';
import { randomName } from './test-app.ts';
import type { Visitor } from './visitor.ts';

async function add({ ana }: World): Promise<number> {
  const [file] = await upload(ana, 1, { name: `${randomName()}.txt` });
  assert.ok(file);
  return file.id;
}

async function addTrashed(world: World): Promise<number> {
  const id = await add(world);
  assert.equal((await world.ana.call(filesContract.remove, { id })).status, 204);
  return id;
}

const eventsOf = ({ db }: World, file_id: number, what: string) =>
  db
    .selectFrom('file_events')
    .selectAll()
    .where('file_id', '=', file_id)
    .where('what', '=', what)
    .orderBy('id')
    .execute();

const countEvents = async (world: World, id: number, what: string) => (await eventsOf(world, id, what)).length;

const countPurged = async ({ db }: World, id: number) => {
  const purged = db.selectFrom('audit_entries').select('id').where('act', '=', 'file.purged');
  return (await purged.where('thing_id', '=', id).execute()).length;
};

export const writesOfFiles: Write[] = [
  {
    title: 'a file is moved to the trash twice',
    prepare: async (world) => {
      const id = await add(world);
      const remove = (visitor: Visitor) => () => visitor.call(filesContract.remove, { id });
      return { calls: [remove(world.ana), remove(world.ben)], read: () => countEvents(world, id, 'trashed') };
    },
    answers: [['204', '404 file.not_found']],
    leaves: 1,
  },
  {
    title: 'a file is restored from the trash twice',
    prepare: async (world) => {
      const id = await addTrashed(world);
      const restore = (visitor: Visitor) => () => visitor.call(trashContract.restore, { id });
      return { calls: [restore(world.ana), restore(world.ben)], read: () => countEvents(world, id, 'restored') };
    },
    answers: [['200', '404 file.not_in_trash']],
    leaves: 1,
  },
  {
    title: 'a file in the trash is deleted for good twice',
    prepare: async (world) => {
      const id = await addTrashed(world);
      const remove = (visitor: Visitor) => () => visitor.call(trashContract.remove, { id });
      return { calls: [remove(world.ana), remove(world.ben)], read: () => countPurged(world, id) };
    },
    answers: [['204', '404 file.not_in_trash']],
    leaves: 1,
  },
  {
    title: 'a file in the trash is restored and deleted for good',
    prepare: async (world) => {
      const id = await addTrashed(world);
      const calls = [
        () => world.ana.call(trashContract.restore, { id }),
        () => world.ben.call(trashContract.remove, { id }),
      ];
      const read = async () => {
        const file = await world.db.selectFrom('files').select('trashed_at').where('id', '=', id).executeTakeFirst();
        return (file === undefined) === ((await countPurged(world, id)) === 1);
      };
      return { calls, read };
    },
    answers: [
      ['200', '404 file.not_in_trash'],
      ['204', '404 file.not_in_trash'],
    ],
    leaves: true,
  },
  {
    title: 'a version of a file is restored twice',
    prepare: async (world) => {
      const id = await add(world);
      await replaceContent(world.ana, id, `later ${randomName()}`);
      const [version] = (await world.ana.call(versionsContract.list, { id })).body;
      const input = { id, version_id: Number(version?.id) };
      const restore = (visitor: Visitor) => () => visitor.call(versionsContract.restore, input);
      return {
        calls: [restore(world.ana), restore(world.ben)],
        read: () => countEvents(world, id, 'version_restored'),
      };
    },
    answers: [['200', '409 file.changed']],
    leaves: 1,
  },
  {
    title: 'a file gets two new contents',
    prepare: async (world) => {
      const id = await add(world);
      const replace = (visitor: Visitor, bytes: string) => () =>
        visitor.call(filesContract.update, { id, _method: 'PUT' }, [{ name: 'x', bytes }]);
      const calls = [replace(world.ana, `one ${randomName()}`), replace(world.ben, `two ${randomName()}`)];
      return { calls, read: async () => (await world.ana.call(versionsContract.list, { id })).body.length };
    },
    answers: [['200', '409 file.changed']],
    leaves: 1,
  },
  {
    title: 'a file gets two new names, and its history names each of them once',
    prepare: async (world) => {
      const id = await add(world);
      const rename = (visitor: Visitor, name: string) => () =>
        visitor.call(filesContract.update, { id, _method: 'PUT', filename: `${name} ${id}.txt` });
      const read = async () => {
        const [first, second] = await eventsOf(world, id, 'renamed');
        const file = world.db.selectFrom('files').select('filename').where('id', '=', id);
        const { filename } = await file.executeTakeFirstOrThrow();
        return first?.new_value === second?.old_value && second?.new_value === filename;
      };
      return { calls: [rename(world.ana, 'one'), rename(world.ben, 'two')], read };
    },
    answers: [['200', '200']],
    leaves: true,
  },
  {
    title: 'a file is linked to a container twice',
    prepare: async (world) => {
      const [fileId, id] = [await add(world), await makeContainer(world.app)];
      const link = (visitor: Visitor) => () => visitor.call(containerFilesContract.link, { id, file_ids: [fileId] });
      return { calls: [link(world.ana), link(world.ben)], read: () => countEvents(world, fileId, 'linked') };
    },
    answers: [['200', '200']],
    leaves: 1,
  },
  {
    title: 'a file is unlinked from a container twice',
    prepare: async (world) => {
      const [file_id, id] = [await add(world), await makeContainer(world.app)];
      await world.ana.call(containerFilesContract.link, { id, file_ids: [file_id] });
      const unlink = (visitor: Visitor) => () => visitor.call(containerFilesContract.unlink, { id, file_id });
      return { calls: [unlink(world.ana), unlink(world.ben)], read: () => countEvents(world, file_id, 'unlinked') };
    },
    answers: [['204', '404 container.file_not_linked']],
    leaves: 1,
  },
  {
    title: 'the last file type that fits is created twice',
    prepare: async ({ db, ana, ben }) => {
      const { types } = await db
        .selectFrom('file_types')
        .select((eb) => eb.fn.countAll<number>().as('types'))
        .executeTakeFirstOrThrow();
      const at = '2026-01-01T00:00:00.000Z';
      const rows = Array.from({ length: maxFileTypes - 1 - types }, () => {
        return { name: 'Filling', description: null, created_at: at };
      });
      await db.insertInto('file_types').values(rows).execute();
      const name = `Last ${randomName()}`;
      const create = (visitor: Visitor) => () => visitor.call(fileTypesContract.create, { name });
      const read = async () => {
        const made = await db.selectFrom('file_types').select('id').where('name', '=', name).execute();
        await db.deleteFrom('file_types').where('name', '=', 'Filling').execute();
        return made.length;
      };
      return { calls: [create(ana), create(ben)], read };
    },
    answers: [['201', '422 file_type.too_many']],
    leaves: 1,
  },
  {
    title: 'a file type is deleted twice',
    prepare: async ({ app, db, ana, ben }) => {
      const id = await makeFileType(app);
      const remove = (visitor: Visitor) => () => visitor.call(fileTypesContract.remove, { id });
      const entries = db.selectFrom('audit_entries').select('id').where('act', '=', 'file_type.deleted');
      const read = async () => (await entries.where('thing_id', '=', id).execute()).length;
      return { calls: [remove(ana), remove(ben)], read };
    },
    answers: [['204', '404 file_type.not_found']],
    leaves: 1,
  },
  {
    title: 'a file type is renamed twice, and the audit log names each name once',
    prepare: async ({ app, db, ana, ben }) => {
      const id = await makeFileType(app, 'Type before');
      const rename = (visitor: Visitor, name: string) => () => visitor.call(fileTypesContract.update, { id, name });
      const entries = db.selectFrom('audit_entries').select('detail').where('act', '=', 'file_type.changed');
      const read = async () => {
        const all = await entries.where('thing_id', '=', id).execute();
        return all.filter(({ detail }) => detail?.includes('Type before →')).length;
      };
      return { calls: [rename(ana, 'Type one'), rename(ben, 'Type two')], read };
    },
    answers: [['200', '200']],
    leaves: 1,
  },
];

/** In an empty product, in this order. */
export const writesOfSample: Write[] = [
  {
    title: 'the sample company is added twice',
    prepare: async ({ db, ana, ben }) => {
      const added = (visitor: Visitor) => () => visitor.call(sampleContract.add, {});
      const entries = db.selectFrom('audit_entries').select('id').where('act', '=', 'records.sample_added');
      return { calls: [added(ana), added(ben)], read: async () => (await entries.execute()).length };
    },
    answers: [['201', '409 sample.exists']],
    leaves: 1,
  },
  {
    title: 'the sample company is removed twice',
    prepare: async ({ db, ana, ben }) => {
      const remove = (visitor: Visitor) => () => visitor.call(sampleContract.remove, {});
      const entries = db.selectFrom('audit_entries').select('id').where('act', '=', 'records.sample_removed');
      return { calls: [remove(ana), remove(ben)], read: async () => (await entries.execute()).length };
    },
    answers: [['204', '404 sample.not_found']],
    leaves: 1,
  },
];
