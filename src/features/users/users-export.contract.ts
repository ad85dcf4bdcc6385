import type { Contract } from '#shared/endpoint.ts';
import { idText } from '#shared/fields.ts';
import { active, usersContract } from './users.contract.ts';

const query = usersContract.list.query.extend({ role_id: idText.optional(), active });

export const usersExportContract = {
  csv: {
    method: 'GET',
    path: '/api/users.csv',
    summary: 'Every user by name, or those whose name or email address contains a text, as CSV. For role 1.',
    query,
    sends: 'csv',
    // The export is recorded in the audit log first.
    refuses: ['store.full'],
  },
  xlsx: {
    method: 'GET',
    path: '/api/users.xlsx',
    summary:
      'Every user by name, or those whose name or email address contains a text, as an Excel workbook. For role 1.',
    query,
    sends: 'xlsx',
    refuses: ['store.full'],
  },
} as const satisfies Contract;
