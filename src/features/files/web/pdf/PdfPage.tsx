import { Text } from '@mantine/core';
import { TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { previewTexts as texts } from '#features/files/preview/preview.texts.ts';
import { textItems } from './pdf-find.ts';
import type { Hit } from './pdf-find.ts';
import { markHits } from './pdf-marks.ts';
import type { TextPieces } from './pdf-marks.ts';
import styles from './PdfView.module.css';

/** Phones cannot render a larger canvas. */
const maxCanvasPixels = 6_000_000;
const sharpest = 2;

/** Pages within this distance of the window are rendered; the others free their canvas. */
const nearMargin = '800px';

type Size = { width: number; height: number };
type Props = {
  pdf: PDFDocumentProxy;
  number: number;
  expected: Size;
  zoom: number;
  /** The angle in degrees by which the reader turns the pages to the right. */
  turn: number;
  /** The hits of the search on this page, and the current one if it is among them. */
  hits: readonly Hit[];
  current: Hit | undefined;
};

/** A page in the available width. An invisible text layer allows selection and screen readers. */
export function PdfPage({ pdf, number, expected, zoom, turn, hits, current }: Props) {
  const frame = useRef<HTMLElement>(null);
  const [size, setSize] = useState(expected);
  const [isNear, width] = useNearAndWidth(frame);
  const [isBroken, setBroken] = useState(false);
  const [pieces, setPieces] = useState<TextPieces>();

  useEffect(() => {
    const element = frame.current;
    if (!isNear || width === 0 || !element) return undefined;
    const canvas = document.createElement('canvas');
    const text = document.createElement('div');
    text.className = styles.text ?? '';
    const drawing = draw(pdf, number, { canvas, text, width, turn, onSize: setSize, onText: setPieces });
    element.append(canvas, text);
    drawing.done.catch((error: unknown) => {
      if (!drawing.isStopped()) setBroken(true);
      return error;
    });
    return () => {
      drawing.stop();
      setPieces(undefined);
      // Browsers free the memory of a canvas at once only if its size is set to 0.
      canvas.width = 0;
      canvas.remove();
      text.remove();
    };
  }, [pdf, number, isNear, width, turn]);

  useEffect(() => {
    if (!pieces) return undefined;
    const { shown, remove } = markHits(pieces, hits, current);
    if (shown) scrollTo(shown, frame.current?.parentElement);
    return remove;
  }, [pieces, hits, current]);

  return (
    <section
      className={styles.page}
      data-page={number}
      style={{ aspectRatio: `${size.width} / ${size.height}`, width: `calc(min(960px, 100%) * ${zoom})` }}
      aria-label={texts.pageOf(number, pdf.numPages)}
      ref={frame}
    >
      {isBroken && (
        <Text p="lg" c="gray.6">
          {texts.failed.damaged}
        </Text>
      )}
    </section>
  );
}

/** Shows a hit in the middle of the window, unless it is in sight. */
function scrollTo(range: Range, window: HTMLElement | null | undefined): void {
  const [hit, seen] = [range.getBoundingClientRect(), window?.getBoundingClientRect()];
  if (!seen || (hit.top >= seen.top && hit.bottom <= seen.bottom && hit.left >= seen.left && hit.right <= seen.right))
    return;
  window?.scrollBy(hit.left - seen.left - seen.width / 2, hit.top - seen.top - seen.height / 2);
}

type Target = {
  canvas: HTMLCanvasElement;
  text: HTMLElement;
  width: number;
  turn: number;
  onSize: (size: Size) => void;
  onText: (pieces: TextPieces) => void;
};

function draw(pdf: PDFDocumentProxy, number: number, { canvas, text, width, turn, onSize, onText }: Target) {
  let isStopped = false;
  let stopDrawing = () => {};
  const work = async () => {
    const page = await pdf.getPage(number);
    if (isStopped) return;
    const rotation = (page.rotate + turn) % 360;
    const natural = page.getViewport({ scale: 1, rotation });
    onSize({ width: natural.width, height: natural.height });
    const scale = width / natural.width;
    const cssPixels = width * natural.height * scale;
    const density = Math.min(window.devicePixelRatio, sharpest, Math.sqrt(maxCanvasPixels / cssPixels));
    const sharp = page.getViewport({ scale: scale * density, rotation });
    canvas.width = Math.floor(sharp.width);
    canvas.height = Math.floor(sharp.height);
    const drawing = page.render({ canvas, viewport: sharp });
    stopDrawing = () => drawing.cancel();
    await drawing.promise;
    if (isStopped) return;
    text.style.setProperty('--total-scale-factor', String(scale));
    const content = await page.getTextContent();
    if (isStopped) return;
    const viewport = page.getViewport({ scale, rotation });
    const layer = new TextLayer({ textContentSource: content, container: text, viewport });
    stopDrawing = () => layer.cancel();
    await layer.render();
    if (!isStopped) onText({ elements: layer.textDivs, items: textItems(content) });
  };
  return {
    done: work(),
    isStopped: () => isStopped,
    stop: () => {
      isStopped = true;
      stopDrawing();
    },
  };
}

/** Returns whether a page is near the window, and its width in pixels. */
function useNearAndWidth(frame: RefObject<HTMLElement | null>): [isNear: boolean, width: number] {
  const [isNear, setNear] = useState(false);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      root: element.parentElement,
      rootMargin: nearMargin,
    });
    const resized = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    resized.observe(element);
    return () => {
      observer.disconnect();
      resized.disconnect();
    };
  }, [frame]);
  return [isNear, width];
}
