import { Tabs } from '@mantine/core';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { Card } from '#web/widgets/Card.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { mayResetPasswords } from '../passwords.rules.ts';
import { own, texts } from '../passwords.texts.ts';
import { ChangePasswordForm } from './ChangePasswordForm.tsx';
import { ResetPasswordForm } from './ResetPasswordForm.tsx';
import type { ListUsers } from './ResetPasswordForm.tsx';
import { SessionList } from './SessionList.tsx';
import { TwoFactorPanel } from './TwoFactorPanel.tsx';
import styles from './PasswordPage.module.css';

/**
 * Roles 1 and 2 have two tabs, role 3 only the form for their own password. See docs/specification.md#password-forms.
 */
export function PasswordPage({ listUsers }: { listUsers: ListUsers }) {
  const user = useCurrentUser();
  return (
    <div className={styles.page}>
      <PageHeader title={texts.title} subtitle={own.subtitle} />
      {mayResetPasswords(user) ? (
        <Tabs defaultValue="change" keepMounted={false}>
          <Tabs.List>
            <Tabs.Tab value="change">{texts.changeTab}</Tabs.Tab>
            <Tabs.Tab value="reset">{texts.resetTab}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="change" pt="lg">
            <Own />
          </Tabs.Panel>
          <Tabs.Panel value="reset" pt="lg">
            <Card as="section" className={styles.card}>
              <ResetPasswordForm self={user} listUsers={listUsers} />
            </Card>
          </Tabs.Panel>
        </Tabs>
      ) : (
        <Own />
      )}
    </div>
  );
}

function Own() {
  return (
    <div className={styles.columns}>
      <Card as="section" className={styles.card}>
        <ChangePasswordForm />
      </Card>
      <Card as="section" className={styles.card}>
        <SessionList />
      </Card>
      <Card as="section" className={styles.card}>
        <TwoFactorPanel />
      </Card>
    </div>
  );
}
