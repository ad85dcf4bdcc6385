import { Button, Text } from '@mantine/core';
import type { File } from '#features/files/core/files.contract.ts';
import { versionsContract } from '#features/files/core/versions.contract.ts';
import type { FileVersion } from '#features/files/core/versions.contract.ts';
import { detailsTexts as texts } from '#features/files/core/versions.texts.ts';
import { nameLabel } from '#features/files/list/files-view.rules.ts';
import { filesKey } from '#web/query-keys.ts';
import { useAction } from '#web/use-action.ts';
import { useShownWhileClosing } from '#web/use-shown-while-closing.ts';
import { Dialog } from '#web/widgets/Dialog.tsx';
import { DialogButtons } from '#web/widgets/DialogButtons.tsx';

type Props = { file: File; version: FileVersion | undefined; onClose: () => void };

/** Confirms the restore of a version, and explains that the current content becomes a version. */
export function RestoreVersionDialog({ file, version, onClose }: Props) {
  const shown = useShownWhileClosing(version);
  const name = nameLabel(file);
  const restoring = useAction(versionsContract.restore, {
    done: texts.restored(name),
    failed: texts.restoreFailed,
    refresh: [filesKey],
  });

  const restore = async () => {
    if (!shown) return;
    await restoring.run({ id: file.id, version_id: shown.id });
    onClose();
  };

  return (
    <Dialog opened={version !== undefined} onClose={onClose} title={texts.restoreTitle}>
      {shown && <Text size="sm">{texts.restoreExplained(name, shown.created_at)}</Text>}
      <DialogButtons onCancel={onClose} cancelHasFocus mt="lg">
        <Button loading={restoring.busy} onClick={() => void restore()}>
          {texts.restore}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
