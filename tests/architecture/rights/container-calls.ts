import { productModules } from '#shared/product-modules.ts';
import { randomName } from '#tests/test-app.ts';
import { formOf } from '#tests/visitor.ts';
import {
  anyone,
  signedInOnly,
  managing,
  path,
  seesFile,
  newContainer,
  seesContainers,
  managesContainers,
} from './rights.ts';
import type { Row } from './rights.ts';

/** The rights of the calls of containers. */
export const containerCalls: Record<string, Row> = {
  'GET /api/containers': { ...seesContainers, ask: path('/api/containers') },
  'GET /api/containers/page': { ...seesContainers, ask: path('/api/containers/page') },
  'GET /api/containers/counts': { ...seesContainers, ask: path('/api/containers/counts') },
  'GET /api/containers/totals': { ...seesContainers, ask: path('/api/containers/totals?group=week') },
  'GET /api/containers/:id': { ...seesContainers, ask: ({ container }) => ({ url: `/api/containers/${container}` }) },
  'GET /api/containers/:id/delay-logs': {
    ...seesContainers,
    ask: ({ container }) => ({ url: `/api/containers/${container}/delay-logs` }),
  },
  'GET /api/containers/:id/ex-factory-delay-logs': {
    ...seesContainers,
    ask: ({ container }) => ({ url: `/api/containers/${container}/ex-factory-delay-logs` }),
  },
  'GET /api/containers/:id/viewers': {
    ...managesContainers,
    ask: ({ container }) => ({ url: `/api/containers/${container}/viewers` }),
  },
  'GET /api/containers/:id/history': {
    ...seesContainers,
    ask: ({ container }) => ({ url: `/api/containers/${container}/history` }),
  },
  'GET /api/containers/trash': { ...managesContainers, ask: path('/api/containers/trash') },
  'POST /api/containers': {
    ...managesContainers,
    expected: managing(201),
    ask: () => ({ url: '/api/containers', payload: newContainer }),
  },
  'PUT /api/containers/:id': {
    ...managesContainers,
    ask: ({ container }) => ({ url: `/api/containers/${container}`, payload: { ...newContainer, name: 'Renamed' } }),
  },
  'PUT /api/containers/:id/status': {
    ...managesContainers,
    ask: ({ container }) => ({ url: `/api/containers/${container}/status`, payload: { status: 'Received' } }),
  },
  'DELETE /api/containers/:id': {
    ...managesContainers,
    expected: managing(204),
    ask: ({ container }) => ({ url: `/api/containers/${container}` }),
  },
  'POST /api/containers/:id/delay': {
    ...managesContainers,
    ask: ({ container }) => ({ url: `/api/containers/${container}/delay`, payload: { kind: 'pfi', reason: 'Strike' } }),
  },
  'POST /api/containers/:id/comments': {
    ...seesContainers,
    expected: signedInOnly(201),
    ask: ({ container }) => ({ url: `/api/containers/${container}/comments`, payload: { text: 'Called the agent' } }),
  },
  'POST /api/containers/:id/history/:event_id/files': {
    ...managesContainers,
    expected: managing(404),
    ask: ({ container }) => ({ url: `/api/containers/${container}/history/999999/files`, payload: { file_ids: [1] } }),
  },
  'GET /api/containers/:id/followers': {
    ...seesContainers,
    ask: ({ container }) => ({ url: `/api/containers/${container}/followers` }),
  },
  'PUT /api/containers/:id/follow': {
    ...seesContainers,
    expected: signedInOnly(204),
    ask: ({ container }) => ({ url: `/api/containers/${container}/follow` }),
  },
  'DELETE /api/containers/:id/follow': {
    ...seesContainers,
    expected: signedInOnly(204),
    ask: ({ container }) => ({ url: `/api/containers/${container}/follow` }),
  },
  'GET /api/waiting-papers': { ...seesContainers, ask: path('/api/waiting-papers') },
  'GET /api/containers/:id/files': {
    ...seesContainers,
    ask: ({ container }) => ({ url: `/api/containers/${container}/files` }),
  },
  'GET /api/containers/:id/dossier': {
    ...seesContainers,
    ask: ({ container }) => ({ url: `/api/containers/${container}/dossier` }),
  },
  'POST /api/containers/:id/files': {
    expected: { ...seesFile.expected, guest: 403, user: 403 },
    module: productModules.containers,
    ask: ({ container, file }) => ({ url: `/api/containers/${container}/files`, payload: { file_ids: [file.id] } }),
  },
  // The file is not linked, so 404 is the success here.
  'DELETE /api/containers/:id/files/:file_id': {
    expected: { ...signedInOnly(404), guest: 403, user: 403 },
    module: productModules.containers,
    ask: ({ container, file }) => ({ url: `/api/containers/${container}/files/${file.id}` }),
  },
  'GET /api/files/:id/containers': {
    ...seesFile,
    module: productModules.containers,
    ask: ({ file }) => ({ url: `/api/files/${file.id}/containers` }),
  },
  'GET /api/containers/:id/neighbours': {
    ...seesContainers,
    ask: ({ container }) => ({ url: `/api/containers/${container}/neighbours` }),
  },
  'GET /api/containers/people': { ...seesContainers, ask: path('/api/containers/people') },
  'GET /api/containers/layout': { ...seesContainers, ask: path('/api/containers/layout') },
  'PUT /api/containers/layout': {
    ...seesContainers,
    ask: () => ({ url: '/api/containers/layout', payload: { layout: 'cards' } }),
  },
  'GET /api/containers/views': { ...seesContainers, ask: path('/api/containers/views') },
  'POST /api/containers/views': {
    ...seesContainers,
    expected: signedInOnly(201),
    ask: () => ({ url: '/api/containers/views', payload: { name: 'Late ones' } }),
  },
  // The view of another user counts as not found.
  'PUT /api/containers/views/:id': {
    ...seesContainers,
    expected: signedInOnly(404),
    ask: () => ({ url: '/api/containers/views/999999', payload: { name: 'Late ones' } }),
  },
  'DELETE /api/containers/views/:id': {
    ...seesContainers,
    expected: signedInOnly(404),
    ask: path('/api/containers/views/999999'),
  },
  'PATCH /api/containers/bulk': {
    ...managesContainers,
    ask: ({ container }) => ({
      url: '/api/containers/bulk',
      payload: { ids: [container], moves: [{ field: 'pfi_date', days: 1 }] },
    }),
  },
  'PUT /api/containers/cells': {
    ...managesContainers,
    ask: ({ container }) => ({
      url: '/api/containers/cells',
      payload: { rows: [{ id: container, version: 1, values: { vessel: 'Freya' } }], dry_run: true },
    }),
  },
  // The bulk change of another user counts as not found.
  'POST /api/containers/bulk/:id/undo': {
    ...managesContainers,
    expected: managing(404),
    ask: path('/api/containers/bulk/999999/undo'),
  },
  'GET /api/containers/imports': { ...managesContainers, ask: path('/api/containers/imports') },
  'POST /api/containers/imports': {
    ...managesContainers,
    expected: managing(201),
    ask: () => ({
      url: '/api/containers/imports',
      ...formOf({}, 'file', [{ name: 'list.csv', bytes: 'PO,PFI,Ex-Factory\nPO-1,2099-01-01,2098-01-01' }]),
    }),
  },
  'GET /api/containers/imports/template.csv': {
    ...managesContainers,
    ask: path('/api/containers/imports/template.csv'),
  },
  'GET /api/containers/imports/unfinished': {
    ...managesContainers,
    ask: path('/api/containers/imports/unfinished'),
  },
  'PUT /api/containers/imports/:id/draft': {
    ...managesContainers,
    expected: managing(404),
    ask: () => ({ url: '/api/containers/imports/999999/draft', payload: { sheet: 0, columns: [] } }),
  },
  'DELETE /api/containers/imports/:id': {
    ...managesContainers,
    expected: managing(204),
    ask: path('/api/containers/imports/999999'),
  },
  'GET /api/containers/imports/:id/left-out': {
    ...managesContainers,
    expected: managing(404),
    ask: path('/api/containers/imports/999999/left-out'),
  },
  'GET /api/containers/imports/:id/left-out.xlsx': {
    ...managesContainers,
    expected: managing(404),
    ask: path('/api/containers/imports/999999/left-out.xlsx'),
  },
  'POST /api/containers/imports/:id/headings': {
    ...managesContainers,
    expected: managing(404),
    ask: () => ({ url: '/api/containers/imports/999999/headings', payload: { sheet: 0, heading_row: 1 } }),
  },
  // The import of another user counts as not found.
  'POST /api/containers/imports/:id/check': {
    ...managesContainers,
    expected: managing(404),
    ask: () => ({ url: '/api/containers/imports/999999/check', payload: { sheet: 0, columns: [] } }),
  },
  'POST /api/containers/imports/:id/run': {
    ...managesContainers,
    expected: managing(404),
    ask: () => ({ url: '/api/containers/imports/999999/run', payload: { sheet: 0, columns: [] } }),
  },
  'POST /api/containers/imports/:id/undo': {
    ...managesContainers,
    expected: managing(404),
    ask: path('/api/containers/imports/999999/undo'),
  },
  'POST /api/containers/looks': { ...seesContainers, ask: path('/api/containers/looks') },
  'GET /api/containers/report': { ...seesContainers, ask: path('/api/containers/report') },
  'GET /api/containers/report.csv': { ...seesContainers, ask: path('/api/containers/report.csv') },
  'GET /api/containers.csv': { ...seesContainers, ask: path('/api/containers.csv') },
  'GET /api/containers.xlsx': { ...seesContainers, ask: path('/api/containers.xlsx') },
  'GET /api/containers/delay-logs.csv': { ...seesContainers, ask: path('/api/containers/delay-logs.csv') },
  'GET /api/containers/delay-logs.xlsx': { ...seesContainers, ask: path('/api/containers/delay-logs.xlsx') },
  'GET /api/calendar': { ...seesContainers, ask: path('/api/calendar') },
  // There is no such view.
  'PUT /api/calendar': {
    ...seesContainers,
    expected: signedInOnly(404),
    ask: () => ({ url: '/api/calendar', payload: { view_id: 2_147_483_647 } }),
  },
  // There is no address before the next call has made one.
  'DELETE /api/calendar': { ...seesContainers, expected: signedInOnly(404), ask: path('/api/calendar') },
  'POST /api/calendar': {
    ...seesContainers,
    expected: signedInOnly(201),
    ask: () => ({ url: '/api/calendar', payload: { view_id: null } }),
  },
  'GET /api/calendar.ics': { expected: anyone(404), ask: path('/api/calendar.ics?key=wrong') },
  'GET /api/parties': { ...seesContainers, ask: path('/api/parties') },
  'GET /api/parties/page': { ...managesContainers, ask: path('/api/parties/page') },
  'GET /api/parties/doubles': { ...managesContainers, ask: path('/api/parties/doubles') },
  'GET /api/parties/:id/change': {
    ...managesContainers,
    expected: managing(404),
    ask: path('/api/parties/999999/change?name=x'),
  },
  'POST /api/parties': { ...managesContainers, ask: () => ({ url: '/api/parties', payload: { name: randomName() } }) },
  'PUT /api/parties/:id': {
    ...managesContainers,
    expected: managing(404),
    ask: () => ({ url: '/api/parties/999999', payload: { name: randomName() } }),
  },
  'PUT /api/parties/:id/rate': {
    ...managesContainers,
    expected: managing(404),
    ask: () => ({ url: '/api/parties/999999/rate', payload: { day_rate: 80, currency: 'EUR' } }),
  },
  'GET /api/ports': { ...seesContainers, ask: path('/api/ports?search=ham') },
  'POST /api/containers/:id/restore': {
    ...managesContainers,
    ask: ({ trashedContainer }) => ({ url: `/api/containers/${trashedContainer}/restore` }),
  },
};
