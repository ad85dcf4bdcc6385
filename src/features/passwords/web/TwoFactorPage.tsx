import { Box, Stack } from '@mantine/core';
import { landingScreen } from '#features/session/session.rules.ts';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { Section } from '#web/widgets/Section.tsx';
import { texts as passkeys } from '../passkeys.texts.ts';
import { texts } from '../two-factor.texts.ts';
import { PasskeyForm } from './PasskeyForm.tsx';
import { offersPasskeys } from './passkeys-offered.ts';
import { TwoFactorPanel } from './TwoFactorPanel.tsx';
import { TwoFactorSetup } from './TwoFactorSetup.tsx';

/** The only screen that opens for users who must set up two-factor sign-in. */
export function TwoFactorPage() {
  const { role_id, must_set_up_two_factor: must } = useCurrentUser();
  // Reloads the page, because earlier calls were refused.
  const leave = () => window.location.replace(landingScreen(role_id) ?? '/');
  return (
    <>
      <PageHeader
        title={must ? texts.requiredTitle : texts.title}
        subtitle={must ? texts.requiredHint : texts.explained}
      />
      <Box maw="44rem">
        {must ? (
          <Stack gap="md">
            <Section title={texts.app}>
              <TwoFactorSetup onDone={leave} />
            </Section>
            {offersPasskeys && (
              <Section title={passkeys.title} description={passkeys.explained}>
                <PasskeyForm turnsOn={false} onDone={leave} />
              </Section>
            )}
          </Stack>
        ) : (
          <TwoFactorPanel isUntitled />
        )}
      </Box>
    </>
  );
}
