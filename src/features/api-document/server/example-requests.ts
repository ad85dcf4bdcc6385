/**
 * What an example sends besides the session and the ids of its path. A text like `$TEAM_ID` is a variable of the shell;
 * `exampleValues` has a line for each.
 */
export type ExampleRequest = {
  query?: string;
  body?: unknown;
  form?: Record<string, string>;
  /** Whether the response sets the session cookie. */
  signsIn?: true;
};

/** The variables that a reader sets before the examples, as lines for a shell. A call after `#` has the value. */
export const exampleValues = `URL=https://stowage.example.com
EMAIL=you@example.com
PASSWORD='your password'
NEW_PASSWORD='another password'
CODE=123456                # of the authenticator app
STATE=state                # in the address to which the provider leads back
CREDENTIAL_ID=id           # this and the next four: PublicKeyCredential.toJSON() in a browser
CLIENT_DATA=data
AUTHENTICATOR_DATA=data
SIGNATURE=data
ATTESTATION_OBJECT=data
RESET_TOKEN=token          # at the end of the link in the mail
USER_ID=2                  # GET /api/users
INVITED_ID=3               # GET /api/invitations
TEAM_ID=1                  # GET /api/teams
FILE_TYPE_ID=1             # GET /api/file-type
FILE_ID=1                  # GET /api/files/overview, GET /api/trash
FILEPATH=filepath          # GET /api/files/{id}
VERSION_ID=1               # GET /api/files/{id}/versions
UPLOAD_ID=id               # GET /api/uploads
CONTAINER_ID=1             # GET /api/containers/page
EVENT_ID=1                 # GET /api/containers/{id}/history
VIEW_ID=1                  # GET /api/containers/views
BULK_ID=1                  # the answer of PATCH /api/containers/bulk
IMPORT_ID=1                # GET /api/containers/imports, GET /api/users/imports
PARTY_ID=1                 # GET /api/parties
RULE_ID=1                  # GET /api/checklist
MODULE_ID=1                # GET /api/permissions
SAVE_ID=1                  # GET /api/permissions/history
NOTIFICATION_ID=1          # GET /api/notifications
SESSION_ID=id              # GET /api/sessions
TOKEN_ID=1                 # GET /api/tokens
PASSKEY_ID=1               # GET /api/two-factor
WEBHOOK_URL=https://erp.example.com/stowage
WEBHOOK_ID=1               # GET /api/webhooks
MESSAGE_ID=1               # GET /api/webhooks/{id}/messages
CALENDAR_KEY=key           # the answer of POST /api/calendar
# report.pdf, users.csv and containers.csv are files in the current folder.`;

/** Stores the session cookie in `cookies.txt` and the CSRF token in `$TOKEN` for the other examples. */
export const signInExample = `token() { TOKEN=$(awk '$6 == "XSRF-TOKEN" { print $7 }' cookies.txt); }
curl -c cookies.txt "$URL/sanctum/csrf-cookie" && token
curl -b cookies.txt -c cookies.txt "$URL/api/login" -H "X-XSRF-TOKEN: $TOKEN" --json @- <<END && token
{"email": "$EMAIL", "password": "$PASSWORD"}
END`;

/** The variable of an id in a path, by the part of the path before it. */
export const pathVariables: Record<string, string> = {
  bulk: 'BULK_ID',
  checklist: 'RULE_ID',
  containers: 'CONTAINER_ID',
  'file-type': 'FILE_TYPE_ID',
  files: 'FILE_ID',
  'containers/:id/history': 'EVENT_ID',
  'permissions/history': 'SAVE_ID',
  imports: 'IMPORT_ID',
  invitations: 'INVITED_ID',
  notifications: 'NOTIFICATION_ID',
  parties: 'PARTY_ID',
  passkeys: 'PASSKEY_ID',
  sessions: 'SESSION_ID',
  storage: 'FILEPATH',
  teams: 'TEAM_ID',
  tokens: 'TOKEN_ID',
  trash: 'FILE_ID',
  uploads: 'UPLOAD_ID',
  users: 'USER_ID',
  versions: 'VERSION_ID',
  views: 'VIEW_ID',
  webhooks: 'WEBHOOK_ID',
  'webhooks/:id/messages': 'MESSAGE_ID',
};

const newPassword = { new_password: '$NEW_PASSWORD', new_password_confirmation: '$NEW_PASSWORD' };
const passkeyAnswer = { id: '$CREDENTIAL_ID', rawId: '$CREDENTIAL_ID', type: 'public-key' };
const clientDataJSON = '$CLIENT_DATA';
const importedUser = { row: 2, name: 'Ann Baker', email: 'ann.baker@example.com', role: 'User' };
const container = {
  name: 'Spring collection',
  container_no: 'PO-2026-4711',
  pfi_date: '2026-12-01',
  ex_factory_date: '2026-12-15',
  container_number: 'MSKU 123456-5',
  supplier_id: '$PARTY_ID',
};
const importedColumns = { sheet: 0, columns: ['name', 'container_no', 'pfi_date', 'ex_factory_date'] };
const webhook = { name: 'ERP', url: '$WEBHOOK_URL', events: ['container.received', 'container.late'] };
const view = { name: 'Delayed in Hamburg', query: 'status=Delayed&pod=DEHAM' };

/** By call. `tests/server/api-examples.test.ts` runs every example of the page and expects success. */
export const exampleRequests: Record<string, ExampleRequest> = {
  'GET /sanctum/csrf-cookie': { signsIn: true },
  'POST /api/login': { body: { email: '$EMAIL', password: '$PASSWORD' }, signsIn: true },
  'POST /api/login/code': { body: { code: '$CODE' }, signsIn: true },
  'POST /api/login/provider/finish': { body: { query: '?code=$CODE&state=$STATE' }, signsIn: true },
  'POST /api/login/passkey/begin': { body: { after_password: false } },
  'POST /api/login/passkey': {
    body: {
      response: {
        ...passkeyAnswer,
        response: { clientDataJSON, authenticatorData: '$AUTHENTICATOR_DATA', signature: '$SIGNATURE' },
      },
    },
    signsIn: true,
  },
  'POST /api/register': {
    body: {
      name: 'Ann Baker',
      email: 'ann@example.com',
      password: '$NEW_PASSWORD',
      password_confirmation: '$NEW_PASSWORD',
      role_id: 3,
      team_id: '$TEAM_ID',
    },
  },
  'GET /api/users': { query: 'search=ann' },
  'PUT /api/users/:id': { body: { name: 'Ann Baker', email: 'ann.b@example.com', teams_can_view: ['$TEAM_ID'] } },
  'POST /api/invitations': {
    body: {
      name: 'Ann Baker',
      email: 'ann.miller@example.com',
      role_id: 3,
      team_id: '$TEAM_ID',
      teams_can_view: ['$TEAM_ID'],
    },
  },
  'POST /api/users/:id/effect': { body: { teams_can_view: ['$TEAM_ID'] } },
  'PUT /api/users/:id/role': { body: { role_id: 2 } },
  'PUT /api/users/:id/team': { body: { team_id: '$TEAM_ID' } },
  'POST /api/users/imports/read': { form: { file: '@users.csv' } },
  'POST /api/users/imports/check': { body: { rows: [importedUser], team_id: '$TEAM_ID' } },
  'POST /api/users/imports/run': { body: { rows: [importedUser], team_id: '$TEAM_ID', name: 'users.csv' } },
  'POST /api/teams': { body: { name: 'Buyers', description: 'Orders and suppliers' } },
  'PUT /api/teams/:id': { body: { name: 'Buying' } },
  'POST /api/file-type': { body: { name: 'Packing list' } },
  'PUT /api/file-type/:id': { body: { name: 'Packing lists' } },
  'POST /api/permissions': { body: { permissions: [{ module_id: '$MODULE_ID', role_id: 3, can_view: 1 }] } },
  'POST /api/permissions/effect': { body: { permissions: [{ module_id: '$MODULE_ID', role_id: 3, can_view: 1 }] } },
  'POST /api/change-password': { body: { current_password: '$PASSWORD', ...newPassword } },
  'POST /api/confirm-password': { body: { password: '$PASSWORD' } },
  'POST /api/admin/reset-password': { body: { user_id: '$USER_ID', ...newPassword } },
  'POST /api/forgot-password': { body: { email: '$EMAIL' } },
  'POST /api/reset-password': { body: { token: '$RESET_TOKEN', ...newPassword } },
  'POST /api/two-factor/begin': { body: { current_password: '$PASSWORD' } },
  'POST /api/two-factor/enable': { body: { code: '$CODE' } },
  'POST /api/two-factor/recovery-codes': { body: { current_password: '$PASSWORD', code: '$CODE' } },
  'POST /api/two-factor/disable': { body: { current_password: '$PASSWORD', code: '$CODE' } },
  'POST /api/passkeys': {
    body: {
      name: 'Phone',
      response: { ...passkeyAnswer, response: { clientDataJSON, attestationObject: '$ATTESTATION_OBJECT' } },
    },
  },
  'PUT /api/passkeys/:id': { body: { name: 'Work laptop' } },
  'POST /api/tokens': { body: { name: 'Scanner in the office', can_write: true, areas: ['files'], days: 90 } },
  'POST /api/webhooks': { body: webhook },
  'PUT /api/webhooks/:id': { body: { ...webhook, is_on: true } },
  'GET /api/files/group': { query: 'group_by=team&group_id=$TEAM_ID' },
  'GET /api/files/text-search': { query: 'search=invoice' },
  'POST /api/upload': { form: { file_type_id: '$FILE_TYPE_ID', 'files[]': '@report.pdf' } },
  'POST /api/files/:id': { query: '_method=PUT', form: { filename: 'Report of May.pdf', new_file: '@report.pdf' } },
  'POST /api/files/type-proposals': { body: { names: ['Invoice 4711.pdf'] } },
  'GET /api/files/type-proposals': { query: 'ids=$FILE_ID' },
  'GET /api/files/zip': { query: 'ids=$FILE_ID' },
  'POST /api/files/trash': { body: { ids: ['$FILE_ID'] } },
  'POST /api/files/restore': { body: { ids: ['$FILE_ID'] } },
  'POST /api/files/change-type': { body: { ids: ['$FILE_ID'], file_type_id: '$FILE_TYPE_ID' } },
  'POST /api/files/move': { body: { ids: ['$FILE_ID'], team_id: '$TEAM_ID' } },
  'POST /api/calendar': { body: { view_id: null } },
  'PUT /api/calendar': { body: { view_id: '$VIEW_ID' } },
  'GET /api/calendar.ics': { query: 'key=$CALENDAR_KEY' },
  'GET /api/containers/page': { query: 'status=Delayed&sort=pfi_date' },
  'POST /api/containers': { body: container },
  'PUT /api/containers/:id': { body: { ...container, reason: 'New booking' } },
  'PUT /api/containers/:id/status': { body: { status: 'Received' } },
  'POST /api/containers/:id/delay': {
    body: { kind: 'pfi', reason: 'The factory is late.', new_date: '2026-12-08' },
  },
  'POST /api/containers/:id/comments': { body: { text: 'The seal is checked.' } },
  'POST /api/containers/:id/history/:event_id/files': { body: { file_ids: ['$FILE_ID'] } },
  'PUT /api/containers/layout': { body: { layout: 'table' } },
  'POST /api/containers/views': { body: view },
  'PUT /api/containers/views/:id': { body: view },
  'PATCH /api/containers/bulk': {
    body: { ids: ['$CONTAINER_ID'], moves: [{ field: 'pfi_date', days: 7 }], reason: 'New vessel', dry_run: true },
  },
  'PUT /api/containers/cells': {
    body: { rows: [{ id: '$CONTAINER_ID', version: 1, values: { eta: '2026-12-08', carrier_id: 'Nord Linie' } }] },
  },
  'POST /api/containers/imports': { form: { file: '@containers.csv' } },
  'PUT /api/containers/imports/:id/draft': { body: importedColumns },
  'POST /api/containers/imports/:id/headings': { body: { sheet: 0, heading_row: 1 } },
  'POST /api/containers/imports/:id/check': { body: importedColumns },
  'POST /api/containers/imports/:id/run': { body: importedColumns },
  'POST /api/parties': { body: { name: 'Haiphong Footwear' } },
  'PUT /api/parties/:id': { body: { name: 'Hai Phong Footwear' } },
  'PUT /api/parties/:id/rate': { body: { day_rate: 80, currency: 'EUR' } },
  'GET /api/parties/:id/change': { query: 'name=Haiphong' },
  'GET /api/ports': { query: 'search=hamburg' },
  'POST /api/containers/:id/files': { body: { file_ids: ['$FILE_ID'] } },
  'POST /api/checklist': { body: { file_type_id: '$FILE_TYPE_ID', stage: 'departed' } },
  'POST /api/page-performance': { body: { screen: '/files', measurements: [{ name: 'LCP', value: 640 }] } },
  'PUT /api/notifications/:id': { body: { is_read: true } },
  'PUT /api/mail-choice': {
    body: { choices: [{ event: 'files', choice: 'never' }], digest: { hour: 7, zone: 'Europe/Berlin' } },
  },
};
