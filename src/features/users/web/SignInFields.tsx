import { Button, SegmentedControl, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { generatePassword } from '#features/passwords/passwords.rules.ts';
import { invitationTexts } from '#features/users/invitations.texts.ts';
import { ownTexts, texts } from '#features/users/users.texts.ts';
import { PasswordField } from '#web/widgets/PasswordField.tsx';
import { FormSection } from './FormSection.tsx';
import { invitationsQuery } from './users.data.ts';

type SignIn = { password: string; confirmation: string };

/** By an invitation, or with a password that the administrator hands over. */
export type SignInWay = 'mail' | 'hand';

type Props = {
  way: SignInWay;
  onWay: (way: SignInWay) => void;
  value: SignIn;
  onChange: (part: SignIn) => void;
  errors: Record<string, string[]> | undefined;
};

/** A generated password fills both fields. See docs/specification.md#add-and-edit-users. */
export const generatedSignIn = (): SignIn => {
  const password = generatePassword();
  return { password, confirmation: password };
};

const ways: { value: SignInWay; label: string }[] = [
  { value: 'mail', label: invitationTexts.byMail },
  { value: 'hand', label: invitationTexts.byHand },
];

export function SignInFields({ way, onWay, value, onChange, errors }: Props) {
  const { data } = useInfiniteQuery(invitationsQuery);
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
  const choice = (
    <SegmentedControl
      aria-label={invitationTexts.choice}
      data={ways}
      value={way}
      onChange={(chosen) => onWay(chosen)}
      style={{ gridColumn: '1 / -1', justifySelf: 'start' }}
    />
  );
  if (way === 'mail')
    return (
      <FormSection title={ownTexts.signIn}>
        {choice}
        <Text fz="sm" c="dimmed" style={{ gridColumn: '1 / -1' }}>
          {data?.pages[0]?.mailed === false ? invitationTexts.byLinkHint : invitationTexts.byMailHint}
        </Text>
      </FormSection>
    );
  return (
    <FormSection title={ownTexts.signIn} action={again}>
      {choice}
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
