import { Box } from '@mantine/core';
import { landingScreen } from '#features/session/session.rules.ts';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { Card } from '#web/widgets/Card.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { texts } from '../two-factor.texts.ts';
import { TwoFactorPanel } from './TwoFactorPanel.tsx';
import { TwoFactorSetup } from './TwoFactorSetup.tsx';
import styles from './TwoFactor.module.css';

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
          <Card as="section" className={styles.setup}>
            <TwoFactorSetup onDone={leave} />
          </Card>
        ) : (
          <TwoFactorPanel isUntitled />
        )}
      </Box>
    </>
  );
}
