import { Group, Text } from '@mantine/core';
import { IconMinus, IconPlus, IconRotateClockwise, IconSearch } from '@tabler/icons-react';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useRef, useState } from 'react';
import type { UIEvent } from 'react';
import { flushSync } from 'react-dom';
import type { FileDetails } from '#features/files/core/versions.contract.ts';
import { nameLabel } from '#features/files/list/files-view.rules.ts';
import { previewTexts as texts } from '#features/files/preview/preview.texts.ts';
import { viewLink } from '../files.data.ts';
import { PreviewLoading, PreviewNotice, useCheckExists } from '../preview/PreviewNotice.tsx';
import { PreviewTool } from '../preview/PreviewTool.tsx';
import { useKeys } from '../preview/use-keys.ts';
import { PageNumber } from './PageNumber.tsx';
import { isBroken, isProtected, openPdf } from './pdf-library.ts';
import { PdfPage } from './PdfPage.tsx';
import { useFindBar } from './use-find-bar.tsx';
import { useTurn } from './use-turn.ts';
import styles from './PdfView.module.css';

/** Multiples of the width that fits into the window. */
const zooms = [0.5, 0.75, 1, 1.5, 2, 3];

type Size = { width: number; height: number };
type State = 'loading' | 'protected' | 'broken' | 'not loaded' | { pdf: PDFDocumentProxy; first: Size };

/** A PDF, or the reason why it cannot be shown. */
export function PdfView({ file }: { file: FileDetails }) {
  const state = usePdf(viewLink(file));
  useCheckExists(file.id, state === 'not loaded' || state === 'broken');
  if (state === 'loading') return <PreviewLoading />;
  if (state === 'protected') return <PreviewNotice file={file} title={texts.protected} hint={texts.protectedHint} />;
  if (state === 'broken')
    return <PreviewNotice file={file} title={texts.failed.damaged} hint={texts.failedHint.damaged} />;
  if (state === 'not loaded') return <PreviewNotice file={file} title={texts.notLoaded} hint={texts.notLoadedHint} />;
  return <PdfPages file={file} {...state} />;
}

/** The pages of a PDF below each other. Each is rendered when it is near the window. */
function PdfPages({ file, pdf, first }: { file: FileDetails; pdf: PDFDocumentProxy; first: Size }) {
  const [shown, setShown] = useState(1);
  const [zoom, setZoom] = useState(1);
  const [turn, setTurn] = useTurn(file.id);
  const frame = useRef<HTMLDivElement>(null);
  const pageAt = (number: number) => frame.current?.querySelector(`[data-page="${number}"]`);
  const find = useFindBar(pdf, (page) => {
    if (page !== shown) pageAt(page)?.scrollIntoView();
  });
  const zoomTo = (wanted: number | undefined) => {
    if (wanted === undefined) return;
    const { current } = frame;
    // The pages grow with the zoom, so the same part of the document stays in the middle.
    const middle = current ? (current.scrollTop + current.clientHeight / 2) / current.scrollHeight : 0;
    flushSync(() => setZoom(wanted));
    current?.scrollTo(
      (current.scrollWidth - current.clientWidth) / 2,
      middle * current.scrollHeight - current.clientHeight / 2,
    );
  };
  const larger = zooms.find((one) => one > zoom);
  const smaller = zooms.findLast((one) => one < zoom);
  const turnRight = () => setTurn((turn + 90) % 360);
  useKeys({ '+': () => zoomTo(larger), '-': () => zoomTo(smaller), '0': () => zoomTo(1), r: turnRight });
  const isSideways = turn % 180 !== 0;
  const expected = isSideways ? { width: first.height, height: first.width } : first;

  /** At the end of the scale the button is only marked as disabled, so that it keeps the focus. */
  const zoomsTo = (to: number | undefined) => ({ 'aria-disabled': to === undefined, onClick: () => zoomTo(to) });
  const findShown = ({ currentTarget: frame }: UIEvent<HTMLElement>) => {
    const middle = frame.scrollTop + frame.clientHeight / 2;
    const pages = [...frame.querySelectorAll<HTMLElement>('[data-page]')];
    setShown(Math.max(1, pages.findLastIndex((page) => page.offsetTop <= middle) + 1));
  };
  return (
    <div className={styles.view}>
      <div
        className={styles.frame}
        role="region"
        aria-label={texts.document(nameLabel(file))}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrolling element must be reachable by keyboard.
        tabIndex={0}
        onScroll={findShown}
        ref={frame}
      >
        {Array.from({ length: pdf.numPages }, (_, at) => (
          <PdfPage
            // A turned page begins with its expected size.
            key={`${at} ${isSideways}`}
            pdf={pdf}
            number={at + 1}
            expected={expected}
            zoom={zoom}
            turn={turn}
            hits={find.hitsOn(at + 1)}
            current={find.current?.page === at + 1 ? find.current : undefined}
          />
        ))}
      </div>
      <Group className={styles.foot ?? ''} role="group" aria-label={texts.zoom} gap={0}>
        <PreviewTool icon={IconMinus} label={texts.smaller} keyName="-" {...zoomsTo(smaller)} />
        <PageNumber shown={shown} count={pdf.numPages} onGo={(page) => pageAt(page)?.scrollIntoView()} />
        {zoom !== 1 && (
          <Text fz="sm" ps="xxs">
            {`· ${texts.percent(zoom)}`}
          </Text>
        )}
        <PreviewTool icon={IconPlus} label={texts.larger} keyName="+" {...zoomsTo(larger)} />
        <PreviewTool icon={IconRotateClockwise} label={texts.turn} keyName="R" onClick={turnRight} />
        <PreviewTool icon={IconSearch} label={texts.find} keyName="Ctrl+F" onClick={find.open} />
      </Group>
      {find.bar}
    </div>
  );
}

function usePdf(url: string): State {
  const [state, setState] = useState<State>('loading');
  useEffect(() => {
    let isWanted = true;
    const task = openPdf(url);
    const show = async () => {
      const next = await opened(task.promise);
      if (isWanted) setState(next);
    };
    void show();
    return () => {
      isWanted = false;
      void task.destroy();
    };
  }, [url]);
  return state;
}

async function opened(promise: Promise<PDFDocumentProxy>): Promise<State> {
  try {
    const pdf = await promise;
    const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
    return { pdf, first: { width, height } };
  } catch (error) {
    return isProtected(error) ? 'protected' : isBroken(error) ? 'broken' : 'not loaded';
  }
}
