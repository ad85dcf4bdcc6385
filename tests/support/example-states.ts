import { calendarsContract } from '#features/calendars/calendars.contract.ts';
import { containerFilesContract } from '#features/container-files/container-files.contract.ts';
import { bulkContract } from '#features/containers/bulk/container-bulk.contract.ts';
import { containerImportContract } from '#features/containers/import/container-import.contract.ts';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import { versionsContract } from '#features/files/core/versions.contract.ts';
import { checklistContract } from '#features/papers/checklist.contract.ts';
import { passwordsContract } from '#features/passwords/passwords.contract.ts';
import { twoFactorContract } from '#features/passwords/two-factor.contract.ts';
import { permissionsContract } from '#features/permissions/permissions.contract.ts';
import { tokensContract } from '#features/tokens/tokens.contract.ts';
import { invitationsContract } from '#features/users/invitations.contract.ts';
import { usersImportContract } from '#features/users/users-import.contract.ts';
import { webhooksContract } from '#features/webhooks/webhooks.contract.ts';
import { extractStored } from './extraction.ts';
import { readFixture } from './fixtures.ts';
import {
  makeContainer,
  makeFileType,
  makeTeam,
  makeUser,
  password,
  replaceContent,
  signedInAs,
  upload,
} from './make.ts';
import { randomName } from './test-app.ts';
import type { TestApp } from './test-app.ts';
import { begin, sendPiece } from './tus.ts';
import { codeAt, nextCode, turnOnTwoFactor } from './two-factor.ts';
import { Visitor } from './visitor.ts';

type Values = Record<string, string | number>;

/** The values of some variables of an example, and its caller if that is not the administrator. */
type State = { values: Values; caller?: Visitor };

/** The content of `containers.csv` and `users.csv`. */
export const containerRows = 'Name,Order Number,PFI Date,Ex-Factory Date\nSpring,PO-1,2026-12-01,2026-12-15\n';
const importedColumns = ['name', 'container_no', 'pfi_date', 'ex_factory_date'] as const;
export const userRows = 'Name,Email\nAnn Baker,ann.baker@example.com\n';

/** Makes the records that the examples of the API page are about. Each call makes new ones. */
export function exampleStates(app: TestApp, admin: Visitor) {
  const makePerson = async () => {
    const { visitor, email, id } = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    return { caller: visitor, id, values: { EMAIL: email, PASSWORD: password } };
  };
  const store = async (name = 'stored.txt', bytes: Buffer | string = randomName()) => {
    const [file] = await upload(admin, 1, { name, bytes });
    if (!file) throw new Error(`${name} was not stored`);
    return file;
  };
  const invite = async () => {
    const invited = { name: 'Invited', email: `${randomName()}@example.com`, role_id: 3, team_id: 1 };
    return (await admin.call(invitationsContract.invite, invited)).body.user.id;
  };
  const beginUpload = async () => {
    const url = await begin(admin, 'report.pdf', containerRows.length);
    return { url, id: url.split('/').at(-1) ?? '' };
  };
  const readRows = async () => {
    const answer = await admin.call(containerImportContract.read, {}, [
      { name: 'containers.csv', bytes: containerRows },
    ]);
    return answer.body.id;
  };
  const importUser = async () => {
    const row = { row: 2, name: 'Cora', email: `${randomName()}@example.com`, role: 'User' };
    return (await admin.call(usersImportContract.run, { rows: [row], team_id: 1 })).body;
  };
  const makeWebhook = async () => {
    const made = { name: 'ERP', url: 'https://1.1.1.1/', events: ['file.stored' as const] };
    return (await admin.call(webhooksContract.create, made)).body.id;
  };
  const linkedFile = async () => {
    const [CONTAINER_ID, { id: FILE_ID }] = [await makeContainer(app), await store()];
    await admin.call(containerFilesContract.link, { id: CONTAINER_ID, file_ids: [FILE_ID] });
    return { CONTAINER_ID, FILE_ID };
  };

  const makeCalendar = async () => (await admin.call(calendarsContract.create, { view_id: null })).body.path;

  /** Makes a record and returns the value of its variable. */
  const records: Record<string, () => string | number | Promise<string | number>> = {
    NEW_PASSWORD: () => 'crane 42 in the harbour',
    USER_ID: async () => (await makeUser(app, { role: 3, team: await makeTeam(app) })).id,
    TEAM_ID: () => makeTeam(app),
    FILE_TYPE_ID: () => makeFileType(app),
    FILE_ID: async () => (await store()).id,
    FILEPATH: async () => (await store()).filepath,
    UPLOAD_ID: async () => (await beginUpload()).id,
    CONTAINER_ID: () => makeContainer(app),
    VIEW_ID: async () => (await admin.call(containerWorkContract.saveView, { name: 'Mine' })).body.id,
    IMPORT_ID: readRows,
    PARTY_ID: async () => (await admin.call(partiesContract.add, { name: `Party ${randomName()}` })).body.id,
    RULE_ID: async () => {
      const file_type_id = await makeFileType(app);
      return (await admin.call(checklistContract.add, { file_type_id, stage: 'departed' })).body.id;
    },
    MODULE_ID: async () => (await admin.call(permissionsContract.list, {})).body.modules[0]?.id ?? 0,
    SAVE_ID: async () => {
      await admin.call(permissionsContract.save, { permissions: [{ module_id: 2, role_id: 3, can_view: 1 }] });
      return (await admin.call(permissionsContract.history, {})).body[0]?.id ?? 0;
    },
    // The example of the choices may have turned notifications off.
    NOTIFICATION_ID: async () => {
      const row = { user_id: 1, title: 'Notice', message: 'x', link: null, created_at: app.now().toISOString() };
      return (await app.ctx.db.insertInto('notifications').values(row).returning('id').executeTakeFirstOrThrow()).id;
    },
    BULK_ID: async () => {
      const change = { ids: [await makeContainer(app)], moves: [{ field: 'pfi_date' as const, days: 1 }] };
      return (await admin.call(bulkContract.change, change)).body.bulk_id ?? 0;
    },
    TOKEN_ID: async () =>
      (await admin.call(tokensContract.create, { name: 'Scanner', can_write: true, areas: ['files'], days: 1 })).body
        .id,
    PASSKEY_ID: async () => {
      const key = { name: 'Phone', credential_id: randomName(), public_key: '', counter: 0, transports: '' };
      const row = { ...key, user_id: 1, created_at: app.now().toISOString() };
      return (await app.ctx.db.insertInto('passkeys').values(row).returning('id').executeTakeFirstOrThrow()).id;
    },
    // No message is sent to it, because these tests run no job.
    WEBHOOK_URL: () => 'https://1.1.1.1/',
    WEBHOOK_ID: makeWebhook,
    CALENDAR_KEY: async () => (await makeCalendar()).split('key=')[1] ?? '',
    SESSION_ID: async () =>
      (await admin.call(passwordsContract.sessions, {})).body.find(({ current }) => !current)?.id ?? '',
  };

  const inTrash = async () => {
    const { id } = await store();
    await admin.call(filesContract.remove, { id });
    return { values: { FILE_ID: id } };
  };
  const extracted = (name: string) => async () => {
    const { id } = await store(name, readFixture(name));
    await extractStored(app);
    return { values: { FILE_ID: id } };
  };
  const withCalendar = async () => {
    await makeCalendar();
    return { values: {} };
  };
  const withTwoFactor = async () => {
    const { caller, values, id } = await makePerson();
    const { secret } = await turnOnTwoFactor(app, caller);
    return { caller, values: { ...values, USER_ID: id, CODE: nextCode(app, secret) } };
  };

  /** The calls that need more than a new record for each variable. */
  const states: Record<string, () => Promise<State>> = {
    'POST /api/login': makePerson,
    'POST /api/login/code': async () => {
      const { values } = await withTwoFactor();
      const caller = new Visitor(app.app);
      await caller.signIn(values.EMAIL, password);
      return { caller, values };
    },
    'POST /api/logout': makePerson,
    'POST /api/change-password': makePerson,
    'POST /api/confirm-password': makePerson,
    'POST /api/forgot-password': makePerson,
    'POST /api/reset-password': async () => ({ values: { RESET_TOKEN: (await importUser()).links[0]?.token ?? '' } }),
    'DELETE /api/sessions': makePerson,
    'DELETE /api/sessions/:id': async () => {
      const { caller } = await makePerson();
      const { body } = await caller.call(passwordsContract.sessions, {});
      return { caller, values: { SESSION_ID: body[0]?.id ?? '' } };
    },
    'PUT /api/calendar': withCalendar,
    'DELETE /api/calendar': withCalendar,
    'POST /api/two-factor/begin': makePerson,
    'POST /api/two-factor/enable': async () => {
      const { caller, values } = await makePerson();
      const { secret } = (await caller.call(twoFactorContract.begin, { current_password: password })).body;
      return { caller, values: { ...values, CODE: codeAt(secret, app.now()) } };
    },
    'POST /api/two-factor/recovery-codes': withTwoFactor,
    'POST /api/two-factor/disable': withTwoFactor,
    'POST /api/users/:id/turn-off-two-factor': async () => ({ values: (await withTwoFactor()).values }),
    'POST /api/invitations/:id/send': async () => ({ values: { INVITED_ID: await invite() } }),
    'DELETE /api/invitations/:id': async () => ({ values: { INVITED_ID: await invite() } }),
    'POST /api/users/imports/:id/undo': async () => {
      await importUser();
      const { body: imports } = await admin.call(usersImportContract.list, {});
      return { values: { IMPORT_ID: imports[0]?.id ?? 0 } };
    },
    'POST /api/users/:id/reactivate': async () => {
      const USER_ID = (await makeUser(app, { role: 3, team: await makeTeam(app) })).id;
      await admin.send({ method: 'POST', url: `/api/users/${USER_ID}/suspend` });
      return { values: { USER_ID } };
    },
    'PATCH /api/uploads/:id': async () => ({ values: { UPLOAD_ID: (await beginUpload()).id } }),
    'GET /api/uploads/:id/file': async () => {
      const { url, id } = await beginUpload();
      await sendPiece(admin, url, 0, Buffer.from(containerRows));
      return { values: { UPLOAD_ID: id } };
    },
    'POST /api/trash/:id/restore': inTrash,
    'DELETE /api/trash/:id': inTrash,
    'POST /api/files/restore': inTrash,
    'POST /api/files/:id/versions/:version_id/restore': async () => {
      const { id } = await store();
      await replaceContent(admin, id, 'newer');
      const { body: versions } = await admin.call(versionsContract.list, { id });
      return { values: { FILE_ID: id, VERSION_ID: versions.at(-1)?.id ?? 0 } };
    },
    'GET /api/files/:id/thumbnail': extracted('damage-report.png'),
    'GET /api/files/:id/page': extracted('invoice.docx'),
    'POST /api/containers/:id/restore': async () => ({
      values: { CONTAINER_ID: await makeContainer(app, { isTrashed: true }) },
    }),
    'DELETE /api/containers/:id/files/:file_id': async () => ({ values: await linkedFile() }),
    'POST /api/containers/:id/history/:event_id/files': async () => {
      const values = await linkedFile();
      const { body } = await admin.call(containerWorkContract.comment, { id: values.CONTAINER_ID, text: 'Seen' });
      return { values: { ...values, EVENT_ID: body.id } };
    },
    'GET /api/containers/imports/:id/left-out.xlsx': async () => {
      const id = await readRows();
      await admin.call(containerImportContract.saveDraft, { id, sheet: 0, columns: [...importedColumns] });
      return { values: { IMPORT_ID: id } };
    },
    'POST /api/webhooks/:id/messages/:message/replay': async () => {
      const id = await makeWebhook();
      await admin.call(webhooksContract.test, { id });
      const { messages } = (await admin.call(webhooksContract.messages, { id })).body;
      return { values: { WEBHOOK_ID: id, MESSAGE_ID: messages[0]?.id ?? 0 } };
    },
    'POST /api/containers/imports/:id/undo': async () => {
      const id = await readRows();
      await admin.call(containerImportContract.run, { id, sheet: 0, columns: [...importedColumns] });
      const { body: imports } = await admin.call(containerImportContract.list, {});
      return { values: { IMPORT_ID: imports[0]?.id ?? 0 } };
    },
  };

  return async (call: string, example: string): Promise<State> => {
    const { values, caller } = (await states[call]?.()) ?? { values: {} };
    for (const [, name = ''] of example.matchAll(/\$([A-Z_]+)\b/g))
      if (records[name] && !(name in values)) Object.assign(values, { [name]: await records[name]() });
    return { values, ...(caller ? { caller } : {}) };
  };
}
