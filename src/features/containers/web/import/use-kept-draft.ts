import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { containerImportContract } from '#features/containers/import/container-import.contract.ts';
import type { ImportDraft } from '#features/containers/import/container-import.contract.ts';
import { call } from '#web/call.ts';

/** What is typed is saved after a pause of this length, or when the user leaves the page. */
const typingPauseMs = 400;

/** Browsers refuse a longer body for a request that outlives its page. */
const maxOutlivingLetters = 50_000;

export type ChangeDraft = (part: Partial<ImportDraft>, options?: { isTyped: boolean }) => void;

/**
 * The choices for a file. The server keeps every change, so that neither Back, a reload nor a sign-out loses them. A failure is
 * silent: the next review reports it.
 */
export function useKeptDraft(id: number, initial: ImportDraft): [draft: ImportDraft, change: ChangeDraft] {
  const [draft, setDraft] = useState(initial);
  const unsaved = useRef<ImportDraft>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // One after the other, so that the last one wins.
  const saving = useRef<Promise<unknown>>(Promise.resolve());
  const save = () => {
    clearTimeout(timer.current);
    const { current } = unsaved;
    unsaved.current = undefined;
    if (!current) return;
    const outlivesPage = JSON.stringify(current).length < maxOutlivingLetters;
    const send = () => call(containerImportContract.saveDraft, { id, ...current }, { outlivesPage }).catch(() => {});
    saving.current = saving.current.then(send);
  };
  const saveOnLeave = useEffectEvent(save);
  useEffect(() => () => saveOnLeave(), []);
  useWindowEvent('pagehide', save);
  const change: ChangeDraft = (part, { isTyped } = { isTyped: false }) => {
    unsaved.current = { ...(unsaved.current ?? draft), ...part };
    setDraft(unsaved.current);
    clearTimeout(timer.current);
    if (isTyped) timer.current = setTimeout(save, typingPauseMs);
    else save();
  };
  return [draft, change];
}
