import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';
import { sharedTexts } from '#features/files/core/files.texts.ts';
import { takeSharedFiles } from '#web/shared-files.ts';
import { toast } from '#web/toast.tsx';

/**
 * Adds the files that another app has shared: the service worker opens the upload screen with `?shared=received`, or with
 * the reason why there are none. `ready`: whether `onAdd` can be called already.
 */
export function useSharedFiles(ready: boolean, onAdd: (files: readonly globalThis.File[]) => void): void {
  const [address, setAddress] = useSearchParams();
  const shared = address.get('shared');
  const take = useEffectEvent(async () => {
    // So that a reload does not look for them again.
    setAddress(
      (now) => {
        now.delete('shared');
        return now;
      },
      { replace: true },
    );
    if (shared === 'too-large') return toast.error(sharedTexts.tooLarge, sharedTexts.tooLargeHint);
    const files = shared === 'received' ? await takeSharedFiles() : [];
    if (files.length > 0) onAdd(files);
    else toast.error(sharedTexts.failed, sharedTexts.failedHint);
  });
  useEffect(() => {
    if (ready && shared !== null) void take();
  }, [ready, shared]);
}
