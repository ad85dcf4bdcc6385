import { Button, Stack } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useState } from 'react';
import { entryTexts } from '#features/containers/core/container-entries.texts.ts';
import type { ContainerEvent } from '#features/containers/core/containers.contract.ts';
import { kindsWithEvidence } from '#features/containers/core/containers.rules.ts';
import { eventText } from '#features/containers/core/containers.texts.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { containersKey } from '#web/query-keys.ts';
import { useAction } from '#web/use-action.ts';
import { Dialog } from '#web/widgets/Dialog.tsx';
import { DialogButtons } from '#web/widgets/DialogButtons.tsx';
import { useContainersPage } from '../containers-page.context.ts';
import styles from './ContainerEvents.module.css';

type Props = { containerId: number; event: ContainerEvent };

/** Adds documents to an entry that was made without them, such as 'Marked Received', which asks for nothing. */
export function AddDocuments({ containerId, event }: Props) {
  const { managing } = useContainersPage();
  const [isOpen, setOpen] = useState(false);
  if (!managing || !kindsWithEvidence.some((kind) => kind === event.what)) return null;
  const label = entryTexts.addTo(eventText(event));
  return (
    <>
      <Button
        variant="subtle"
        size="compact-xs"
        className={styles.add ?? ''}
        ms={-7}
        aria-label={label}
        leftSection={<IconPaperclip size={13} stroke={1.8} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {entryTexts.add}
      </Button>
      <Dialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={label}
        // A click outside must not discard the choice; only Escape and 'Cancel' do.
        closeOnClickOutside={false}
      >
        <Choice containerId={containerId} event={event} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function Choice({ containerId, event, onClose }: Props & { onClose: () => void }) {
  const { slots } = useContainersPage();
  const present = event.files?.map(({ id }) => id) ?? [];
  const [chosen, setChosen] = useState<number[]>(present);
  const added = chosen.filter((id) => !present.includes(id));
  const addition = useAction(containerWorkContract.addDocuments, {
    done: entryTexts.added,
    failed: entryTexts.addFailed,
    refresh: [containersKey],
  });
  const save = async () => {
    if (addition.busy) return;
    if (await addition.run({ id: containerId, event_id: event.id, file_ids: added })) onClose();
  };
  return (
    <Stack gap="md">
      <slots.EvidenceField
        containerId={containerId}
        chosen={chosen}
        onChange={(ids) => setChosen([...new Set([...present, ...ids])])}
        takesDrops
        startsOpen
      />
      <DialogButtons onCancel={onClose}>
        <Button disabled={added.length === 0} loading={addition.busy} onClick={() => void save()}>
          {entryTexts.add}
        </Button>
      </DialogButtons>
    </Stack>
  );
}
