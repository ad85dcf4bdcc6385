import { notifications } from '@mantine/notifications';
import { toastClosesAfterMs } from '#shared/limits.ts';
import { texts } from './texts.ts';
import styles from './toast.module.css';

/** Tells a person how something went, at the top right, for 3 seconds. Source: spec section 2. */
export const toast = {
  success: (text: string) => show('success', text),
  /** `reason` is the server's own sentence, shown below the catalogue's text. */
  error: (text: string, reason?: string) => show('error', text, reason),
};

type Kind = 'success' | 'error';

const roleOf = { success: 'status', error: 'alert' } as const satisfies Record<Kind, string>;

const classNames = {
  root: styles.root ?? '',
  body: styles.body ?? '',
  title: styles.title ?? '',
  description: styles.reason ?? '',
};

function show(kind: Kind, text: string, reason?: string): void {
  const id: string = notifications.show({
    title: text,
    message: reason === text ? undefined : reason,
    role: roleOf[kind],
    'data-kind': kind,
    classNames,
    closeButtonProps: { 'aria-label': texts.dismiss },
    autoClose: toastClosesAfterMs,
    // The library waits while a pointer rests on a toast, but not for the keyboard.
    onFocus: () => notifications.update({ id, title: text, message: reason, autoClose: false }),
    onBlur: () => notifications.update({ id, title: text, message: reason, autoClose: toastClosesAfterMs }),
  });
}
