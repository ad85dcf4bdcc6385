import assert from 'node:assert/strict';
import { bulkContract } from '#features/containers/bulk/container-bulk.contract.ts';
import { cellsContract } from '#features/containers/cells/container-cells.contract.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { containerImportContract } from '#features/containers/import/container-import.contract.ts';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { checklistContract } from '#features/papers/checklist.contract.ts';
import type { World, Write } from './at-once.ts';
import { enterContainer } from './containers.ts';
import { makeContainer, makeFileType } from './make.ts';
import { randomName } from './test-app.ts';
import type { Visitor } from './visitor.ts';

const rowsOfList = 30;

/** Reads a list of new containers as one of the callers, and checks its rows. */
async function readList(visitor: Visitor, list: string) {
  const read = await visitor.call(containerImportContract.read, {}, [{ name: 'list.csv', bytes: list }]);
  assert.equal(read.status, 201, read.raw.body);
  const columns = read.body.sheets[0]?.columns.map(({ field }) => field) ?? [];
  const choices = { id: read.body.id, sheet: 0, columns };
  return { choices, preview: (await visitor.call(containerImportContract.check, choices)).body.preview };
}

function newList() {
  const name = `List ${randomName()}`;
  const row = (_: unknown, index: number) => `${name} ${index},PO-${index}-${randomName()},2099-02-01,2099-01-01`;
  const heading = 'Container Name,Order Number,PFI Date,Ex-Factory Date';
  return { name, list: [heading, ...Array.from({ length: rowsOfList }, row)].join('\n') };
}

const countContainers = async ({ db }: World, name: string) =>
  (await db.selectFrom('containers').select('id').where('name', 'like', `${name}%`).execute()).length;

const countEvents = async ({ db }: World, container_id: number, what: string) => {
  const events = db.selectFrom('container_events').select('id').where('container_id', '=', container_id);
  return (await events.where('what', '=', what).execute()).length;
};

const importRuns = (title: string, { callers, hasPreview }: { callers: number; hasPreview: boolean }): Write => ({
  title,
  prepare: async (world) => {
    const { name, list } = newList();
    const calls = [];
    for (let caller = 0; caller < callers; caller += 1) {
      const visitor = caller % 2 === 0 ? world.ana : world.ben;
      const { choices, preview } = await readList(visitor, list);
      const input = hasPreview ? { ...choices, preview } : choices;
      calls.push(() => visitor.call(containerImportContract.run, input));
    }
    return { calls, read: () => countContainers(world, name) };
  },
  answers: [
    [
      '200',
      ...Array.from({ length: callers - 1 }, () => (hasPreview ? '409 container.changed' : '422 import.nothing')),
    ],
  ],
  leaves: rowsOfList,
});

export const writesOfContainers: Write[] = [
  importRuns('two people import the list that both have checked', { callers: 2, hasPreview: true }),
  importRuns('two people import a list without the result of a check', { callers: 2, hasPreview: false }),
  importRuns('four callers import the same list', { callers: 4, hasPreview: true }),
  {
    title: 'an import is run twice',
    prepare: async (world) => {
      const { name, list } = newList();
      const { choices } = await readList(world.ana, list);
      const run = () => world.ana.call(containerImportContract.run, choices);
      return { calls: [run, run], read: () => countContainers(world, name) };
    },
    answers: [['200', '409 import.done']],
    leaves: rowsOfList,
  },
  {
    title: 'two administrators undo an import',
    prepare: async (world) => {
      const { name, list } = newList();
      const { choices } = await readList(world.ana, list);
      await world.ana.call(containerImportContract.run, choices);
      const undo = (visitor: Visitor) => () => visitor.call(containerImportContract.undo, { id: choices.id });
      const deleted = () => world.db.selectFrom('audit_entries').select('id').where('act', '=', 'container.deleted');
      const read = async () => (await deleted().where('thing_name', 'like', `${name}%`).execute()).length;
      return { calls: [undo(world.ana), undo(world.ben)], read };
    },
    answers: [['200', '404 import.not_found']],
    leaves: rowsOfList,
  },
  {
    title: 'a container is edited while its import is undone',
    prepare: async ({ db, ana, ben }) => {
      const { name, list } = newList();
      const { choices } = await readList(ana, list);
      await ana.call(containerImportContract.run, choices);
      const made = await db
        .selectFrom('containers')
        .selectAll()
        .where('name', 'like', `${name}%`)
        .orderBy('id')
        .execute();
      const last = made.at(-1);
      assert.ok(last);
      const { id, container_no, pfi_date, ex_factory_date } = last;
      const edited = { id, name: `Edited ${name}`, container_no, expected_date: pfi_date, ex_factory_date };
      const calls = [
        () => ana.call(containerImportContract.undo, { id: choices.id }),
        () => ben.call(containersContract.update, edited),
      ];
      const read = async () => {
        const rows = db.selectFrom('containers').select(['name', 'deleted_at']).where('id', '=', id);
        const row = await rows.executeTakeFirstOrThrow();
        return (row.deleted_at === null) === (row.name === edited.name);
      };
      return { calls, read };
    },
    answers: [
      ['200', '200'],
      ['200', '404 container.not_found'],
      ['200', '409 container.changed'],
    ],
    leaves: true,
  },
  {
    title: 'two containers with one order number are created',
    prepare: async (world) => {
      const number = `PO-${randomName()}`;
      const input = {
        name: `Pair ${number}`,
        container_no: number,
        expected_date: '2099-02-01',
        ex_factory_date: '2099-01-01',
      };
      const create = (visitor: Visitor) => () => visitor.call(containersContract.create, input);
      return { calls: [create(world.ana), create(world.ben)], read: () => countContainers(world, input.name) };
    },
    answers: [['201', '201']],
    leaves: 2,
  },
  {
    title: 'a container is deleted twice',
    prepare: async (world) => {
      const { id } = await enterContainer(world.ana, {});
      const remove = (visitor: Visitor) => () => visitor.call(containersContract.remove, { id });
      return { calls: [remove(world.ana), remove(world.ben)], read: () => countEvents(world, id, 'deleted') };
    },
    answers: [['204', '404 container.not_found']],
    leaves: 1,
  },
  {
    title: 'a container is restored twice',
    prepare: async (world) => {
      const id = await makeContainer(world.app, { isTrashed: true });
      const restore = (visitor: Visitor) => () => visitor.call(containersContract.restore, { id });
      return { calls: [restore(world.ana), restore(world.ben)], read: () => countEvents(world, id, 'restored') };
    },
    answers: [['200', '404 container.not_in_trash']],
    leaves: 1,
  },
  {
    title: 'two people change the containers that both have seen in a preview',
    prepare: async (world) => {
      const { id, version } = await enterContainer(world.ana, {});
      const input = { ids: [id], set: { vessel: 'Freya' }, versions: [{ id, version }] };
      const change = (visitor: Visitor) => () => visitor.call(bulkContract.change, input);
      return { calls: [change(world.ana), change(world.ben)], read: () => countEvents(world, id, 'vessel') };
    },
    answers: [['200', '409 container.changed']],
    leaves: 1,
  },
  {
    title: 'two people change a cell of a row that both have read',
    prepare: async (world) => {
      const { id, version } = await enterContainer(world.ana, {});
      const change = (visitor: Visitor, vessel: string) => () =>
        visitor.call(cellsContract.change, { rows: [{ id, version, values: { vessel } }] });
      const calls = [change(world.ana, 'Freya'), change(world.ben, 'Aurora')];
      return { calls, read: () => countEvents(world, id, 'vessel') };
    },
    answers: [['200', '409 container.changed']],
    leaves: 1,
  },
  {
    title: 'a bulk change is undone twice',
    prepare: async (world) => {
      const { id } = await enterContainer(world.ana, {});
      const made = await world.ana.call(bulkContract.change, { ids: [id], set: { vessel: 'Freya' } });
      const undo = () => world.ana.call(bulkContract.undo, { id: Number(made.body.bulk_id) });
      return { calls: [undo, undo], read: () => countEvents(world, id, 'vessel') };
    },
    answers: [['200', '404 container.no_undo']],
    leaves: 2,
  },
  {
    title: 'a supplier is added in two spellings',
    prepare: async ({ db, ana, ben }) => {
      const name = `Acme ${randomName()}`;
      const add = (visitor: Visitor, spelling: string) => () => visitor.call(partiesContract.add, { name: spelling });
      const found = () =>
        db
          .selectFrom('parties')
          .select('id')
          .where((eb) => eb.fn('lower', ['name']), 'like', `${name.toLowerCase()}%`);
      return {
        calls: [add(ana, name), add(ben, `${name.toUpperCase()}.`)],
        read: async () => (await found().execute()).length,
      };
    },
    answers: [['200', '200']],
    leaves: 1,
  },
  {
    title: 'a supplier is merged into another one twice',
    prepare: async ({ db, ana, ben }) => {
      const [one, other] = [`Left ${randomName()}`, `Right ${randomName()}`];
      const { id } = (await ana.call(partiesContract.add, { name: one })).body;
      await ana.call(partiesContract.add, { name: other });
      const merge = (visitor: Visitor) => () => visitor.call(partiesContract.rename, { id, name: other });
      const left = () => db.selectFrom('parties').select('name').where('name', 'in', [one, other]).execute();
      return { calls: [merge(ana), merge(ben)], read: async () => (await left()).length };
    },
    answers: [['200', '404 party.not_found']],
    leaves: 1,
  },
  {
    title: 'a document is expected of a supplier that is merged into another one',
    prepare: async ({ app, db, ana, ben }) => {
      const name = `Right ${randomName()}`;
      const { id } = (await ana.call(partiesContract.add, { name: `Left ${randomName()}` })).body;
      const target = (await ana.call(partiesContract.add, { name })).body;
      const file_type_id = await makeFileType(app);
      const rule = { file_type_id, stage: 'received' as const, party_id: id };
      const answers: number[] = [];
      const calls = [
        () => ana.call(partiesContract.rename, { id, name }),
        async () => {
          const answer = await ben.call(checklistContract.add, rule);
          answers.push(answer.status);
          return answer;
        },
      ];
      const rules = () => db.selectFrom('checklist').select('party_id').where('file_type_id', '=', file_type_id);
      const read = async () => {
        const expected = answers[0] === 201 ? [target.id] : [];
        const left = (await rules().execute()).map(({ party_id }) => party_id);
        return JSON.stringify(left) === JSON.stringify(expected);
      };
      return { calls, read };
    },
    answers: [
      ['200', '201'],
      ['200', '422 party.unknown'],
    ],
    leaves: true,
  },
  {
    title: 'a document is expected of all containers twice',
    prepare: async ({ app, db, ana, ben }) => {
      const file_type_id = await makeFileType(app);
      const add = (visitor: Visitor) => () => visitor.call(checklistContract.add, { file_type_id, stage: 'received' });
      const rules = () => db.selectFrom('checklist').select('id').where('file_type_id', '=', file_type_id);
      return { calls: [add(ana), add(ben)], read: async () => (await rules().execute()).length };
    },
    answers: [['201', '409 checklist.exists']],
    leaves: 1,
  },
  {
    title: 'an expected document is removed twice',
    prepare: async ({ app, db, ana, ben }) => {
      const file_type_id = await makeFileType(app);
      const { id } = (await ana.call(checklistContract.add, { file_type_id, stage: 'received' })).body;
      const remove = (visitor: Visitor) => () => visitor.call(checklistContract.remove, { id });
      const entries = db.selectFrom('audit_entries').select('id').where('act', '=', 'file_type.not_expected');
      const read = async () => (await entries.where('thing_id', '=', file_type_id).execute()).length;
      return { calls: [remove(ana), remove(ben)], read };
    },
    answers: [['204', '404 checklist.not_found']],
    leaves: 1,
  },
  {
    title: 'the last two views that a user may save are three',
    prepare: async ({ db, ana }) => {
      const { body } = await ana.call(containerWorkContract.views, {});
      for (const { id } of body) await ana.call(containerWorkContract.removeView, { id });
      const save = () => ana.call(containerWorkContract.saveView, { name: 'View' });
      for (let view = 0; view < 99; view += 1) await save();
      const views = () => db.selectFrom('saved_views').select('id').where('name', '=', 'View');
      return { calls: [save, save], read: async () => (await views().execute()).length };
    },
    answers: [['201', '422 container.too_many_views']],
    leaves: 100,
  },
];
