import { UnstyledButton } from '@mantine/core';
import type { ComponentProps } from 'react';
import { previewTexts as texts } from '#features/files/preview/preview.texts.ts';
import type { Icon } from '#web/widgets/EmptyState.tsx';
import styles from './PreviewPanel.module.css';

type Props = Omit<ComponentProps<'button'>, 'children' | 'type'> & {
  icon: Icon;
  label: string;
  /** Its key on the keyboard. */
  keyName?: string;
  size?: number;
  /** The tool is then a link. */
  link?: ComponentProps<'a'>;
};

/** A button or a link of the preview that is only an icon. */
export function PreviewTool({ icon: ShownIcon, label, keyName, size = 20, link, ...button }: Props) {
  const title = keyName === undefined ? label : texts.withKey(label, keyName);
  const look = { className: styles.tool ?? '', 'aria-label': label, title };
  const icon = <ShownIcon size={size} stroke={1.7} aria-hidden="true" />;
  if (link)
    return (
      <UnstyledButton component="a" {...look} {...link}>
        {icon}
      </UnstyledButton>
    );
  return (
    <UnstyledButton {...look} {...button}>
      {icon}
    </UnstyledButton>
  );
}
