import { Suspense, lazy, useCallback, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { CallFailure } from '#web/call-failure.ts';
import { PasswordAgainContext } from '#web/password-again.ts';

const ConfirmPasswordDialog = lazy(() =>
  import('#features/passwords/web/ConfirmPasswordDialog.tsx').then((file) => ({ default: file.ConfirmPasswordDialog })),
);

/** Whoever answers no has given up what they were about to do; nothing is said of it. */
const givenUp = () => new DOMException('Aborted', 'AbortError');

/** What the server wants the password for is asked once, however many calls wait for it. */
export function PasswordAgain({ children }: { children: ReactNode }) {
  const [isAsked, setAsked] = useState(false);
  const waiting = useRef<((isConfirmed: boolean) => void)[]>([]);

  const withPassword = useCallback(async <T,>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      if (!wantsPassword(error)) throw error;
      setAsked(true);
      const isConfirmed = await new Promise<boolean>((resolve) => waiting.current.push(resolve));
      if (!isConfirmed) throw givenUp();
      return run();
    }
  }, []);

  const answer = (isConfirmed: boolean) => {
    setAsked(false);
    for (const resolve of waiting.current.splice(0)) resolve(isConfirmed);
  };

  return (
    <PasswordAgainContext value={withPassword}>
      {children}
      {isAsked && (
        <Suspense fallback={null}>
          <ConfirmPasswordDialog onAnswer={answer} />
        </Suspense>
      )}
    </PasswordAgainContext>
  );
}

function wantsPassword(error: unknown): boolean {
  if (!(error instanceof CallFailure) || error.status !== 403) return false;
  return Boolean((error.failure.details as { confirm_password?: true } | undefined)?.confirm_password);
}
