import assert from 'node:assert/strict';
import { bulkContract } from '#features/containers/bulk/container-bulk.contract.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
import { markAllOverdue } from '#features/containers/server/core/container-overdue.service.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { asAdmin, makeTeam, makeUser } from './make.ts';
import type { TestApp } from './test-app.ts';
import type { Visitor } from './visitor.ts';

/** The acts of a test on one container. It shares no code with the product. */
export type ContainerHistory = {
  id: number;
  supplier_id: number | null;
  carrier_id: number | null;
  pol: string | null;
  pod: string | null;
  team_id: number | null;
  assignee_id: number | null;
  isDeleted: boolean;
  /** In the order of the acts. `on` is the day of the act. */
  acts: {
    what: 'received' | 'departed' | 'undeparted' | 'pfi' | 'ex_factory' | 'eta' | 'ata' | 'delay' | 'start';
    on: string;
    to?: string;
    kind?: string;
    cause?: string;
  }[];
};

/** A small generator with a seed, so that a failure can be repeated. Source: Park and Miller's minimal standard. */
function seeded(seed: number) {
  let state = seed;
  const next = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const pick = <Value>(values: readonly Value[]): Value => values[integer(0, values.length - 1)] as Value;
  return { next, integer, pick };
}

const firstDay = Date.UTC(2025, 9, 1);
/** The calendar day of an offset. */
const dayAt = (offset: number) => new Date(firstDay + offset * 86_400_000).toISOString().slice(0, 10);
const lastOffset = 300;

/** Lets `count` containers go through random histories of ten months, through the calls of the product. */
export async function makeHistories(app: TestApp, count: number, seed: number) {
  const random = seeded(seed);
  app.setNow(new Date(firstDay));
  const admin = await asAdmin(app);
  // The session lasts for all months.
  await app.ctx.db.updateTable('sessions').set({ remembered: 1, expires_at: '2099-01-01T00:00:00.000Z' }).execute();
  const teams = [await makeTeam(app), await makeTeam(app)];
  const people = await Promise.all([1, 2].map(() => makeUser(app, { role: 3, team: teams[0] ?? null })));
  const parties: number[] = [];
  for (const name of ['Alder', 'Birch', 'Cedar', 'Dogwood'])
    parties.push((await admin.call(partiesContract.add, { name })).body.id);
  const histories: ContainerHistory[] = [];
  const due: { offset: number; run: (admin: Visitor) => Promise<void> }[] = [];
  for (let index = 0; index < count; index += 1) planOne(random, { histories, due, teams, people, parties });
  for (let offset = 40; offset <= lastOffset; offset += 40)
    due.push({ offset, run: async () => crossOverdue(app, histories, dayAt(offset)) });
  let day = -1;
  for (const { offset, run } of due.toSorted((one, other) => one.offset - other.offset)) {
    if (offset !== day) {
      // Local hours from one to the last before midnight: the day of an act is that of the server.
      app.setNow(new Date(`${dayAt(offset)}T${random.pick(['01', '12', '23'])}:30:00`));
      day = offset;
    }
    await run(admin);
  }
  app.setNow(new Date(`${dayAt(lastOffset)}T12:00:00`));
  return { histories, teams, admin, from: '2025-10', to: '2026-07' };
}

type World = {
  histories: ContainerHistory[];
  due: { offset: number; run: (admin: Visitor) => Promise<void> }[];
  teams: number[];
  people: { id: number }[];
  parties: number[];
};

function planOne(random: ReturnType<typeof seeded>, { histories, due, teams, people, parties }: World): void {
  const start = random.integer(0, 150);
  const pfi = start + random.integer(20, 50);
  const exFactory = start + random.integer(5, 19);
  const receivedAt = pfi + random.integer(-8, 25);
  const one: ContainerHistory = {
    id: 0,
    supplier_id: random.pick([...parties, null]),
    carrier_id: random.pick(parties),
    pol: random.pick(['CNSHA', 'CNNGB', null]),
    pod: random.pick(['NLRTM', 'DEHAM']),
    team_id: random.pick([...teams, null]),
    assignee_id: random.pick([...people.map(({ id }) => id), null]),
    isDeleted: false,
    acts: [],
  };
  histories.push(one);
  const at = (offset: number, run: (admin: Visitor) => Promise<void>) => {
    if (offset <= lastOffset) due.push({ offset, run });
  };
  at(start, async (admin) => {
    const { supplier_id, carrier_id, pol, pod, team_id, assignee_id } = one;
    const values = { supplier_id, carrier_id, pol, pod, team_id, assignee_id };
    const eta = random.next() < 0.7 ? dayAt(pfi - 2) : undefined;
    const input = { ...values, eta, name: `C${histories.indexOf(one)}`, container_no: 'PO', expected_date: dayAt(pfi) };
    const made = await admin.call(containersContract.create, { ...input, ex_factory_date: dayAt(exFactory) });
    assert.equal(made.status, 201, made.raw.body);
    one.id = made.body.id;
    one.acts.push({ what: 'start', on: dayAt(start), kind: 'pfi', to: dayAt(pfi) });
    one.acts.push({ what: 'start', on: dayAt(start), kind: 'ex_factory', to: dayAt(exFactory) });
    if (eta) one.acts.push({ what: 'eta', on: dayAt(start), to: eta });
  });
  const move = (field: 'pfi' | 'ex_factory' | 'eta' | 'ata', offset: number, to: string, isUndone = false) =>
    at(offset, async (admin) => {
      const name = field === 'pfi' || field === 'ex_factory' ? (`${field}_date` as const) : field;
      const made = await admin.call(bulkContract.change, { ids: [one.id], moves: [{ field: name, date: to }] });
      assert.equal(made.status, 200, made.raw.body);
      if (isUndone && made.body.bulk_id !== null) await admin.call(bulkContract.undo, { id: made.body.bulk_id });
      else one.acts.push({ what: field, on: dayAt(offset), to });
    });
  for (let delays = random.integer(0, 3); delays > 0; delays -= 1) {
    const kind = random.pick(['pfi', 'ex_factory'] as const);
    const offset = random.integer(start + 1, receivedAt - 1);
    const to = random.next() < 0.6 ? dayAt((kind === 'pfi' ? pfi : exFactory) + random.integer(1, 20)) : undefined;
    const category = random.pick(['supplier', 'weather', 'carrier', undefined] as const);
    at(offset, async (admin) => {
      const input = { id: one.id, kind, reason: 'Rain', ...(category && { category }), ...(to && { new_date: to }) };
      const made = await admin.call(containerWorkContract.delay, input);
      assert.equal(made.status, 200, made.raw.body);
      one.acts.push({ what: 'delay', on: dayAt(offset), kind, cause: category ?? 'none' });
      if (to) one.acts.push({ what: kind, on: dayAt(offset), to });
    });
  }
  if (random.next() < 0.4) move('pfi', receivedAt - 1, dayAt(pfi + random.integer(-3, 9)));
  if (random.next() < 0.2) move('pfi', receivedAt - 1, dayAt(pfi + 99), true);
  const status = (offset: number, to: 'Received' | 'Departed', what: 'received' | 'departed' | 'undeparted') =>
    at(offset, async (admin) => {
      const made = await admin.call(containersContract.changeStatus, { id: one.id, status: to });
      assert.equal(made.status, 200, made.raw.body);
      one.acts.push({ what, on: dayAt(offset) });
    });
  if (random.next() < 0.15)
    at(receivedAt - 1, async (admin) => {
      const made = await admin.call(bulkContract.change, { ids: [one.id], status: 'Received' });
      assert.equal(made.status, 200, made.raw.body);
      assert.equal((await admin.call(bulkContract.undo, { id: made.body.bulk_id ?? 0 })).status, 200);
    });
  if (random.next() < 0.9) {
    status(receivedAt, 'Received', 'received');
    // A change of the date after the receipt does not change the figures of the receipt.
    if (random.next() < 0.3) move('pfi', receivedAt + 1, dayAt(receivedAt + 30));
    if (random.next() < 0.6) move('eta', receivedAt + 1, dayAt(pfi + random.integer(-4, 6)));
    if (random.next() < 0.7) move('ata', receivedAt + 2, dayAt(pfi + random.integer(-4, 9)));
    if (random.next() < 0.8) {
      const departedAt = receivedAt + random.integer(3, 9);
      status(departedAt, 'Departed', 'departed');
      if (random.next() < 0.2) {
        status(departedAt + 1, 'Received', 'undeparted');
        status(departedAt + 4, 'Departed', 'departed');
      }
    }
  }
  if (random.next() < 0.05)
    at(lastOffset, async (admin) => {
      assert.equal((await admin.call(containersContract.remove, { id: one.id })).status, 204);
      one.isDeleted = true;
    });
}

/** The server's own mark of containers whose date has passed, once for each date. */
async function crossOverdue(app: TestApp, histories: ContainerHistory[], today: string): Promise<void> {
  await markAllOverdue(app.ctx);
  for (const { id, acts } of histories) {
    if (id === 0 || acts.some(({ what }) => what === 'received')) continue;
    const date = acts.findLast(({ what, kind }) => what === 'pfi' || (what === 'start' && kind === 'pfi'))?.to ?? '';
    const isMarked = acts.some(({ cause, to }) => cause === 'overdue' && to === date);
    if (date < today && !isMarked) acts.push({ what: 'delay', on: today, kind: 'pfi', cause: 'overdue', to: date });
  }
}
