import { Group, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { previewTexts as texts } from '#features/files/preview/preview.texts.ts';
import { FileIcon } from '#web/widgets/FileIcon.tsx';
import { PreviewTool } from './PreviewTool.tsx';
import styles from './PreviewPanel.module.css';

type Props = {
  name: string | undefined;
  /** Gives the name the element of a title. */
  renderTitle: (name: ReactNode) => ReactNode;
  tools: ReactNode;
  onClose: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
};

/** The bar of the preview, also while its code loads: the name, the tools and 'Close'. */
export function PreviewBar({ name, renderTitle, tools, onClose, onKeyDown }: Props) {
  return (
    <Group className={styles.bar ?? ''} gap="sm" wrap="nowrap" {...(onKeyDown && { onKeyDown })}>
      {name !== undefined && <FileIcon name={name} />}
      {renderTitle(
        <Text fw={550} fz="md" lh={1.35} lineClamp={2} component="bdi">
          {name ?? texts.loading}
        </Text>,
      )}
      <Group className={styles.tools ?? ''} gap="xxs" wrap="nowrap">
        {tools}
        <PreviewTool icon={IconX} label={texts.close} size={22} onClick={onClose} data-autofocus="" />
      </Group>
    </Group>
  );
}
