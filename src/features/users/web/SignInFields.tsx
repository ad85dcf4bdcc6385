import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { generatePassword } from '#features/passwords/passwords.rules.ts';
import { ownTexts, texts } from '#features/users/users.texts.ts';
import { PasswordField } from '#web/widgets/PasswordField.tsx';
import { FormSection } from './FormSection.tsx';

type SignIn = { password: string; confirmation: string };

type Props = {
  value: SignIn;
  onChange: (part: SignIn) => void;
  errors: Record<string, string[]> | undefined;
};

/** A generated password fills both fields. See docs/specification.md#add-and-edit-users. */
export const generatedSignIn = (): SignIn => {
  const password = generatePassword();
  return { password, confirmation: password };
};

export function SignInFields({ value, onChange, errors }: Props) {
  const again = (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconRefresh size={15} stroke={1.9} aria-hidden="true" />}
      onClick={() => onChange(generatedSignIn())}
    >
      {ownTexts.generate}
    </Button>
  );
  return (
    <FormSection title={ownTexts.signIn} action={again}>
      <PasswordField
        label={texts.password}
        description={ownTexts.passwordHint}
        name="password"
        autoComplete="new-password"
        value={value.password}
        onChange={(event) => onChange({ ...value, password: event.currentTarget.value })}
        error={errors?.['password']?.[0]}
        required
        withAsterisk={false}
      />
      <PasswordField
        label={texts.confirmation}
        name="password_confirmation"
        autoComplete="new-password"
        value={value.confirmation}
        onChange={(event) => onChange({ ...value, confirmation: event.currentTarget.value })}
        error={errors?.['password_confirmation']?.[0]}
        required
        withAsterisk={false}
      />
    </FormSection>
  );
}
