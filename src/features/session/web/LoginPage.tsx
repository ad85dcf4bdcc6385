import { Group, Text, Title } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { permissionsQuery } from '#features/permissions/web/permissions.data.ts';
import { tagline } from '#shared/texts.ts';
import { brand } from '#web/brand.ts';
import { BrandMark } from '#web/widgets/BrandMark.tsx';
import { landingScreen } from '../session.rules.ts';
import { texts } from '../session.texts.ts';
import { ContainerStack } from './ContainerStack.tsx';
import { forgetEndedSession, hasEndedSession } from './ended-session.ts';
import { LoginForm } from './LoginForm.tsx';
import type { LoginSlots } from './LoginForm.tsx';
import { currentUserQuery } from './session.data.ts';
import styles from './LoginPage.module.css';

/** Returns the token in the fragment of a mailed link for a new password. */
const tokenInAddress = () => /^#new-password=([\w-]+)$/.exec(window.location.hash)?.[1];

/** See docs/specification.md#sign-in. */
export function LoginPage({ slots }: { slots: LoginSlots }) {
  const landing = useLanding();
  const [token, setToken] = useState(tokenInAddress);
  // A link that is opened in a tab with this page changes only the fragment, so that the page is not loaded again.
  useWindowEvent('hashchange', () => setToken(tokenInAddress()));
  const [hasNewPassword, setHasNewPassword] = useState(false);
  const [wasSignedOut] = useState(hasEndedSession);
  // Only once: a reload of this page is a plain visit.
  useEffect(forgetEndedSession, []);
  // A signed-in user may open a link for a new password, of this account or of another. The login form then stays, to
  // sign in with the new password.
  const stays = token !== undefined || hasNewPassword;
  useEffect(() => {
    if (landing && !stays) window.location.replace(landing);
  }, [landing, stays]);
  const finish = (isSaved: boolean) => {
    setHasNewPassword(isSaved);
    window.history.replaceState(null, '', window.location.pathname);
    setToken(undefined);
  };
  return (
    <div className={styles.page}>
      <section className={styles.panel}>
        <div className={styles.card}>
          <Title order={1}>{texts.heading}</Title>
          <Text c="dimmed" mt={6} mb="lg" style={{ overflowWrap: 'anywhere' }}>
            {texts.subtitle(brand)}
          </Text>
          {wasSignedOut && (
            <Text p="sm" mb="md" bg="var(--primary-soft)" bdrs="md" role="status">
              {texts.signedOut}
            </Text>
          )}
          <LoginForm slots={slots} token={token} onTokenDone={finish} />
          <Text fz="sm" c="dimmed" ta="center" mt="lg">
            {texts.noAccount}{' '}
            <Text component="strong" inherit fw={550} c="var(--ink)">
              {texts.contactAdministrator}
            </Text>
          </Text>
        </div>
      </section>
      <aside className={styles.poster}>
        <ContainerStack className={styles.stack} />
        <Group>
          <BrandMark size={44} />
          <div>
            <Text fz="xl" fw={650} lh={1.25}>
              {brand}
            </Text>
            <Text c="#b9cddd">{tagline}</Text>
          </div>
        </Group>
      </aside>
    </div>
  );
}

/**
 * The landing screen of a user who is signed in already. A user whose permissions cannot be loaded counts as signed out
 * (docs/specification.md#silent-failures). Otherwise the guard would send the user back here, in an endless loop.
 */
function useLanding(): string | undefined {
  const { data: user } = useQuery(currentUserQuery);
  const { data: table } = useQuery({ ...permissionsQuery, enabled: Boolean(user) });
  return user && table ? landingScreen(user.role_id) : undefined;
}
