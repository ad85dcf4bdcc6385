import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { viewsQuery } from '#features/containers/web/containers.data.ts';
import { useMayView } from '#features/session/web/session.data.ts';
import { formatDate, formatDateTime } from '#shared/format.ts';
import { productModules } from '#shared/product-modules.ts';
import { useAction } from '#web/use-action.ts';
import { useConfirm } from '#web/widgets/ConfirmDialog.tsx';
import { Dialog } from '#web/widgets/Dialog.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { Section } from '#web/widgets/Section.tsx';
import { ShownOnce } from '#web/widgets/ShownOnce.tsx';
import { calendarsContract } from '../calendars.contract.ts';
import type { CalendarAddress } from '../calendars.contract.ts';
import { texts } from '../calendars.texts.ts';
import { addressQuery } from './calendars.data.ts';

/** The caller's calendar address, on the page of the password, for those who may see containers. */
export const CalendarPanel = () => (useMayView()(productModules.containers) ? <Panel /> : null);

function Panel() {
  const address = useQuery(addressQuery);
  const [made, setMade] = useState<string>();
  const close = () => setMade(undefined);
  return (
    <Section title={texts.title} description={texts.description}>
      {address.isPending && <LoadingRows rows={1} height={56} />}
      {address.isError && !address.data && <LoadFailed query={address} title={texts.loadFailed} />}
      {address.data && <Address address={address.data.address} onMade={setMade} />}
      <Dialog
        opened={made !== undefined}
        onClose={close}
        title={texts.madeTitle}
        // A click beside the dialog must not lose an address that is shown only once.
        closeOnClickOutside={false}
      >
        {made !== undefined && (
          <ShownOnce
            secret={new URL(made, window.location.href).href}
            label={texts.label}
            hint={texts.madeHint}
            onDone={close}
          />
        )}
      </Dialog>
    </Section>
  );
}

const outcome = { preferServerMessage: true, refresh: [addressQuery.queryKey] };

/** The choice of the containers, and the buttons of an address that exists or not. */
function Address({ address, onMade }: { address: CalendarAddress | null; onMade: (path: string) => void }) {
  const { data: views = [] } = useQuery(viewsQuery);
  const { confirm, dialog } = useConfirm();
  const [chosen, setChosen] = useState<number | null>(null);
  const view_id = address ? address.view_id : chosen;
  const creation = useAction(calendarsContract.create, {
    ...outcome,
    failed: texts.createFailed,
    onSuccess: ({ path }) => onMade(path),
  });
  const choice = useAction(calendarsContract.choose, { ...outcome, done: texts.chosen, failed: texts.chooseFailed });
  const revocation = useAction(calendarsContract.revoke, {
    ...outcome,
    done: texts.revoked,
    failed: texts.revokeFailed,
  });
  const renew = async () => {
    const asked = { title: texts.renewTitle, question: texts.renewQuestion, action: texts.renew };
    if (await confirm(asked)) await creation.run({ view_id });
  };
  const revoke = async () => {
    const asked = { title: texts.revokeTitle, question: texts.revokeQuestion, action: texts.revoke };
    if (await confirm(asked)) await revocation.run({});
  };
  const choose = (id: number | null) => (address ? void choice.run({ view_id: id }) : setChosen(id));
  return (
    <>
      <NativeSelect
        label={texts.containers}
        maw={420}
        value={view_id ?? ''}
        data={[
          { value: '', label: texts.followed },
          ...views.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ currentTarget: { value } }) => choose(value === '' ? null : Number(value))}
      />
      {address && (
        <Text fz="sm" c="dimmed">
          {texts.created(formatDate(address.created_at))}
          {', '}
          {texts.read(address.last_read_at && formatDateTime(address.last_read_at))}
        </Text>
      )}
      <Group gap="xs">
        {address ? (
          <>
            <Button variant="default" size="xs" loading={creation.busy} onClick={() => void renew()}>
              {texts.renew}
            </Button>
            <Button variant="subtle" size="xs" onClick={() => void revoke()}>
              {texts.revoke}
            </Button>
          </>
        ) : (
          <Button variant="default" size="xs" loading={creation.busy} onClick={() => void creation.run({ view_id })}>
            {texts.create}
          </Button>
        )}
      </Group>
      {dialog}
    </>
  );
}
