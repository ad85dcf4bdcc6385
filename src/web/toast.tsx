import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { texts } from './texts.ts';
import { TextButton } from './widgets/TextButton.tsx';
import styles from './toast.module.css';

/** Shows the result of an action at the top right, for 3 seconds. See docs/specification.md#toasts. */
export const toast = {
  /** With `undo`, the toast has a button that takes the action back. */
  success: (text: string, undo?: () => void) =>
    show('success', text, undo && ((close) => <Undo {...{ undo, close }} />)),
  /** `reason` is the server's message, shown below `text`. A second toast with the `id` of a visible one is left out. */
  error: (text: string, reason?: string, id?: string) =>
    show('error', text, reason === text ? undefined : () => reason, id),
};

/** A screen reader announces a status when it is idle, and an alert immediately. */
const looks = {
  success: { role: 'status', color: 'var(--success-text)' },
  error: { role: 'alert', color: 'var(--danger-text)' },
};

let shown = 0;

function show(
  kind: keyof typeof looks,
  text: string,
  below?: (close: () => void) => ReactNode,
  id = `toast-${++shown}`,
): void {
  notifications.show({
    id,
    ...looks[kind],
    title: text,
    message: below?.(() => notifications.hide(id)),
    classNames: { root: styles.root, title: styles.title, description: styles.reason },
    closeButtonProps: { 'aria-label': texts.dismiss },
    'data-kind': kind,
  });
}

function Undo({ undo, close }: { undo: () => void; close: () => void }) {
  const takeBack = () => {
    close();
    undo();
  };
  return <TextButton onClick={takeBack}>{texts.undo}</TextButton>;
}
