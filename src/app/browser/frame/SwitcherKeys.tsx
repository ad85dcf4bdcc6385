import { lazy, Suspense, useEffect, useState } from 'react';

const QuickSwitcher = lazy(() =>
  import('../quick-switcher/QuickSwitcher.tsx').then((file) => ({ default: file.QuickSwitcher })),
);

/** Opens the quick switcher with Ctrl+K (Cmd+K on a Mac), and with '/' outside of fields. Its code loads with the first press. */
export function SwitcherKeys() {
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!opensSwitcher(event)) return;
      event.preventDefault();
      setWasOpen(true);
      setOpen(true);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  if (!wasOpen) return null;
  return (
    <Suspense fallback={null}>
      <QuickSwitcher opened={isOpen} onClose={() => setOpen(false)} />
    </Suspense>
  );
}

function opensSwitcher({ key, ctrlKey, metaKey, altKey, repeat, target }: KeyboardEvent): boolean {
  if (repeat || altKey || document.querySelector('[aria-modal="true"]')) return false;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k';
  const isInField = target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]');
  return key === '/' && !isInField;
}
