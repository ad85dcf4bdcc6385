import { CalendarPanel } from '#features/calendars/web/CalendarPanel.tsx';
import { PasswordPage } from '#features/passwords/web/PasswordPage.tsx';
import { TokensPanel } from '#features/tokens/web/TokensPanel.tsx';
import { listUsers } from '#features/users/web/users.data.ts';

const panels = (
  <>
    <TokensPanel />
    <CalendarPanel />
  </>
);

export const PasswordScreen = () => <PasswordPage listUsers={listUsers} tokens={panels} />;
