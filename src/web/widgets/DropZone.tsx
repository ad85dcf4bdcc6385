import { Text } from '@mantine/core';
import { IconCloudUpload } from '@tabler/icons-react';
import { useId } from 'react';
import styles from './DropZone.module.css';

type Props = {
  /** The name of the file field: its text, or the id of an element. */
  label: { text: string } | { id: string };
  /** A text, or one for a pointer and one for a finger. */
  invitation: string | { pointer: string; thumb: string };
  /** A second line. */
  limits?: string | undefined;
  accept?: string;
  multiple?: boolean;
  disabled: boolean;
  /** Whether files are dragged over the page; see `useFileDrop`. */
  isOver: boolean;
  onChoose: (files: readonly globalThis.File[]) => void;
};

/** An area that accepts a click or a tap. The screen takes the files that are dropped anywhere on it. */
export function DropZone(props: Props) {
  const { label, invitation, limits, accept, multiple = false, disabled, isOver, onChoose } = props;
  const hintId = useId();
  return (
    <div className={styles.area} data-over={isOver && !disabled} data-disabled={disabled}>
      <input
        type="file"
        multiple={multiple}
        accept={accept}
        className={styles.input}
        {...('text' in label ? { 'aria-label': label.text } : { 'aria-labelledby': label.id })}
        aria-describedby={hintId}
        disabled={disabled}
        onChange={({ currentTarget: input }) => {
          onChoose([...(input.files ?? [])]);
          // Without the reset, the browser fires no change event when the user chooses the same file again.
          input.value = '';
        }}
      />
      <IconCloudUpload size={36} stroke={1.4} aria-hidden="true" />
      <Text fw={550} c="var(--ink)" mt={6} id={hintId}>
        {typeof invitation === 'string' ? (
          invitation
        ) : (
          <>
            <span className={styles.forPointer}>{invitation.pointer}</span>
            <span className={styles.forThumb}>{invitation.thumb}</span>
          </>
        )}
      </Text>
      {limits && (
        <Text fz="sm" c="dimmed">
          {limits}
        </Text>
      )}
    </div>
  );
}
