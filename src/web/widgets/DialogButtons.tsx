import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts as shared } from '#shared/texts.ts';
import styles from './DialogButtons.module.css';

type Props = {
  /** Without it, there is no 'Cancel'. */
  onCancel?: (() => void) | undefined;
  /** Whether 'Cancel' takes the focus when the dialog opens. */
  cancelHasFocus?: boolean;
  /** The space above, if the buttons are not in a stack. */
  mt?: 'lg';
  /** Whether the buttons stay in sight below a long form. */
  isFoot?: boolean;
  /** The buttons that act. */
  children: ReactNode;
};

/** The last line of a dialog: 'Cancel' and the buttons that act. */
export function DialogButtons({ onCancel, cancelHasFocus = false, mt, isFoot, children }: Props) {
  return (
    <Group justify="flex-end" gap="sm" className={isFoot ? (styles.foot ?? '') : ''} {...(mt && { mt })}>
      {onCancel && (
        <Button variant="default" onClick={onCancel} {...(cancelHasFocus && { 'data-autofocus': true })}>
          {shared.cancel}
        </Button>
      )}
      {children}
    </Group>
  );
}
