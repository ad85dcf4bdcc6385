import type { MouseEvent } from 'react';
import type { Failure } from '#shared/failure.ts';
import { toast } from './toast.tsx';

/** After this time the browser follows the link without the server's answer. */
const maxWaitMs = 10_000;

/**
 * Handles the click on a link with `download`: asks the server first and shows its refusal, which the browser would save
 * as a file. Without an answer, the browser reports the failed download itself.
 */
export function checkDownload(event: MouseEvent<HTMLAnchorElement>, onRefusal?: (failure: Failure) => void): void {
  // With Alt the browser saves the target, with the other keys it opens a tab or window. It handles these clicks itself.
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const { href } = event.currentTarget;
  event.preventDefault();
  void refusalOf(href).then((refusal) => {
    if (refusal === undefined) return save(href);
    onRefusal?.(refusal);
    return toast.error(refusal.message);
  });
}

/** Returns the server's answer if it refuses the download. */
async function refusalOf(href: string): Promise<Failure | undefined> {
  const signal = AbortSignal.timeout(maxWaitMs);
  try {
    // The answer may be a redirect to the store, which a script cannot read.
    const { ok, type } = await fetch(href, { method: 'HEAD', redirect: 'manual', signal });
    if (ok || type === 'opaqueredirect') return undefined;
    const answer = await fetch(href, { redirect: 'manual', signal });
    // The state has changed meanwhile.
    if (answer.ok || answer.type === 'opaqueredirect') return undefined;
    return (await answer.json()) as Failure;
  } catch {
    return undefined;
  }
}

function save(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.click();
}
