import { callPages } from '#web/call-query.ts';
import { mailInContract } from '../mail-in.contract.ts';
import { texts } from '../mail-in.texts.ts';

export const leftMailsQuery = callPages(['left mails'], mailInContract.left, {
  input: {},
  staleTime: 0,
  meta: { failed: texts.loadFailed },
});
