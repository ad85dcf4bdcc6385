import type { ComponentProps } from 'react';
import { PasswordField } from '#web/widgets/PasswordField.tsx';
import { own } from '../passwords.texts.ts';

/** The field for the caller's current password. It is the first field of its form, so it takes the focus. */
export function CurrentPasswordField(props: Partial<ComponentProps<typeof PasswordField>>) {
  return (
    <PasswordField
      {...props}
      label={own.current}
      name="current_password"
      autoComplete="current-password"
      // `data-autofocus` is for dialogs, which set the focus themselves.
      data-autofocus
      autoFocus
    />
  );
}
