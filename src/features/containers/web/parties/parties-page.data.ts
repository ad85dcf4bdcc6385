import { keepPreviousData } from '@tanstack/react-query';
import { partyTexts as texts } from '#features/containers/parties/container-parties.texts.ts';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { containersKey } from '#web/query-keys.ts';
import { pagesOf, queryOf } from '#web/query-of.ts';
import { partiesKey } from '../parties.data.ts';

const usedPartiesKey = [...partiesKey, 'used'] as const;

/** The queries to refresh after a name has changed. */
export const withParties = [partiesKey, containersKey];

type Filter = Pick<InputOf<typeof partiesContract.page>, 'search' | 'kind'>;

export const usedPartiesQuery = (filter: Filter) =>
  pagesOf([...usedPartiesKey, 'pages', filter], partiesContract.page, filter, {
    placeholderData: keepPreviousData,
    meta: { failed: texts.failed },
  });

export const doublesQuery = queryOf([...usedPartiesKey, 'doubles'], partiesContract.doubles, {});

/** What a new name changes. It is asked anew whenever a dialog opens. */
export const changeQuery = (id: number, name: string) =>
  queryOf(
    [...usedPartiesKey, 'change', id, name],
    partiesContract.change,
    { id, name },
    { enabled: name !== '', gcTime: 0 },
  );
