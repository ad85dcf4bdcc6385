import { callQuery } from '#web/call-query.ts';
import { calendarsContract } from '../calendars.contract.ts';
import { texts } from '../calendars.texts.ts';

export const addressQuery = callQuery(['calendar'], calendarsContract.own, { meta: { failed: texts.loadFailed } });
