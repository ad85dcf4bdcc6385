import { useWindowEvent } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { lazyPart } from '#web/lazy-part.ts';
import { texts } from './frame.texts.ts';
import { handleRowKey } from './row-arrows.ts';
import bar from './TopBar.module.css';

const QuickSwitcher = lazyPart(() => import('../quick-switcher/QuickSwitcher.tsx').then((file) => file.QuickSwitcher));

/**
 * The letters typed between the shortcut and the focus of the field. They go into the field; otherwise a letter could be the
 * shortcut of a row. `until`: the event time up to which they are collected.
 */
type EarlyText = { text: string; until: number } | undefined;

/** If the dialog opens later than this, letters are shortcuts again. */
const maxOpeningMs = 3000;

/**
 * Moves between the rows of lists with the arrow keys. Opens the quick switcher with Ctrl+K (Cmd+K on a Mac), and with '/'
 * outside of fields, and with its button in the bar; the list of shortcuts with '?'. Their code loads with the first press.
 */
export function QuickSearch() {
  // Undefined until the first press.
  const [shows, setShows] = useState<'search' | 'shortcuts'>();
  const [opened, setOpened] = useState(true);
  const early = useRef<EarlyText>(undefined);
  useWindowEvent('keydown', (event) => {
    handleRowKey(event);
    const shown = openedBy(event);
    if (!shown) return;
    event.preventDefault();
    early.current = shown === 'search' ? { text: '', until: event.timeStamp + maxOpeningMs } : undefined;
    setShows(shown);
    setOpened(true);
  });
  const collect = (event: KeyboardEvent) => {
    if (!early.current || event.ctrlKey || event.metaKey || event.altKey || event.key.length > 1) return;
    if (event.timeStamp > early.current.until) early.current = undefined;
    else {
      early.current.text += event.key;
      event.preventDefault();
      event.stopPropagation();
    }
  };
  useWindowEvent('keydown', collect, { capture: true });
  const takeEarlyText = () => {
    const text = early.current?.text ?? '';
    early.current = undefined;
    return text;
  };
  const open = () => {
    setShows('search');
    setOpened(true);
  };
  return (
    <>
      <button type="button" className={bar.iconButton} aria-label={texts.search} title={texts.search} onClick={open}>
        <IconSearch size={19} stroke={1.75} aria-hidden="true" />
      </button>
      {shows && (
        <Suspense fallback={null}>
          <QuickSwitcher opened={opened} shows={shows} takeEarlyText={takeEarlyText} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}

function openedBy({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) {
  if (altKey || document.querySelector('[aria-modal=true]')) return undefined;
  if (ctrlKey || metaKey) return key === 'k' ? 'search' : undefined;
  if (document.activeElement?.matches('input:not([type=checkbox]), textarea, select')) return undefined;
  return ({ '/': 'search', '?': 'shortcuts' } as const)[key];
}
