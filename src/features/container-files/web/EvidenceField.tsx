import { Button } from '@mantine/core';
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
import { LoadingRows } from '#web/widgets/Loading.tsx';
import styles from './EvidenceField.module.css';

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
    <div className={styles.field}>
      {takesDrops && mayUpload && <Drops onDrop={(transfer) => void upload(readDropped(transfer))} />}
      {isOpen ? (
        // The focused button is replaced by this field, which takes the focus.
        <fieldset className={styles.choices} tabIndex={-1} ref={focusWhenLost}>
          <legend className={styles.legend}>{entryTexts.documents}</legend>
          <Suspense fallback={<LoadingRows rows={2} height={28} />}>
            <EvidenceChoices containerId={containerId} chosen={chosen} onChange={onChange} />
          </Suspense>
          {mayUpload && (
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconUpload size={15} stroke={1.75} aria-hidden="true" />}
              onClick={() => void choose()}
            >
              {linkTexts.upload}
            </Button>
          )}
        </fieldset>
      ) : (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPaperclip size={15} stroke={1.75} aria-hidden="true" />}
          onClick={() => setOpen(true)}
        >
          {linkTexts.attach}
        </Button>
      )}
    </div>
  );
}

function Drops({ onDrop }: { onDrop: (transfer: DataTransfer) => void }) {
  useFileDrop(onDrop);
  return null;
}

function focusWhenLost(field: HTMLElement | null): void {
  if (document.activeElement === document.body) field?.focus();
}
