import { Text } from '@mantine/core';
import { TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { previewTexts as texts } from '#features/files/preview/preview.texts.ts';
import styles from './PdfView.module.css';

/** Phones cannot render a larger canvas. */
const maxCanvasPixels = 6_000_000;
const sharpest = 2;

/** Pages within this distance of the window are rendered; the others free their canvas. */
const nearMargin = '800px';

type Size = { width: number; height: number };
type Props = { pdf: PDFDocumentProxy; number: number; expected: Size; zoom: number };

/** A page in the available width. An invisible text layer allows selection and screen readers. */
export function PdfPage({ pdf, number, expected, zoom }: Props) {
  const frame = useRef<HTMLElement>(null);
  const [size, setSize] = useState(expected);
  const [isNear, width] = useNearAndWidth(frame);
  const [isBroken, setBroken] = useState(false);

  useEffect(() => {
    const element = frame.current;
    if (!isNear || width === 0 || !element) return undefined;
    const canvas = document.createElement('canvas');
    const text = document.createElement('div');
    text.className = styles.text ?? '';
    const drawing = draw(pdf, number, { canvas, text, width, onSize: setSize });
    element.append(canvas, text);
    drawing.done.catch((error: unknown) => {
      if (!drawing.isStopped()) setBroken(true);
      return error;
    });
    return () => {
      drawing.stop();
      // Browsers free the memory of a canvas at once only if its size is set to 0.
      canvas.width = 0;
      canvas.remove();
      text.remove();
    };
  }, [pdf, number, isNear, width]);

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
          {texts.broken}
        </Text>
      )}
    </section>
  );
}

type Target = { canvas: HTMLCanvasElement; text: HTMLElement; width: number; onSize: (size: Size) => void };

function draw(pdf: PDFDocumentProxy, number: number, { canvas, text, width, onSize }: Target) {
  let isStopped = false;
  let stopDrawing = () => {};
  const work = async () => {
    const page = await pdf.getPage(number);
    if (isStopped) return;
    const natural = page.getViewport({ scale: 1 });
    onSize({ width: natural.width, height: natural.height });
    const scale = width / natural.width;
    const cssPixels = width * natural.height * scale;
    const density = Math.min(window.devicePixelRatio, sharpest, Math.sqrt(maxCanvasPixels / cssPixels));
    const viewport = page.getViewport({ scale: scale * density });
    canvas.width = Math.floor(viewport.width);
    canvas.height = Math.floor(viewport.height);
    const drawing = page.render({ canvas, viewport });
    stopDrawing = () => drawing.cancel();
    await drawing.promise;
    if (isStopped) return;
    text.style.setProperty('--total-scale-factor', String(scale));
    const layer = new TextLayer({
      textContentSource: page.streamTextContent(),
      container: text,
      viewport: page.getViewport({ scale }),
    });
    stopDrawing = () => layer.cancel();
    await layer.render();
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
