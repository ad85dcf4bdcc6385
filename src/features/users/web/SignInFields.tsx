import { SegmentedControl, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { generatePassword } from '#features/passwords/passwords.rules.ts';
import { invitationTexts } from '#features/users/invitations.texts.ts';
import { ownTexts, texts } from '#features/users/users.texts.ts';
import { IconButton } from '#web/widgets/IconButton.tsx';
import { PasswordField } from '#web/widgets/PasswordField.tsx';
import { FormSection } from './FormSection.tsx';
import { useIsMailed } from './users.data.ts';

/** By an invitation, or with a password that the administrator hands over. */
export type SignInWay = 'mail' | 'hand';

type SignIn = { password: string; password_confirmation: string };

type Props = {
  way: SignInWay;
  onWay: (way: SignInWay) => void;
  field: (name: keyof SignIn) => object;
  onChange: (part: SignIn) => void;
};

/** A generated password fills both fields. See docs/specification.md#add-and-edit-users. */
export const generatedSignIn = (): SignIn => {
  const password = generatePassword();
  return { password, password_confirmation: password };
};

export function SignInFields({ way, onWay, field, onChange }: Props) {
  const isMailed = useIsMailed();
  const again = (
    <IconButton icon={IconRefresh} variant="subtle" size="compact-sm" onClick={() => onChange(generatedSignIn())}>
      {ownTexts.generate}
    </IconButton>
  );
  return (
    <FormSection title={ownTexts.signIn} action={way === 'hand' && again}>
      <SegmentedControl
        aria-label={invitationTexts.choice}
        data={[
          { value: 'mail', label: isMailed ? invitationTexts.byMail : invitationTexts.byLink },
          { value: 'hand', label: invitationTexts.byHand },
        ]}
        value={way}
        onChange={onWay}
        style={{ gridColumn: '1 / -1', justifySelf: 'start' }}
      />
      {way === 'mail' ? (
        <Text fz="sm" c="dimmed" style={{ gridColumn: '1 / -1' }}>
          {isMailed ? invitationTexts.byMailHint : invitationTexts.byLinkHint}
        </Text>
      ) : (
        <>
          <PasswordField
            label={texts.password}
            description={ownTexts.passwordHint}
            autoComplete="new-password"
            {...field('password')}
          />
          <PasswordField label={texts.confirmation} autoComplete="new-password" {...field('password_confirmation')} />
        </>
      )}
    </FormSection>
  );
}
