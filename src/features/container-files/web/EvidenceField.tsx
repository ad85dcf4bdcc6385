import { Box, Stack, Text } from '@mantine/core';
import { IconPaperclip, IconUpload } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { linkTexts } from '#features/container-files/container-files.texts.ts';
import { entryTexts } from '#features/containers/core/container-entries.texts.ts';
import { useMayUpload } from '#features/files/web/may-upload.data.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { pickFiles } from '#web/pick-files.ts';
import { readDropped } from '#web/read-dropped.ts';
import type { Dropped } from '#web/read-dropped.ts';
import { useFileDrop } from '#web/use-file-drop.ts';
import { IconButton } from '#web/widgets/IconButton.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';

const EvidenceChoices = lazyPart(() => import('./EvidenceChoices.tsx').then((file) => file.EvidenceChoices));

type Props = {
  containerId: number;
  chosen: readonly number[];
  onChange: (fileIds: number[]) => void;
  /** Whether the field is in a dialog. Files that are dropped on the dialog are then uploaded and chosen. */
  takesDrops?: boolean;
  startsOpen?: boolean;
};

/** Chooses linked documents for an entry of the history, or uploads new ones. */
export function EvidenceField({ containerId, chosen, onChange, takesDrops = false, startsOpen = false }: Props) {
  const [isOpen, setOpen] = useState(startsOpen);
  const mayUpload = useMayUpload();
  const upload = async (dropped: Promise<Dropped>) => {
    setOpen(true);
    const { uploadToContainer } = await import('./container-upload.data.ts');
    const stored = await uploadToContainer(containerId, dropped);
    onChange([...new Set([...chosen, ...stored.map(({ id }) => id)])]);
  };
  const choose = async () => {
    const files = await pickFiles();
    if (files.length > 0) await upload(Promise.resolve({ files, unreadable: [] }));
  };
  return (
    <Box miw={0} ta="start" style={{ justifySelf: 'stretch' }}>
      {takesDrops && mayUpload && <Drops onDrop={(transfer) => void upload(readDropped(transfer))} />}
      {isOpen ? (
        // The focused button is replaced by this field, which takes the focus.
        <Stack component="fieldset" gap="xs" align="start" miw={0} m={0} p={0} bd={0} tabIndex={-1} ref={focusWhenLost}>
          <Text component="legend" fz="sm" fw={550} p={0} mb="xxs">
            {entryTexts.documents}
          </Text>
          <Suspense fallback={<LoadingRows rows={2} height={28} />}>
            <EvidenceChoices containerId={containerId} chosen={chosen} onChange={onChange} />
          </Suspense>
          {mayUpload && (
            <IconButton icon={IconUpload} variant="default" size="compact-sm" onClick={() => void choose()}>
              {linkTexts.upload}
            </IconButton>
          )}
        </Stack>
      ) : (
        <IconButton icon={IconPaperclip} variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
          {linkTexts.attach}
        </IconButton>
      )}
    </Box>
  );
}

function Drops({ onDrop }: { onDrop: (transfer: DataTransfer) => void }) {
  useFileDrop(onDrop);
  return null;
}

function focusWhenLost(field: HTMLElement | null): void {
  if (document.activeElement === document.body) field?.focus();
}
