import { Suspense, useCallback, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { CallFailure } from '#web/call-failure.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { PasswordAgainContext } from '#web/password-again.ts';

const ConfirmPasswordDialog = lazyPart(() =>
  import('#features/passwords/web/ConfirmPasswordDialog.tsx').then((file) => file.ConfirmPasswordDialog),
);

/** The user cancelled the dialog. An AbortError shows no message. */
const cancelled = () => new DOMException('Aborted', 'AbortError');

/** Shows one password dialog, even if several calls wait for the password. */
export function PasswordAgain({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const waiting = useRef<((isConfirmed: boolean) => void)[]>([]);

  const withPassword = useCallback(async <T,>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      if (!needsPassword(error)) throw error;
      setOpen(true);
      const isConfirmed = await new Promise<boolean>((resolve) => waiting.current.push(resolve));
      if (!isConfirmed) throw cancelled();
      return run();
    }
  }, []);

  const answer = (isConfirmed: boolean) => {
    setOpen(false);
    for (const resolve of waiting.current.splice(0)) resolve(isConfirmed);
  };

  return (
    <PasswordAgainContext value={withPassword}>
      {children}
      {isOpen && (
        <Suspense fallback={null}>
          <ConfirmPasswordDialog onAnswer={answer} />
        </Suspense>
      )}
    </PasswordAgainContext>
  );
}

function needsPassword(error: unknown): boolean {
  if (!(error instanceof CallFailure) || error.status !== 403) return false;
  return Boolean((error.failure.details as { confirm_password?: true } | undefined)?.confirm_password);
}
