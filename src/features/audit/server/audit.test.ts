import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { containerFilesContract } from '#features/container-files/container-files.contract.ts';
import { bulkContract } from '#features/containers/bulk/container-bulk.contract.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { containerImportContract } from '#features/containers/import/container-import.contract.ts';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { fileTypesContract } from '#features/file-types/file-types.contract.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import { versionsContract } from '#features/files/core/versions.contract.ts';
import { selectionContract } from '#features/files/list/selection.contract.ts';
import { trashContract } from '#features/files/trash/trash.contract.ts';
import { checklistContract } from '#features/papers/checklist.contract.ts';
import { passwordsContract } from '#features/passwords/passwords.contract.ts';
import { twoFactorContract } from '#features/passwords/two-factor.contract.ts';
import { permissionsContract } from '#features/permissions/permissions.contract.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import { teamsContract } from '#features/teams/teams.contract.ts';
import { usersContract } from '#features/users/users.contract.ts';
import { followAudit, isRecorded } from '#tests/audit.ts';
import {
  asAdmin,
  makeFileType,
  makeTeam,
  makeUser,
  password,
  signedIn,
  signedInAs,
  upload,
  signedInWith,
} from '#tests/make.ts';
import { adminPassword, useTestApp } from '#tests/test-app.ts';
import { begin, sendPiece } from '#tests/tus.ts';
import { turnOnTwoFactor } from '#tests/two-factor.ts';
import { Visitor } from '#tests/visitor.ts';
import { textInZip } from '#tests/zip.ts';
import { actNames } from '../audit-acts.texts.ts';
import { auditContract } from '../audit.contract.ts';
import { acts, onceWithinMs } from '../audit.rules.ts';
import type { Act } from '../audit.rules.ts';
import { recordAudit } from './audit.queries.ts';
import { sealAll } from './chain.service.ts';

const fresh = { new_password: 'a-crane-at-dusk-9', new_password_confirmation: 'a-crane-at-dusk-9' };

describe('the audit log records each action once, with user, action, object and address', () => {
  const app = useTestApp({ TRUST_PROXY: '127.0.0.1' });

  /** Returns the entries that were recorded during `work`. */
  const recorded = async (work: () => Promise<unknown>) => {
    const since = followAudit(app.ctx);
    await since();
    await work();
    return since();
  };
  const by = { user_id: 1, user_name: 'Administrator', address: '127.0.0.1' };
  const on = (id: number | null, name: string | null, detail: string | null = null) => ({
    thing_id: id,
    thing_name: name,
    detail,
  });

  test('signing in, failed sign-ins and signing out', async () => {
    const person = await makeUser(app, { role: 3, team: null, name: 'Ann' });
    const visitor = await new Visitor(app.app).prime();
    const attempt = (email: string, secret: string) =>
      visitor.send({
        method: 'POST',
        url: '/api/login',
        payload: { email, password: secret },
        headers: { 'x-forwarded-for': '203.0.113.9' },
      });
    const notSignedIn = { user_id: null, address: '203.0.113.9', ...on(null, null) };
    const typed = `  ${person.email.toUpperCase()}\u0007 `;
    assert.deepEqual(await recorded(() => attempt(typed, 'wrong')), [
      { ...notSignedIn, user_name: person.email, act: 'session.sign_in_failed' },
    ]);
    const ann = { user_id: person.id, user_name: 'Ann', address: '203.0.113.9' };
    assert.deepEqual(await recorded(() => attempt(person.email, password)), [
      { ...ann, act: 'session.signed_in', ...on(null, null) },
    ]);
    const elsewhere = await signedIn(app, person.email);
    const ended = await recorded(() => elsewhere.call(passwordsContract.endOtherSessions, {}));
    assert.deepEqual(ended, [{ ...ann, address: '127.0.0.1', act: 'session.ended', ...on(null, null) }]);
    assert.deepEqual(await recorded(() => elsewhere.call(sessionContract.logout, {})), [
      { ...ann, address: '127.0.0.1', act: 'session.signed_out', ...on(null, null) },
    ]);
  });

  test('teams and file types', async () => {
    const admin = await asAdmin(app);
    const kinds = [
      { acts: ['team.created', 'team.changed', 'team.deleted'], calls: teamsContract },
      { acts: ['file_type.created', 'file_type.changed', 'file_type.deleted'], calls: fileTypesContract },
    ];
    for (const { acts, calls } of kinds) {
      let id = 0;
      const created = await recorded(async () => ({ id } = (await admin.call(calls.create, { name: 'Quay' })).body));
      const changed = await recorded(() => admin.call(calls.update, { id, name: 'Pier', description: 'By the sea' }));
      const deleted = await recorded(() => admin.call(calls.remove, { id }));
      assert.deepEqual(
        [...created, ...changed, ...deleted],
        [
          { ...by, act: acts[0], ...on(id, 'Quay') },
          { ...by, act: acts[1], ...on(id, 'Pier', 'Name: Quay → Pier; Description: none → By the sea') },
          { ...by, act: acts[2], ...on(id, 'Pier') },
        ],
      );
    }
  });

  test('the file types that are expected of containers', async () => {
    const admin = await asAdmin(app);
    const { id } = (await admin.call(fileTypesContract.create, { name: 'Waybill' })).body;
    const done = await recorded(async () => {
      const rule = (await admin.call(checklistContract.add, { file_type_id: id, stage: 'received' })).body;
      await admin.call(checklistContract.remove, { id: rule.id });
    });
    const thing = on(id, 'Waybill', 'Before Received: All containers');
    assert.deepEqual(done, [
      { ...by, act: 'file_type.expected', ...thing },
      { ...by, act: 'file_type.not_expected', ...thing },
    ]);
  });

  test('users, their teams and roles, and their passwords', async () => {
    const admin = await asAdmin(app);
    const [team, other] = [await makeTeam(app, 'Cranes'), await makeTeam(app, 'Ships')];
    const secrets = { password: 'first-light-77', password_confirmation: 'first-light-77' };
    const form = { name: 'Bo', email: 'bo@example.com', teams_can_view: [other] };
    let id = 0;
    const act = async (work: () => Promise<unknown>) => (await recorded(work)).map(({ address: _, ...entry }) => entry);
    const who = { user_id: 1, user_name: 'Administrator' };
    const created = await act(async () => {
      ({ id } = (await admin.call(usersContract.register, { ...form, ...secrets, role_id: 3, team_id: team })).body);
    });
    const thing = on(id, 'Bo');
    assert.deepEqual(created, [
      { ...who, act: 'user.created', ...on(id, 'Bo', 'User; team: Cranes; can view: Ships') },
    ]);
    assert.deepEqual(await act(() => admin.call(usersContract.update, { ...form, id, teams_can_view: [team] })), [
      { ...who, act: 'user.views_changed', ...on(id, 'Bo', '+ Cranes, − Ships') },
    ]);
    assert.deepEqual(await act(() => admin.call(usersContract.update, { id, name: 'Bob', email: form.email })), [
      { ...who, act: 'user.changed', ...on(id, 'Bob', 'Name: Bo → Bob') },
    ]);
    assert.deepEqual(await act(() => admin.call(usersContract.update, { id, name: 'Bob', email: form.email })), []);
    await admin.call(usersContract.update, { id, name: 'Bo', email: form.email });
    assert.deepEqual(await act(() => admin.call(usersContract.changeRole, { id, role_id: 2 })), [
      { ...who, act: 'user.role_changed', ...on(id, 'Bo', 'User → Manager') },
    ]);
    assert.deepEqual(await act(() => admin.call(usersContract.changeTeam, { id, team_id: other })), [
      { ...who, act: 'user.team_changed', ...on(id, 'Bo', 'Cranes → Ships') },
    ]);
    const plain = [
      ['user.signed_out', usersContract.signOut],
      ['user.suspended', usersContract.suspend],
      ['user.reactivated', usersContract.reactivate],
    ] as const;
    for (const [name, call] of plain)
      assert.deepEqual(await act(() => admin.call(call, { id })), [{ ...who, act: name, ...thing }]);
    assert.deepEqual(await act(() => admin.call(passwordsContract.reset, { user_id: id, ...fresh })), [
      { ...who, act: 'user.password_reset', ...thing },
    ]);

    const bo = await signedInWith(app, form.email, fresh.new_password);
    const himself = { user_id: id, user_name: 'Bo', ...thing };
    const change = (current: string) => bo.call(passwordsContract.change, { current_password: current, ...fresh });
    assert.deepEqual(await act(() => change('guess')), [{ ...himself, act: 'user.password_change_failed' }]);
    assert.deepEqual(await act(() => change(fresh.new_password)), [{ ...himself, act: 'user.password_changed' }]);
    const forgot = { user_id: null, user_name: form.email, act: 'user.link_asked', ...on(null, null) };
    const stranger = await new Visitor(app.app).prime();
    assert.deepEqual(await act(() => stranger.call(passwordsContract.forgot, { email: form.email })), [forgot]);
    const token = 'a-token-that-nobody-else-has';
    const token_hash = createHash('sha256').update(token).digest('hex');
    const [created_at, expires_at] = [app.now(), new Date(app.now().getTime() + 60_000)].map((at) => at.toISOString());
    await app.ctx.db
      .insertInto('password_links')
      .values({ token_hash, user_id: id, created_at: created_at as string, expires_at: expires_at as string })
      .execute();
    assert.deepEqual(await act(() => stranger.call(passwordsContract.setByLink, { token, ...fresh })), [
      { ...himself, act: 'user.password_set_by_link' },
    ]);
    assert.deepEqual(await act(() => admin.call(usersContract.remove, { id })), [
      { ...who, act: 'user.deleted', ...thing },
    ]);
    for (const secret of [secrets.password, fresh.new_password, adminPassword, password, token])
      assert.equal(await isRecorded(app.ctx, secret), false);
  });

  test('two-factor sign-in', async () => {
    const admin = await asAdmin(app);
    const { visitor, id, name, email } = await signedInAs(app, { role: 3, team: 1 });
    let twoFactor!: Awaited<ReturnType<typeof turnOnTwoFactor>>;
    const code = (digits: string | undefined) => ({ code: digits as string });
    const entries = await recorded(async () => {
      await visitor.call(passwordsContract.confirm, { password: 'guess' });
      twoFactor = await turnOnTwoFactor(app, visitor);
      await visitor.call(sessionContract.logout, {});
      await visitor.prime();
      await visitor.signIn(email, password);
      await visitor.call(sessionContract.loginCode, code('121212'));
      await visitor.call(sessionContract.loginCode, code(twoFactor.recoveryCodes[0]));
      const proof = { current_password: password, ...code(twoFactor.recoveryCodes[1]) };
      await visitor.call(twoFactorContract.renewCodes, proof);
      await admin.call(usersContract.turnOffTwoFactor, { id });
    });
    assert.deepEqual(
      entries.map(({ user_id, act, thing_name }) => [user_id, act, thing_name]),
      [
        [id, 'user.confirmation_failed', name],
        [id, 'user.two_factor_on', name],
        [id, 'session.signed_out', null],
        [id, 'session.code_failed', null],
        [id, 'session.signed_in', null],
        [id, 'user.recovery_codes_made', name],
        [1, 'user.two_factor_off', name],
      ],
    );
    for (const secret of [twoFactor.secret, '121212', ...twoFactor.recoveryCodes])
      assert.equal(await isRecorded(app.ctx, secret), false);
  });

  test('permissions', async () => {
    const admin = await asAdmin(app);
    const cell = { module_id: 6, role_id: 3, can_view: 1 };
    const entries = await recorded(() => admin.call(permissionsContract.save, { permissions: [cell] }));
    assert.deepEqual(entries, [{ ...by, act: 'permissions.changed', ...on(1, null, 'User: Teams module on') }]);
  });

  test('files: uploaded, viewed, downloaded, changed, deleted and restored', async () => {
    const admin = await asAdmin(app);
    const [team, type] = [await makeTeam(app, 'Harbour'), await makeFileType(app, 'Plan')];
    const { visitor, id: userId, name: userName } = await signedInAs(app, { role: 2, team });
    const her = { user_id: userId, user_name: userName, address: '127.0.0.1' };
    let files: { id: number; filepath: string }[] = [];
    const uploaded = await recorded(async () => {
      files = await upload(visitor, type, { name: 'a.txt', bytes: 'a'.repeat(100) }, { name: 'b.txt' });
    });
    const [a, b] = files as [(typeof files)[0], (typeof files)[0]];
    assert.deepEqual(uploaded, [
      { ...her, act: 'file.uploaded', ...on(a.id, 'a.txt', 'Team: Harbour') },
      { ...her, act: 'file.uploaded', ...on(b.id, 'b.txt', 'Team: Harbour') },
    ]);
    const inPieces = await recorded(async () => {
      const url = await begin(visitor, 'c.txt', 4);
      await sendPiece(visitor, new URL(url, 'http://x').pathname, 0, Buffer.from('dock'));
    });
    assert.deepEqual(
      inPieces.map(({ act, thing_name }) => [act, thing_name]),
      [['file.uploaded', 'c.txt']],
    );

    const get = (query: string, headers: Record<string, string> = {}, method = 'GET') =>
      visitor.send({ method, url: `/storage/${a.filepath}${query}`, headers });
    const viewed = { ...her, act: 'file.viewed', ...on(a.id, 'a.txt') };
    const downloaded = { ...her, act: 'file.downloaded', ...on(a.id, 'a.txt') };
    assert.deepEqual(await recorded(() => get('', {}, 'HEAD')), []);
    const pieces = ['bytes=50-', 'bytes=0-9', 'bytes=10-19'];
    const read = () => Promise.all([get(''), ...pieces.map((range) => get('', { range }))]);
    assert.deepEqual(await recorded(read), [viewed]);
    assert.deepEqual(await recorded(() => get('')), []);
    app.setNow(new Date(app.now().getTime() + onceWithinMs));
    assert.deepEqual(await recorded(() => get('', { range: 'bytes=50-' })), [viewed]);

    assert.deepEqual(await recorded(() => get('?download=1')), [downloaded]);
    assert.deepEqual(await recorded(() => get('?download=1', { range: 'bytes=20-' })), []);
    assert.deepEqual(await recorded(() => get('?download=1')), [downloaded]);
    app.setNow(new Date(app.now().getTime() + onceWithinMs));
    // A download that leaves out the first byte is recorded as well.
    assert.deepEqual(await recorded(() => get('?download=1', { range: 'bytes=1-' })), [downloaded]);
    const zip = `/api/files/zip?ids=${a.id},${b.id}`;
    assert.deepEqual(
      (await recorded(() => visitor.send({ method: 'GET', url: zip }))).map(({ act, thing_id }) => [act, thing_id]),
      [a.id, b.id].map((id) => ['file.downloaded_in_zip', id]),
    );

    const update = (input: { filename?: string }, content?: string) =>
      visitor.call(
        filesContract.update,
        { id: a.id, _method: 'PUT', ...input },
        content ? [{ name: 'new.txt', bytes: content }] : [],
      );
    assert.deepEqual(await recorded(() => update({ filename: 'aa.txt' })), [
      { ...her, act: 'file.renamed', ...on(a.id, 'a.txt', 'a.txt → aa.txt') },
    ]);
    assert.deepEqual(await recorded(() => update({}, 'other')), [
      { ...her, act: 'file.replaced', ...on(a.id, 'aa.txt') },
    ]);
    const [version] = (await visitor.call(versionsContract.list, { id: a.id })).body;
    const back = await recorded(() =>
      visitor.call(versionsContract.restore, { id: a.id, version_id: version?.id as number }),
    );
    assert.deepEqual(
      back.map(({ act, thing_id }) => [act, thing_id]),
      [['file.version_restored', a.id]],
    );
    const [otherType, otherTeam] = [await makeFileType(app, 'Map'), await makeTeam(app, 'Docks')];
    const ids = [b.id];
    assert.deepEqual(await recorded(() => admin.call(selectionContract.changeType, { ids, file_type_id: otherType })), [
      { ...by, act: 'file.type_changed', ...on(b.id, 'b.txt', 'Plan → Map') },
    ]);
    assert.deepEqual(await recorded(() => admin.call(selectionContract.move, { ids, team_id: otherTeam })), [
      { ...by, act: 'file.moved', ...on(b.id, 'b.txt', 'Harbour → Docks') },
    ]);
    const trashed = { ...by, act: 'file.trashed', ...on(b.id, 'b.txt') };
    assert.deepEqual(await recorded(() => admin.call(selectionContract.trash, { ids })), [trashed]);
    assert.deepEqual(await recorded(() => admin.call(trashContract.restore, { id: b.id })), [
      { ...by, act: 'file.restored', ...on(b.id, 'b.txt') },
    ]);
    assert.deepEqual(await recorded(() => admin.call(filesContract.remove, { id: b.id })), [trashed]);
    // The clock has advanced since the last confirmation of the password.
    await admin.call(passwordsContract.confirm, { password: adminPassword });
    assert.deepEqual(await recorded(() => admin.call(trashContract.remove, { id: b.id })), [
      { ...by, act: 'file.purged', ...on(b.id, 'b.txt') },
    ]);
    // Lists and refused requests are not recorded.
    const { visitor: outsider } = await signedInAs(app, { role: 3, team: otherTeam });
    const idle = await recorded(async () => {
      await visitor.call(filesContract.overview, {});
      await visitor.call(sessionContract.currentUser, {});
      await outsider.send({ method: 'GET', url: `/storage/${a.filepath}` });
      await outsider.send({ method: 'DELETE', url: `/api/files/${a.id}` });
    });
    assert.deepEqual(idle, []);
  });

  test('containers', async () => {
    const admin = await asAdmin(app);
    const form = { name: 'Chairs', container_no: 'PO-1', expected_date: '2099-01-01', ex_factory_date: '2099-01-01' };
    let id = 0;
    const entries = await recorded(async () => {
      ({ id } = (await admin.call(containersContract.create, form)).body);
      await admin.call(containersContract.update, { id, ...form, name: 'Tables' });
      await admin.call(containersContract.changeStatus, { id, status: 'Delayed', delay_reason: 'Storm' });
      await admin.call(containersContract.changeStatus, { id, status: 'Received' });
      await admin.call(containersContract.remove, { id });
      await admin.call(containersContract.restore, { id });
    });
    const [before, after] = ['Chairs (PO-1)', 'Tables (PO-1)'];
    assert.deepEqual(entries, [
      { ...by, act: 'container.created', ...on(id, before, 'Not Received') },
      { ...by, act: 'container.changed', ...on(id, before, 'Name: Chairs → Tables') },
      { ...by, act: 'container.delayed', ...on(id, after, 'PFI: Storm') },
      { ...by, act: 'container.status_changed', ...on(id, after, 'Not Received → Received') },
      { ...by, act: 'container.deleted', ...on(id, after) },
      { ...by, act: 'container.restored', ...on(id, after) },
    ]);
    const moves = [{ field: 'eta' as const, date: '2099-01-02' }];
    const done = await recorded(async () => {
      const { body } = await admin.call(bulkContract.change, { ids: [id], moves });
      await admin.call(bulkContract.undo, { id: Number(body.bulk_id) });
      await admin.call(containerWorkContract.comment, { id, text: 'Called' });
      await admin.send({ method: 'GET', url: '/api/containers.csv?status=Received' });
      await admin.send({ method: 'GET', url: '/api/files.csv?search=bill' });
      await admin.send({ method: 'HEAD', url: '/api/files.csv?search=bill' });
      await admin.send({ method: 'GET', url: '/api/users.xlsx' });
    });
    assert.deepEqual(done, [
      { ...by, act: 'container.changed', ...on(id, after, 'ETA: none → 2099-01-02') },
      { ...by, act: 'container.bulk_undone', ...on(id, after) },
      { ...by, act: 'container.commented', ...on(id, after, 'Called') },
      { ...by, act: 'records.exported_containers', ...on(null, null, 'containers, status=Received') },
      { ...by, act: 'records.exported_files', ...on(null, null, 'search=bill') },
      { ...by, act: 'records.exported_users', ...on(null, null) },
    ]);
  });

  test('links of containers and files', async () => {
    const admin = await asAdmin(app);
    const [file] = await upload(admin, 1, { name: 'bill.pdf' });
    const form = { name: 'Lamps', container_no: 'PO-7', expected_date: '2099-01-01', ex_factory_date: '2099-01-01' };
    const { id } = (await admin.call(containersContract.create, form)).body;
    const file_id = file?.id as number;
    const done = await recorded(async () => {
      await admin.call(containerFilesContract.link, { id, file_ids: [file_id] });
      await admin.send({ method: 'GET', url: `/api/containers/${id}/dossier` });
      const { id: event_id } = (await admin.call(containerWorkContract.comment, { id, text: 'See' })).body;
      await admin.call(containerWorkContract.addDocuments, { id, event_id, file_ids: [file_id] });
      await admin.call(containerFilesContract.unlink, { id, file_id });
    });
    assert.deepEqual(done, [
      { ...by, act: 'file.linked', ...on(file_id, 'bill.pdf', 'Lamps (PO-7)') },
      { ...by, act: 'file.downloaded_in_zip', ...on(file_id, 'bill.pdf', 'Lamps (PO-7)') },
      { ...by, act: 'container.dossier_downloaded', ...on(id, 'Lamps (PO-7)') },
      { ...by, act: 'container.commented', ...on(id, 'Lamps (PO-7)', 'See') },
      { ...by, act: 'container.documents_added', ...on(id, 'Lamps (PO-7)', 'Commented') },
      { ...by, act: 'file.unlinked', ...on(file_id, 'bill.pdf', 'Lamps (PO-7)') },
    ]);
  });

  test('imports of containers', async () => {
    const admin = await asAdmin(app);
    const done = await recorded(async () => {
      const bytes = 'PO,PFI,Ex-Factory,Supplier\nPO-of-the-import,2099-01-01,2098-01-01,Hansa of the import';
      const { id } = (await admin.call(containerImportContract.read, {}, [{ name: 'list.csv', bytes }])).body;
      const columns = ['container_no', 'pfi_date', 'ex_factory_date', 'supplier_name'] as const;
      await admin.call(containerImportContract.run, { id, sheet: 0, columns: [...columns] });
      await admin.call(containerImportContract.undo, { id });
    });
    const label = 'PO-of-the-import (PO-of-the-import)';
    const [party, made] = done.map(({ thing_id }) => thing_id);
    assert.deepEqual(done, [
      { ...by, act: 'party.created', ...on(Number(party), 'Hansa of the import') },
      { ...by, act: 'container.created', ...on(Number(made), label, 'Not Received') },
      { ...by, act: 'container.imported', ...on(null, 'list.csv', '1 created, 0 changed') },
      { ...by, act: 'container.deleted', ...on(Number(made), label) },
      { ...by, act: 'container.import_undone', ...on(null, 'list.csv', '1 removed, 0 restored') },
    ]);
  });

  test('suppliers, customers and carriers', async () => {
    const admin = await asAdmin(app);
    const ids: number[] = [];
    const entries = await recorded(async () => {
      for (const name of ['Hansa', 'Hanza']) ids.push((await admin.call(partiesContract.add, { name })).body.id);
      await admin.call(partiesContract.rename, { id: ids[0] as number, name: 'Hansa AG' });
      await admin.call(partiesContract.rename, { id: ids[1] as number, name: 'Hansa AG' });
    });
    const [one, other] = ids as [number, number];
    assert.deepEqual(entries, [
      { ...by, act: 'party.created', ...on(one, 'Hansa') },
      { ...by, act: 'party.created', ...on(other, 'Hanza') },
      { ...by, act: 'party.changed', ...on(one, 'Hansa', 'Hansa → Hansa AG') },
      { ...by, act: 'party.merged', ...on(other, 'Hanza', 'Hanza → Hansa AG') },
    ]);
  });

  test('the export of the log', async () => {
    const admin = await asAdmin(app);
    const exported = await recorded(() => admin.send({ method: 'GET', url: '/api/audit.csv?act=file.moved' }));
    assert.deepEqual(exported, [{ ...by, act: 'records.exported_log', ...on(null, null, 'act=file.moved') }]);
  });
});

test('each action of the audit log is named in a test', async () => {
  const tests = await Array.fromAsync(glob('{src,tests}/**/*.test.ts'), (file) => readFile(file, 'utf8'));
  assert.deepEqual(
    acts.filter((act) => !tests.some((source) => source.includes(`'${act}'`))),
    [],
  );
});

describe('role 1 reads the audit log', () => {
  const app = useTestApp();
  const base = Date.parse('2026-11-20T09:00:00.000Z');
  const at = (minute: number) => new Date(base + minute * 60_000).toISOString();
  test('filtered by user, action, time and text', async () => {
    const admin = await asAdmin(app);
    const { db } = app.ctx;
    const find = async (filters: object) =>
      (await admin.call(auditContract.list, { to: at(60), ...filters })).body.entries.map(({ thing }) => thing.name);
    const [ann, bo] = [
      { id: 11, name: 'Ann Ö. Vik', address: '192.0.2.1' },
      { id: 12, name: 'Bo', address: '192.0.2.2' },
    ];
    await recordAudit({ tx: db, by: ann, at: at(0) }, 'file.viewed', { id: 1, name: 'one.pdf' });
    await recordAudit({ tx: db, by: bo, at: at(1) }, 'file.viewed', { id: 2, name: 'two 50%.pdf' });
    await recordAudit({ tx: db, by: ann, at: at(2) }, 'file.renamed', {
      id: 2,
      name: 'three_x.pdf',
      detail: 'from Malmö',
    });
    assert.deepEqual(await find({}), ['three_x.pdf', 'two 50%.pdf', 'one.pdf']);
    assert.deepEqual(await find({ user_id: 11 }), ['three_x.pdf', 'one.pdf']);
    assert.deepEqual(await find({ act: 'file.viewed' }), ['two 50%.pdf', 'one.pdf']);
    assert.deepEqual(await find({ from: at(1), to: at(2) }), ['two 50%.pdf']);
    assert.deepEqual(await find({ search: 'ÖNE' }), ['one.pdf']);
    assert.deepEqual(await find({ search: 'ann o' }), ['three_x.pdf', 'one.pdf']);
    assert.deepEqual(await find({ search: 'malmo' }), ['three_x.pdf']);
    assert.deepEqual(await find({ search: '%' }), ['two 50%.pdf']);
    assert.deepEqual(await find({ search: '192.0.2.2' }), ['two 50%.pdf']);
    assert.equal((await admin.call(auditContract.list, { act: 'nonsense' as Act })).status, 422);
    assert.equal((await admin.call(auditContract.list, { after: 'nowhere' })).status, 422);
  });

  test('page by page, without gaps or repetitions', async () => {
    const admin = await asAdmin(app);
    const things = [1, 2, 3, 4, 5].map((id) => ({ id, name: `${id}.pdf` }));
    await recordAudit(
      { tx: app.ctx.db, by: { id: 14, name: 'Cy', address: null }, at: at(70) },
      'file.viewed',
      ...things,
    );
    const seen: number[] = [];
    let after: string | undefined;
    do {
      const { entries, next } = (await admin.call(auditContract.list, { limit: 2, after })).body;
      seen.push(...entries.map(({ id }) => id));
      after = next ?? undefined;
    } while (after !== undefined);
    assert.equal(new Set(seen).size, seen.length);
    const { entries } = (await admin.call(auditContract.list, {})).body;
    assert.deepEqual(
      seen,
      entries.map(({ id }) => id),
    );
  });

  test('as CSV and as a workbook with the filtered entries, without formulas that a spreadsheet would run', async () => {
    const admin = await asAdmin(app);
    const { db } = app.ctx;
    const actor = { id: 13, name: '=HYPERLINK("http://x")', address: '192.0.2.3' };
    await recordAudit({ tx: db, by: actor, at: at(70) }, 'file.viewed', {
      id: 3,
      name: '@SUM(1,2).pdf',
      detail: '-2+3',
    });
    await sealAll(db);
    const response = await admin.send({ method: 'GET', url: '/api/audit.csv?user_id=13' });
    assert.equal(response.headers['content-type'], 'text/csv; charset=utf-8');
    assert.match(String(response.headers['content-disposition']), /^attachment; filename="Stowage audit log .*\.csv"/);
    const [heading, line, end] = response.body.split('\r\n');
    assert.match(heading ?? '', /^\ufeff"Number","Time \(UTC\)","Person",/);
    const { number, hash } = (await admin.call(auditContract.list, { user_id: 13 })).body.entries[0] ?? {};
    const cells = [
      number,
      at(70),
      `'=HYPERLINK(""http://x"")`,
      13,
      '192.0.2.3',
      actNames['file.viewed'],
      'file.viewed',
      "'@SUM(1,2).pdf",
      3,
      "'-2+3",
      hash,
    ];
    assert.equal(line, cells.map((cell) => `"${cell}"`).join(','));
    assert.equal(end, '');
    const workbook = await admin.send({ method: 'GET', url: '/api/audit.xlsx?user_id=13' });
    const sheet = textInZip(workbook.rawPayload, 'xl/worksheets/sheet1.xml');
    assert.equal(sheet.match(/<row /g)?.length, 2);
    for (const text of ['Time (UTC)', '@SUM(1,2).pdf', String(hash)]) assert.ok(sheet.includes(text), text);
  });

  test('also with an entry whose ids no user and no object can have', async () => {
    const admin = await asAdmin(app);
    await recordAudit({ tx: app.ctx.db, by: { id: 0, name: 'Nobody', address: null }, at: at(70) }, 'file.viewed', {
      id: 0,
      name: 'no such id.pdf',
    });
    const answer = await admin.call(auditContract.list, { search: 'no such id.pdf' });
    assert.equal(answer.status, 200);
    assert.deepEqual(
      answer.body.entries.map(({ user, thing }) => [user.id, thing.id]),
      [[0, 0]],
    );
  });

  test('other roles are refused', async () => {
    const manager = await signedInAs(app, { role: 2, team: 1 });
    assert.equal((await manager.visitor.call(auditContract.list, {})).status, 403);
    for (const url of ['/api/audit.csv', '/api/audit.xlsx'])
      assert.equal((await manager.visitor.send({ method: 'GET', url })).statusCode, 403);
  });
});
