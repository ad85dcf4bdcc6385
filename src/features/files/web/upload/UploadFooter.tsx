import { Button, Group, Stack } from '@mantine/core';
import { IconAlertTriangle, IconUpload } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { texts } from '#features/files/core/files.texts.ts';
import type { UploadProgress } from '../sending/upload-progress-store.ts';
import { UploadProgressPanel } from '../sending/UploadProgressPanel.tsx';

type Props = {
  count: number;
  typeChosen: boolean;
  progress: UploadProgress | undefined;
  onUpload: () => void;
  onCancel: () => void;
  /** Called after an upload, if the focused button was removed and the upload button is disabled. */
  onFocusLost: () => void;
};

/** The missing choices, the upload button and the progress. See docs/specification.md#upload-screen. */
export function UploadFooter({ count, typeChosen, progress, onUpload, onCancel, onFocusLost }: Props) {
  const busy = progress !== undefined;
  const button = useRef<HTMLButtonElement>(null);
  const keepFocus = useEffectEvent(() => {
    if (document.activeElement !== document.body || !button.current) return;
    if (button.current.disabled) onFocusLost();
    else button.current.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (!busy) keepFocus();
  }, [busy]);
  return (
    <Stack gap="sm" p="md">
      {!typeChosen && !busy && (
        <Group
          gap="xs"
          wrap="nowrap"
          px="sm"
          py="xs"
          fz="sm"
          c={count > 0 ? 'var(--accent-text)' : 'dimmed'}
          fw={count > 0 ? 550 : 400}
          bg={count > 0 ? 'var(--accent-soft)' : 'var(--surface-sunken)'}
          style={{ borderRadius: 'var(--mantine-radius-sm)' }}
        >
          <IconAlertTriangle size={17} stroke={1.9} aria-hidden="true" style={{ flex: 'none' }} />
          <span>{texts.chooseTypeFirst}</span>
        </Group>
      )}
      {progress && <UploadProgressPanel progress={progress} onCancel={onCancel} />}
      <Button
        ref={button}
        // Without files, the area that takes them is the largest thing on the page.
        {...(count > 0 ? { size: 'md', fullWidth: true } : { variant: 'default', style: { alignSelf: 'center' } })}
        leftSection={!busy && <IconUpload size={18} stroke={1.9} aria-hidden="true" />}
        disabled={busy || count === 0 || !typeChosen}
        onClick={onUpload}
      >
        {busy ? texts.uploading : texts.uploadFiles(count)}
      </Button>
    </Stack>
  );
}
