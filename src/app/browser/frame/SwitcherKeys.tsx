import { lazy, Suspense, useEffect, useState } from 'react';

const QuickSwitcher = lazy(() =>
  import('../quick-switcher/QuickSwitcher.tsx').then((file) => ({ default: file.QuickSwitcher })),
);

/** Opens the quick switcher with Ctrl+K (Cmd+K on a Mac), and with '/' outside of fields. Its code loads with the first press. */
export function SwitcherKeys() {
  // Undefined until the first press.
  const [opened, setOpened] = useState<boolean>();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!opensSwitcher(event)) return;
      event.preventDefault();
      setOpened(true);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  if (opened === undefined) return null;
  return (
    <Suspense fallback={null}>
      <QuickSwitcher opened={opened} onClose={() => setOpened(false)} />
    </Suspense>
  );
}

function opensSwitcher({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (altKey || document.querySelector('[aria-modal=true]')) return false;
  if (ctrlKey || metaKey) return key === 'k';
  return key === '/' && !document.activeElement?.matches('input, textarea, select');
}
