import { productModules } from '#shared/product-modules.ts';
import { asMetadata, pieceHeaders } from '#tests/tus.ts';
import { formOf } from '#tests/visitor.ts';
import { signedInOnly, managing, administering, path, seesFile, managesFile, ownsFile } from './rights.ts';
import type { Row } from './rights.ts';

/** The rights of the calls of uploads, files, the trash, the audit log and the API document. */
export const fileCalls: Record<string, Row> = {
  'POST /api/upload': {
    expected: signedInOnly(201),
    module: productModules.upload,
    ask: () => ({ url: '/api/upload', ...formOf({ file_type_id: 1 }, 'files[]', [{ name: 'new.txt', bytes: 'new' }]) }),
  },
  // A resumable upload is visible to its uploader only.
  'GET /api/uploads': { expected: signedInOnly(200), module: productModules.upload, ask: path('/api/uploads') },
  'POST /api/uploads': {
    expected: signedInOnly(201),
    module: productModules.upload,
    ask: () => ({
      url: '/api/uploads',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '5',
        'upload-metadata': asMetadata({ filename: 'new.txt', file_type_id: 1 }),
      },
    }),
  },
  'HEAD /api/uploads/:id': {
    expected: { ...signedInOnly(404), uploader: 200 },
    module: productModules.upload,
    ask: ({ begun }) => ({ url: begun, headers: { 'tus-resumable': '1.0.0' } }),
  },
  'PATCH /api/uploads/:id': {
    expected: { ...signedInOnly(404), uploader: 204 },
    module: productModules.upload,
    ask: ({ begun }) => ({ url: begun, headers: pieceHeaders(0), payload: Buffer.from('whole') }),
  },
  'DELETE /api/uploads/:id': {
    expected: { ...signedInOnly(404), uploader: 204 },
    module: productModules.upload,
    ask: ({ begun }) => ({ url: begun }),
  },
  'GET /api/uploads/:id/file': {
    expected: { ...signedInOnly(404), uploader: 200 },
    module: productModules.upload,
    ask: ({ finished }) => ({ url: `${finished}/file` }),
  },
  // Role 3 may edit and delete its own new uploads; a file that the caller may not see counts as not found.
  'POST /api/files/:id': {
    expected: {
      ...signedInOnly(403),
      uploader: 200,
      manager: 200,
      administrator: 200,
      stranger: 404,
      strangeManager: 404,
    },
    ask: ({ file }, person) => ({
      url: `/api/files/${file.id}?_method=PUT`,
      ...formOf({ filename: `renamed by ${person}` }, 'new_file', [{ name: 'x', bytes: `replaced by ${person}` }]),
    }),
  },
  'DELETE /api/files/:id': {
    expected: { ...managing(204), uploader: 204, stranger: 404, strangeManager: 404 },
    ask: ({ file }) => ({ url: `/api/files/${file.id}` }),
  },
  'GET /api/files/:id': { ...seesFile, ask: ({ file }) => ({ url: `/api/files/${file.id}` }) },
  'GET /api/files/:id/preview': { ...seesFile, ask: ({ file }) => ({ url: `/api/files/${file.id}/preview` }) },
  'GET /api/files/:id/thumbnail': { ...seesFile, ask: ({ file }) => ({ url: `/api/files/${file.id}/thumbnail` }) },
  'GET /api/files/:id/page': { ...seesFile, ask: ({ file }) => ({ url: `/api/files/${file.id}/page` }) },
  'GET /api/files/:id/viewers': { ...managesFile, ask: ({ file }) => ({ url: `/api/files/${file.id}/viewers` }) },
  'GET /api/files/:id/history': { ...seesFile, ask: ({ file }) => ({ url: `/api/files/${file.id}/history` }) },
  'GET /api/files/:id/versions': { ...seesFile, ask: ({ file }) => ({ url: `/api/files/${file.id}/versions` }) },
  'POST /api/files/:id/versions/:version_id/restore': {
    expected: {
      ...signedInOnly(403),
      uploader: 200,
      manager: 200,
      administrator: 200,
      stranger: 404,
      strangeManager: 404,
    },
    ask: ({ file, version }) => ({ url: `/api/files/${file.id}/versions/${version}/restore` }),
  },
  'GET /api/files/type-proposals': {
    expected: managing(200),
    ask: ({ file }) => ({ url: `/api/files/type-proposals?ids=${file.id}` }),
  },
  'POST /api/files/type-proposals': {
    expected: signedInOnly(200),
    module: productModules.upload,
    ask: () => ({ url: '/api/files/type-proposals', payload: { names: ['a list.pdf'] } }),
  },
  'GET /api/files/zip': { ...seesFile, ask: ({ file }) => ({ url: `/api/files/zip?ids=${file.id}` }) },
  'POST /api/files/trash': {
    ...ownsFile,
    ask: ({ file }) => ({ url: '/api/files/trash', payload: { ids: [file.id] } }),
  },
  // Uploaders may restore the files that they deleted. An administrator has deleted this one.
  'POST /api/files/restore': {
    expected: { ...managesFile.expected, stranger: 404 },
    ask: ({ trashedFile }) => ({ url: '/api/files/restore', payload: { ids: [trashedFile] } }),
  },
  'POST /api/files/change-type': {
    ...ownsFile,
    ask: ({ file, type }) => ({ url: '/api/files/change-type', payload: { ids: [file.id], file_type_id: type } }),
  },
  'POST /api/files/move': {
    // The team of the file: a manager sees no other team.
    ...managesFile,
    ask: ({ file }) => ({ url: '/api/files/move', payload: { ids: [file.id], team_id: file.team_id } }),
  },
  'GET /api/audit': { expected: administering(200), ask: path('/api/audit') },
  'GET /api/audit.csv': { expected: administering(200), ask: path('/api/audit.csv') },
  'GET /api/audit.xlsx': { expected: administering(200), ask: path('/api/audit.xlsx') },

  'GET /api/trash': { expected: managing(200), ask: path('/api/trash') },
  'POST /api/trash/:id/restore': {
    expected: { ...managesFile.expected, stranger: 404 },
    ask: ({ trashedFile }) => ({ url: `/api/trash/${trashedFile}/restore` }),
  },
  'DELETE /api/trash/:id': {
    expected: { ...managing(204), strangeManager: 404 },
    ask: ({ trashedFile }) => ({ url: `/api/trash/${trashedFile}` }),
  },
  'GET /storage/:filepath': {
    expected: { ...signedInOnly(200), stranger: 404, strangeManager: 404 },
    ask: ({ file }) => ({ url: `/storage/${file.filepath}` }),
  },

  'GET /api/openapi.json': { expected: signedInOnly(200), ask: path('/api/openapi.json') },
  'GET /api/docs': { expected: signedInOnly(200), ask: path('/api/docs') },
  'POST /api/page-performance': {
    expected: signedInOnly(204),
    ask: () => ({
      url: '/api/page-performance',
      payload: { screen: '/files', measurements: [{ name: 'LCP', value: 900 }] },
    }),
  },
};
