import { Group, Stack, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { bulkContract } from '#features/containers/bulk/container-bulk.contract.ts';
import { bulkTexts, plannedValue } from '#features/containers/bulk/container-bulk.texts.ts';
import { fieldLabel } from '#features/containers/core/container-fields.texts.ts';
import { gapTexts } from '#features/papers/checklist.texts.ts';
import type { AnswerOf } from '#shared/endpoint.ts';
import styles from './BulkBar.module.css';

/** The dialog stays fast with 2,000 containers. */
const maxShown = 200;

type Plan = AnswerOf<typeof bulkContract.change>;

/** The containers that change, with their values before and after, and the reason that their histories get. */
export function BulkPreview({ plan, reason }: { plan: Plan; reason: string }) {
  const changing = plan.containers.filter(({ changes }) => changes.length > 0);
  const hidden = changing.length - maxShown;
  return (
    <>
      <Text fw={550} role="status">
        {bulkTexts.summary(plan.changed, plan.unchanged)}
        {plan.papers_missing > 0 && ` ${gapTexts.inBulk(plan.papers_missing)}`}
      </Text>
      {reason !== '' && <Text fz="sm">{bulkTexts.reasonOfAll(reason)}</Text>}
      {changing.length > 0 && (
        // A keyboard scrolls the list.
        <Stack
          component="ul"
          gap={0}
          m={0}
          p={0}
          fz="sm"
          mah="min(420px, 50dvh)"
          className={styles.planned ?? ''}
          aria-label={bulkTexts.planned}
          tabIndex={0}
        >
          {changing.slice(0, maxShown).map((container) => (
            <PlannedRow key={container.id} container={container} />
          ))}
          {hidden > 0 && <li className={styles.plan}>{bulkTexts.moreRows(hidden)}</li>}
        </Stack>
      )}
    </>
  );
}

function PlannedRow({ container: { name, container_no, changes } }: { container: Plan['containers'][number] }) {
  return (
    <li className={styles.plan}>
      <div>
        <Text component="bdi" display="block" fz="sm" fw={550}>
          {name}
        </Text>
        <Text component="bdi" fz="sm" c="dimmed">
          {container_no}
        </Text>
      </div>
      <Stack component="ul" gap={0} m={0} p={0}>
        {changes.map(({ field, from, to }) => (
          <Group key={field} component="li" gap="xxs">
            <Text span fz="sm" c="dimmed">
              {fieldLabel(field)}
            </Text>
            <bdi>{plannedValue(from)}</bdi>
            <IconArrowRight size={14} stroke={2} aria-label="→" role="img" />
            <Text component="bdi" fz="sm" fw={550}>
              {plannedValue(to)}
            </Text>
          </Group>
        ))}
      </Stack>
    </li>
  );
}
