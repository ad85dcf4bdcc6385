import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useState } from 'react';
import type { UIEvent } from 'react';
import { nameLabel } from '#features/files/files-view.rules.ts';
import { previewTexts as texts } from '#features/files/preview.texts.ts';
import type { FileDetails } from '#features/files/versions.contract.ts';
import { viewLink } from './files.data.ts';
import { isBroken, isProtected, openPdf } from './pdf-library.ts';
import { PdfPage } from './PdfPage.tsx';
import { PreviewLoading, PreviewNotice } from './PreviewNotice.tsx';
import styles from './PdfView.module.css';

type Size = { width: number; height: number };
type State = 'loading' | 'protected' | 'broken' | 'not loaded' | { pdf: PDFDocumentProxy; first: Size };

/** The pages of a PDF below each other, each drawn when it comes near. */
export function PdfView({ file }: { file: FileDetails }) {
  const state = usePdf(viewLink(file));
  const [shown, setShown] = useState(1);
  if (state === 'loading') return <PreviewLoading />;
  if (state === 'protected') return <PreviewNotice file={file} title={texts.protected} hint={texts.protectedHint} />;
  if (state === 'broken') return <PreviewNotice file={file} title={texts.broken} hint={texts.brokenHint} />;
  if (state === 'not loaded') return <PreviewNotice file={file} title={texts.notLoaded} hint={texts.notLoadedHint} />;

  const { pdf, first } = state;
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
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reachable by keyboard.
        tabIndex={0}
        onScroll={findShown}
      >
        {Array.from({ length: pdf.numPages }, (_, at) => (
          <PdfPage key={at} pdf={pdf} number={at + 1} expected={first} />
        ))}
      </div>
      <p className={styles.place}>{texts.pageOf(shown, pdf.numPages)}</p>
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
