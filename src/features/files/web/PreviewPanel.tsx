import { Modal } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload, IconExternalLink, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { nameLabel } from '#features/files/files-view.rules.ts';
import type { File } from '#features/files/files.contract.ts';
import { previewTexts as texts } from '#features/files/preview.texts.ts';
import { FileIcon } from '#web/widgets/FileIcon.tsx';
import { downloadLink, viewLink } from './files.data.ts';
import type { ShownOverview } from './files.data.ts';
import { previewedQuery } from './preview.data.ts';
import { PreviewStage } from './PreviewStage.tsx';
import { useWalk } from './use-walk.ts';
import styles from './PreviewPanel.module.css';

type Props = {
  id: number;
  /** The list that is walked through; missing while it loads. */
  overview: ShownOverview | undefined;
  onWalk: (file: File) => void;
  onClose: () => void;
};

/** A file in a dark frame over the page, with the files before and after it. Our choice, beside View's new tab. */
export function PreviewPanel({ id, overview, onWalk, onClose }: Props) {
  const details = useQuery(previewedQuery(id));
  const listed = overview?.groups.flatMap((group) => group.files).find((one) => one.id === id);
  // Until its details are here, the list tells of the file that was walked to, so that the steps, and the focus on them,
  // stay. The address changes a moment after a step is made, so the file before it is still the one shown.
  const [walked, setWalked] = useState<File[]>([]);
  const file = details.data ?? listed ?? walked.find((one) => one.id === id);
  const { place, count, previous, next } = useWalk(overview, file);
  const name = file && nameLabel(file);

  useFocusBackOnRow(id);
  const walkTo = (to: File) => {
    setWalked((before) => [...before.slice(-1), to]);
    onWalk(to);
  };

  const walkByKey = (event: KeyboardEvent) => {
    const to = { ArrowLeft: previous, ArrowRight: next }[event.key];
    if (!to || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || hasUseForArrows(event)) return;
    event.preventDefault();
    walkTo(to);
  };

  return (
    <Modal.Root opened onClose={onClose} fullScreen returnFocus={false} transitionProps={{ duration: 0 }}>
      {/* The dialog lets no key through to `onKeyDown`. */}
      <Modal.Content className={styles.panel ?? ''} onKeyDownCapture={walkByKey}>
        <div className={styles.bar}>
          {name !== undefined && <FileIcon name={name} />}
          <Modal.Title className={styles.title ?? ''} title={name}>
            <bdi>{name ?? texts.loading}</bdi>
          </Modal.Title>
          <div className={styles.tools}>
            {file && (
              <>
                <a
                  className={styles.tool}
                  href={downloadLink(file)}
                  download
                  aria-label={texts.download}
                  title={texts.download}
                >
                  <IconDownload size={20} stroke={1.7} aria-hidden="true" />
                </a>
                <a
                  className={styles.tool}
                  href={viewLink(file)}
                  target="_blank"
                  rel="noopener"
                  aria-label={texts.newTab}
                  title={texts.newTab}
                >
                  <IconExternalLink size={20} stroke={1.7} aria-hidden="true" />
                </a>
              </>
            )}
            <button
              type="button"
              className={styles.tool}
              onClick={onClose}
              aria-label={texts.close}
              title={texts.close}
              data-autofocus=""
            >
              <IconX size={22} stroke={1.7} aria-hidden="true" />
            </button>
          </div>
        </div>
        <div className={styles.stage} key={id}>
          <PreviewStage details={details} />
        </div>
        {place !== undefined && count > 1 && (
          <div className={styles.walk}>
            <Step to={previous} label={texts.previous} onWalk={walkTo}>
              <IconChevronLeft size={26} stroke={1.7} aria-hidden="true" />
            </Step>
            <p className={styles.place} role="status">
              {texts.place(place, count)}
            </p>
            <Step to={next} label={texts.next} onWalk={walkTo}>
              <IconChevronRight size={26} stroke={1.7} aria-hidden="true" />
            </Step>
          </div>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}

type StepProps = { to: File | undefined; label: string; onWalk: (file: File) => void; children: ReactNode };

/** At an end it stays where it is, so that the keyboard does not lose its place. */
function Step({ to, label, onWalk, children }: StepProps) {
  return (
    <button
      type="button"
      className={styles.step}
      aria-label={label}
      title={label}
      aria-disabled={to === undefined}
      onClick={() => to && onWalk(to)}
    >
      {children}
    </button>
  );
}

/** Sound and video wind with the arrows, fields and wide tables move in themselves. */
function hasUseForArrows({ target, currentTarget }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('audio, video, input, textarea, select')) return true;
  for (let at: HTMLElement | null = target; at && at !== currentTarget; at = at.parentElement) {
    const isWide = at.scrollWidth > at.clientWidth && /auto|scroll/.test(getComputedStyle(at).overflowX);
    if (isWide) return true;
  }
  return false;
}

/** When the preview is gone, the keyboard is on the row of the file seen last, or on the one it came from. */
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
