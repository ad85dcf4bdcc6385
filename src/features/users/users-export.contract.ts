import { exportCalls } from '#shared/export-calls.ts';
import { idText } from '#shared/fields.ts';
import { active, usersContract } from './users.contract.ts';

/** For role 1. */
export const usersExportContract = exportCalls(
  '/api/users',
  'For role 1: every user by name, or those whose name or email address contains a text',
  usersContract.list.query.extend({ role_id: idText.optional(), active }),
);
