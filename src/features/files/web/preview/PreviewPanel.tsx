import { Modal, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { File } from '#features/files/core/files.contract.ts';
import { nameLabel } from '#features/files/list/files-view.rules.ts';
import { previewTexts as texts } from '#features/files/preview/preview.texts.ts';
import { listedIn } from '../files.data.ts';
import type { ShownOverview } from '../files.data.ts';
import { previewedQuery } from './preview.data.ts';
import { PreviewBar } from './PreviewBar.tsx';
import { PreviewStage } from './PreviewStage.tsx';
import { PreviewTool } from './PreviewTool.tsx';
import { PreviewTools } from './PreviewTools.tsx';
import { isCovered } from './use-keys.ts';
import { usePreviousNext } from './use-previous-next.ts';
import styles from './PreviewPanel.module.css';

type Props = {
  id: number;
  /** The list for previous and next; undefined while it loads. */
  overview: ShownOverview | undefined;
  onShow: (file: File) => void;
  onClose: () => void;
};

/**
 * Shows a file in a dark dialog, with buttons for the previous and the next file. Our choice, in addition to View's new
 * tab.
 */
export function PreviewPanel({ id, overview, onShow, onClose }: Props) {
  const details = useQuery(previewedQuery(id));
  const listed = overview && listedIn(overview, id);
  // Until the details load, the visited file comes from the list, so that the buttons and their focus stay. The address
  // changes a moment after the click, so the previous file is needed too.
  const [visited, setVisited] = useState<File[]>([]);
  const file = details.data ?? listed ?? visited.find((one) => one.id === id);
  const { position, count, previous, next } = usePreviousNext(overview, file);
  const name = file && nameLabel(file);

  useFocusBackOnRow(id);
  const goTo = (to: File) => {
    setVisited((before) => [...before.slice(-1), to]);
    onShow(to);
  };

  /** At an end of the list the button stays and is only marked as disabled, so that it keeps the focus. */
  const stepTo = (to: File | undefined) => {
    return { size: 26, 'aria-disabled': to === undefined, onClick: () => to && goTo(to) };
  };

  // Escape closes only the upper one of two dialogs.
  const closeUnlessCovered = () => {
    if (!isCovered()) onClose();
  };
  const goByKey = (event: KeyboardEvent) => {
    const to = { ArrowLeft: previous, ArrowRight: next }[event.key];
    if (!to || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || hasUseForArrows(event)) return;
    event.preventDefault();
    goTo(to);
  };

  return (
    <Modal.Root opened onClose={closeUnlessCovered} fullScreen returnFocus={false} transitionProps={{ duration: 0 }}>
      {/* The dialog stops key events before `onKeyDown`, so the handler uses the capture phase. */}
      <Modal.Content className={styles.panel ?? ''} onKeyDownCapture={goByKey}>
        <PreviewBar
          name={name}
          renderTitle={(title) => (
            <Modal.Title className={styles.title ?? ''} title={name}>
              {title}
            </Modal.Title>
          )}
          tools={file && <PreviewTools file={file} next={(next ?? previous)?.id} />}
          onClose={onClose}
        />
        <div className={styles.stage} key={id}>
          <PreviewStage details={details} />
        </div>
        {position !== undefined && count > 1 && (
          <div className={styles.steps}>
            <PreviewTool icon={IconChevronLeft} label={texts.previous} {...stepTo(previous)} />
            <Text className={styles.position ?? ''} role="status" fz="sm">
              {texts.position(position, count)}
            </Text>
            <PreviewTool icon={IconChevronRight} label={texts.next} {...stepTo(next)} />
          </div>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}

/** Returns whether the focused element uses the arrow keys itself: players, fields and wide tables. */
function hasUseForArrows({ target, currentTarget }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('audio, video, input, textarea, select')) return true;
  for (let one: HTMLElement | null = target; one && one !== currentTarget; one = one.parentElement) {
    const isWide = one.scrollWidth > one.clientWidth && /auto|scroll/.test(getComputedStyle(one).overflowX);
    if (isWide) return true;
  }
  return false;
}

/** After the preview closes, focuses the row of the last shown file, or the row that opened the preview. */
function useFocusBackOnRow(id: number): void {
  const seen = useRef({ first: id, last: id });
  useEffect(() => {
    seen.current.last = id;
  }, [id]);
  useEffect(() => {
    const { current } = seen;
    return () => {
      const rowOf = (file: number) => document.querySelector<HTMLElement>(`[data-previews="${file}"]`);
      (rowOf(current.last) ?? rowOf(current.first))?.focus();
    };
  }, []);
}
