import { SimpleGrid, Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { Section } from '#web/widgets/Section.tsx';
import { mayResetPasswords } from '../passwords.rules.ts';
import { own, texts } from '../passwords.texts.ts';
import { ChangePasswordForm } from './ChangePasswordForm.tsx';
import { PasskeysPanel } from './PasskeysPanel.tsx';
import { ResetPasswordForm } from './ResetPasswordForm.tsx';
import type { ListUsers } from './ResetPasswordForm.tsx';
import { SessionList } from './SessionList.tsx';
import { TwoFactorPanel } from './TwoFactorPanel.tsx';

/**
 * Roles 1 and 2 have two tabs, role 3 only the form for their own password. See docs/specification.md#password-forms.
 */
export function PasswordPage({ listUsers, tokens }: { listUsers: ListUsers; tokens: ReactNode }) {
  const user = useCurrentUser();
  return (
    <>
      <PageHeader title={texts.title} subtitle={own.subtitle} />
      {mayResetPasswords(user) ? (
        <Tabs defaultValue="change" keepMounted={false}>
          <Tabs.List>
            <Tabs.Tab value="change">{texts.changeTab}</Tabs.Tab>
            <Tabs.Tab value="reset">{texts.resetTab}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="change" pt="md">
            <Own tokens={tokens} />
          </Tabs.Panel>
          <Tabs.Panel value="reset" pt="md" maw="44rem">
            <Section title={texts.resetTab}>
              <ResetPasswordForm self={user} listUsers={listUsers} />
            </Section>
          </Tabs.Panel>
        </Tabs>
      ) : (
        <Own tokens={tokens} />
      )}
    </>
  );
}

function Own({ tokens }: { tokens: ReactNode }) {
  return (
    <SimpleGrid minColWidth="min(22rem, 100%)" spacing="md" style={{ alignItems: 'start' }}>
      <Section title={texts.changeTab}>
        <ChangePasswordForm />
      </Section>
      <SessionList />
      <TwoFactorPanel />
      <PasskeysPanel />
      {tokens}
    </SimpleGrid>
  );
}
