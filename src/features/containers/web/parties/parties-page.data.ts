import { keepPreviousData } from '@tanstack/react-query';
import { partyTexts as texts } from '#features/containers/parties/container-parties.texts.ts';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { callPages, callQuery } from '#web/call-query.ts';
import { containersKey } from '#web/query-keys.ts';
import { partiesKey } from '../parties.data.ts';

const usedPartiesKey = [...partiesKey, 'used'] as const;

/** The queries to refresh after a name has changed. */
export const withParties = [partiesKey, containersKey];

type Filter = Pick<InputOf<typeof partiesContract.page>, 'search' | 'kind'>;

export const usedPartiesQuery = (filter: Filter) =>
  callPages([...usedPartiesKey, 'pages', filter], partiesContract.page, {
    input: filter,
    placeholderData: keepPreviousData,
    meta: { failed: texts.failed },
  });

export const doublesQuery = callQuery([...usedPartiesKey, 'doubles'], partiesContract.doubles);

/** What a new name changes. It is asked anew whenever a dialog opens. */
export const changeQuery = (id: number, name: string) =>
  callQuery([...usedPartiesKey, 'change', id, name], partiesContract.change, {
    input: { id, name },
    enabled: name !== '',
    gcTime: 0,
  });
