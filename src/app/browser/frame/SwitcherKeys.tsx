import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '#web/lazy-part.ts';
import { handleRowKey } from './row-arrows.ts';

const QuickSwitcher = lazyPart(() => import('../quick-switcher/QuickSwitcher.tsx').then((file) => file.QuickSwitcher));

/**
 * Moves between the rows of lists with the arrow keys. Opens the quick switcher with Ctrl+K (Cmd+K on a Mac), and with '/' outside of fields; the list of shortcuts with '?'.
 * Their code loads with the first press.
 */
export function SwitcherKeys() {
  // Undefined until the first press.
  const [shows, setShows] = useState<'search' | 'shortcuts'>();
  const [opened, setOpened] = useState(true);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      handleRowKey(event);
      const shown = openedBy(event);
      if (!shown) return;
      event.preventDefault();
      setShows(shown);
      setOpened(true);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  if (!shows) return null;
  return (
    <Suspense fallback={null}>
      <QuickSwitcher opened={opened} shows={shows} onClose={() => setOpened(false)} />
    </Suspense>
  );
}

function openedBy({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) {
  if (altKey || document.querySelector('[aria-modal=true]')) return undefined;
  if (ctrlKey || metaKey) return key === 'k' ? 'search' : undefined;
  if (document.activeElement?.matches('input:not([type=checkbox]), textarea, select')) return undefined;
  return ({ '/': 'search', '?': 'shortcuts' } as const)[key];
}
