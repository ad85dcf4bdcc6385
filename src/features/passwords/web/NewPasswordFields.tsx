import { PasswordField } from '#web/widgets/PasswordField.tsx';
import { own } from '../passwords.texts.ts';

export const noPassword = { new_password: '', new_password_confirmation: '' };

export const isMistyped = (typed: typeof noPassword) => typed.new_password !== typed.new_password_confirmation;

/** A new password, typed twice. In a dialog, the first field takes the focus. */
export function NewPasswordFields({ field }: { field: (name: keyof typeof noPassword) => object }) {
  return (
    <>
      <PasswordField
        label={own.fresh}
        description={own.rules}
        autoComplete="new-password"
        {...field('new_password')}
        data-autofocus
      />
      <PasswordField label={own.confirm} autoComplete="new-password" {...field('new_password_confirmation')} />
    </>
  );
}
