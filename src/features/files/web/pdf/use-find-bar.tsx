import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { readSearchedText } from '#features/files/list/files-view.rules.ts';
import { isCovered } from '../preview/use-keys.ts';
import { usePdfFind } from './pdf-find.ts';
import type { Hit } from './pdf-find.ts';
import { PdfFind } from './PdfFind.tsx';

const none: readonly Hit[] = [];

/** The search in a document. A document that a search of texts has found opens with it. `onPage`: a hit is on this page. */
export function useFindBar(pdf: PDFDocumentProxy, onPage: (page: number) => void) {
  const [address] = useSearchParams();
  const searched = readSearchedText(address);
  const [isOpen, setOpen] = useState(searched !== '');
  const [query, setQuery] = useState(searched);
  const [found, step] = usePdfFind(pdf, isOpen ? query : '');
  const field = useRef<HTMLInputElement>(null);
  const open = () => {
    setOpen(true);
    field.current?.select();
  };
  useCtrlF(open);
  const current = found?.hits[found.current];
  // The same arrays until the hits change, so that pages keep their marks.
  const pages = useMemo(() => byPage(found?.hits), [found?.hits]);
  const show = useEffectEvent(onPage);
  useEffect(() => {
    if (current) show(current.page);
  }, [current]);
  return {
    open,
    bar: isOpen && (
      <PdfFind
        query={query}
        onQuery={setQuery}
        found={found}
        onStep={step}
        onClose={() => setOpen(false)}
        fieldRef={field}
      />
    ),
    hitsOn: (page: number) => pages.get(page) ?? none,
    current,
  };
}

function byPage(hits: readonly Hit[] | undefined): ReadonlyMap<number, readonly Hit[]> {
  const pages = new Map<number, Hit[]>();
  for (const hit of hits ?? []) pages.set(hit.page, [...(pages.get(hit.page) ?? []), hit]);
  return pages;
}

/** The browser's own search would see only the pages near the window. */
function useCtrlF(open: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'f' || !(event.ctrlKey || event.metaKey) || event.altKey || isCovered()) return;
    event.preventDefault();
    open();
  });
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
