import { PasswordField } from '#web/widgets/PasswordField.tsx';
import { own } from '../passwords.texts.ts';

type Props = {
  value: string;
  onChange: (password: string) => void;
  /** What was wrong with it. */
  errors: string[] | undefined;
};

/** One's own password once more, asked for by itself or first; so it takes the focus. */
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
      // The first is for dialogs, which place the focus themselves.
      data-autofocus
      autoFocus
    />
  );
}
