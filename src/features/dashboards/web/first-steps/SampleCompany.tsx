import { Alert, Button, Divider, Group, Text } from '@mantine/core';
import { IconBuildingWarehouse } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { sampleContract } from '#features/sample/sample.contract.ts';
import { sampleOwner } from '#features/sample/sample.rules.ts';
import { texts } from '#features/sample/sample.texts.ts';
import { sampleQuery } from '#features/sample/web/sample.data.ts';
import { useAction } from '#web/use-action.ts';
import { useConfirm } from '#web/widgets/ConfirmDialog.tsx';

/** Every query: the sample company changes all lists and figures. */
const everything = [[]];

/** Offers the sample company to an administrator, as long as there are no files and no containers. */
export function SampleOffer() {
  const { data } = useQuery(sampleQuery);
  const add = useAction(sampleContract.add, { done: texts.added, failed: texts.addFailed, refresh: everything });
  if (!data?.may_add) return null;
  return (
    <>
      <Divider color="var(--line)" />
      <Line text={texts.offer}>
        <Button variant="default" loading={add.busy} onClick={() => void add.run({})}>
          {texts.add}
        </Button>
      </Line>
    </>
  );
}

/** Shows that the sample company exists, with a button that removes it. */
export function SamplePresent({ onRemoved }: { onRemoved: () => void }) {
  const { data } = useQuery(sampleQuery);
  const { confirm, dialog } = useConfirm();
  const remove = useAction(sampleContract.remove, {
    done: texts.removed,
    failed: texts.removeFailed,
    // The button that had the focus is removed.
    onSuccess: onRemoved,
    refresh: everything,
  });
  const ask = async () => {
    const request = {
      title: texts.confirmTitle,
      question: texts.confirm,
      affected: texts.affected,
      action: texts.confirmAction,
    };
    if (await confirm(request)) await remove.run({});
  };
  return (
    <>
      {data?.added_at && (
        <Alert
          role="status"
          color="harbour"
          icon={<IconBuildingWarehouse size={18} stroke={1.75} aria-hidden="true" />}
          title={texts.title}
        >
          <Line text={texts.present}>
            <Button component={Link} to={`/container-status?search=${sampleOwner}`} variant="default">
              {texts.containers}
            </Button>
            <Button component={Link} to={`/files?q=${sampleOwner}`} variant="default">
              {texts.documents}
            </Button>
            <Button variant="default" loading={remove.busy} onClick={() => void ask()}>
              {texts.remove}
            </Button>
          </Line>
        </Alert>
      )}
      {dialog}
    </>
  );
}

function Line({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Group gap="sm">
      <Text flex="1 1 320px">{text}</Text>
      {children}
    </Group>
  );
}
