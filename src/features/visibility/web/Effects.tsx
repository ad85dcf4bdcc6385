import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Module } from '#features/permissions/permissions.contract.ts';
import type { Matrix } from '#features/permissions/permissions.rules.ts';
import { roleBadge } from '#shared/role-badge.ts';
import { texts } from '../visibility.texts.ts';
import { matrixEffectQuery, userEffectQuery } from './visibility.data.ts';
import type { RightsChange } from './visibility.data.ts';

const maxShown = 8;

/** What a user would gain and lose by a change that is not saved yet. */
export function UserEffect({ user, change }: { user: { id: number; name: string }; change: RightsChange }) {
  const effect = useQuery(userEffectQuery(user.id, change));
  return <Effect query={effect} sentences={effect.data && [texts.onUser(user.name, effect.data)]} />;
}

/** How many people would gain and lose what by changes of the matrix that are not saved yet. */
export function MatrixEffect({ changes, modules }: { changes: Matrix; modules: readonly Module[] }) {
  const effect = useQuery(matrixEffectQuery(changes));
  const cells = effect.data?.changes ?? [];
  const nameOf = (id: number) => modules.find((module) => module.id === id)?.name ?? String(id);
  const sentences = cells
    .slice(0, maxShown)
    .map((cell) => texts.onCell(nameOf(cell.module_id), roleBadge({ ...cell, role_name: '' }).label, cell));
  const left = cells.length - sentences.length;
  return <Effect query={effect} sentences={left > 0 ? [...sentences, texts.moreCells(left)] : sentences} />;
}

type Props = { query: UseQueryResult<{ is_limited: boolean }>; sentences: readonly string[] | undefined };

/** A count that fails or takes long blocks nothing. */
function Effect({ query: { data, isError }, sentences = [] }: Props) {
  const shown = data ? [...sentences, ...(data.is_limited ? [texts.limited] : [])] : [];
  return (
    <Text component="div" fz="sm" c="dimmed" role="status">
      {data
        ? shown.map((sentence) => <div key={sentence}>{sentence}</div>)
        : isError
          ? texts.notCounted
          : texts.counting}
    </Text>
  );
}
