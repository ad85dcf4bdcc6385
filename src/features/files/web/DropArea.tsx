import { Button } from '@mantine/core';
import { IconCloudUpload, IconFolderPlus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { ChangeEvent } from 'react';
import { ownTexts, texts } from '#features/files/files.texts.ts';
import { toast } from '#web/toast.ts';
import { pickFolder, readDropped } from './read-dropped.ts';
import { useFileDrop } from './use-file-drop.ts';
import styles from './DropArea.module.css';

type Props = { disabled: boolean; onAdd: (files: readonly globalThis.File[]) => void };

/** Click, or drop files and folders. Source: spec section 2, Upload Files. */
export function DropArea({ disabled, onAdd }: Props) {
  const headingId = useId();
  const hintId = useId();
  const [reading, setReading] = useState(false);

  const take = async (transfer: DataTransfer) => {
    if (disabled) return toast.error(ownTexts.waitForUpload);
    const dropped = readDropped(transfer);
    setReading(true);
    const { files, unreadable } = await dropped;
    setReading(false);
    onAdd(files);
    if (unreadable.length > 0) toast.error(ownTexts.unreadable(unreadable));
    else if (files.length === 0) toast.error(ownTexts.nothingDropped);
  };
  const over = useFileDrop((transfer) => void take(transfer));

  const choose = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    onAdd([...(input.files ?? [])]);
    // Else choosing the same file again would be no change and go unheard.
    input.value = '';
  };
  const chooseFolder = async () => onAdd(await pickFolder());

  return (
    <div className={styles.section}>
      <div className={styles.head}>
        <h2 className={styles.heading} id={headingId}>
          {texts.selectFiles}
        </h2>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconFolderPlus size={16} stroke={1.75} aria-hidden="true" />}
          disabled={disabled}
          onClick={() => void chooseFolder()}
        >
          {ownTexts.chooseFolder}
        </Button>
      </div>
      <div className={styles.area} data-over={over && !disabled} data-disabled={disabled}>
        <input
          type="file"
          multiple
          className={styles.input}
          aria-labelledby={headingId}
          aria-describedby={hintId}
          disabled={disabled}
          onChange={choose}
        />
        <IconCloudUpload size={36} stroke={1.4} aria-hidden="true" />
        <p className={styles.invitation} id={hintId}>
          {reading ? ownTexts.readingFolders : invitation(disabled, over)}
        </p>
        {!disabled && <p className={styles.limits}>{ownTexts.dropLimits}</p>}
      </div>
    </div>
  );
}

function invitation(disabled: boolean, over: boolean): string {
  if (disabled) return ownTexts.waitForUpload;
  return over ? ownTexts.dropNow : ownTexts.drop;
}
