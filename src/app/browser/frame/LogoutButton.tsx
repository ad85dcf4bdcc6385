import { IconLogout } from '@tabler/icons-react';
import { useLogout } from '#features/session/web/use-logout.ts';
import { texts } from './frame.texts.ts';

export function LogoutButton({ className }: { className: string }) {
  const logout = useLogout();
  return (
    <button type="button" className={className} data-framed disabled={logout.busy} onClick={() => void logout.run()}>
      <IconLogout size={18} stroke={1.75} aria-hidden="true" />
      {texts.logout}
    </button>
  );
}
