import { PasswordField } from '#web/widgets/PasswordField.tsx';
import { own } from '../passwords.texts.ts';

type Props = {
  value: string;
  onChange: (password: string) => void;
  /** The errors of this field. */
  errors: string[] | undefined;
};

/** The field for the caller's current password. It is the first field of its form, so it takes the focus. */
export function CurrentPasswordField({ value, onChange, errors }: Props) {
  return (
    <PasswordField
      label={own.current}
      name="current_password"
      autoComplete="current-password"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={errors?.[0]}
      required
      withAsterisk={false}
      // `data-autofocus` is for dialogs, which set the focus themselves.
      data-autofocus
      autoFocus
    />
  );
}
