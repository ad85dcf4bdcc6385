import { keepPreviousData } from '@tanstack/react-query';
import type { SeeingReason } from '#features/papers/seeing.rules.ts';
import type { Matrix } from '#features/permissions/permissions.rules.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { callPages, callQuery } from '#web/call-query.ts';
import { visibilityContract } from '../visibility.contract.ts';

const key = 'visibility';
/** Rights change at any time, so every opening of a part asks again. */
const fresh = { staleTime: 0, gcTime: 0 };

export const viewersQuery = (kind: 'file' | 'container', id: number, reason: SeeingReason | undefined) =>
  callPages(
    [key, kind, id, reason],
    kind === 'file' ? visibilityContract.fileViewers : visibilityContract.containerViewers,
    {
      input: { id, reason },
      placeholderData: keepPreviousData,
      ...fresh,
    },
  );

export const visibleQuery = (id: number) =>
  callPages([key, 'user', id], visibilityContract.visible, { input: { id }, ...fresh });

export type RightsChange = Omit<InputOf<typeof visibilityContract.effectOnUser>, 'id'>;

export const userEffectQuery = (id: number, change: RightsChange) =>
  callQuery([key, 'effect', id, change], visibilityContract.effectOnUser, { input: { id, ...change }, ...fresh });

export const matrixEffectQuery = (permissions: Matrix) =>
  callQuery([key, 'effect', permissions], visibilityContract.effectOfMatrix, {
    input: { permissions: [...permissions] },
    ...fresh,
    placeholderData: keepPreviousData,
  });
