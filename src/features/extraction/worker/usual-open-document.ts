import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { escapeHtml } from '#shared/escape-html.ts';
import type { OfficeKind } from '../pages.rules.ts';
import { controlsIn } from './form-controls.ts';

/** Larger documents are shown without their controls. */
const maxUnpackedBytes = 64 * 1024 * 1024;

// Letters for private use, which stand for the borders of a control while the library creates the page.
const [boxStart, boxEnd] = ['\uE109', '\uE10A'];

const controlTag = /<draw:control\s[^<>]*?\/>|<draw:control\s[^<>]*>[^]*?<\/draw:control>/g;
const shapeTag = /<(\/?)draw:(?:custom-shape|rect|ellipse|circle|polygon|path|caption)(?=[\s>])[^<>]*(?<!\/)>/g;

/**
 * Returns an OpenDocument file in the form that the library reads: it knows no controls of forms, and in a text no shapes with
 * text.
 */
export function usualOpenDocument(bytes: Buffer, kind: OfficeKind): Buffer {
  let size = 0;
  const parts = unzipSync(bytes, { filter: ({ originalSize }) => (size += originalSize) <= maxUnpackedBytes });
  const content = parts['content.xml'];
  if (size > maxUnpackedBytes || !content) return bytes;
  const xml = strFromU8(content);
  if (!xml.includes('<draw:')) return bytes;
  const shaped = kind === 'odt' ? xml.replaceAll(shapeTag, (_, slash: string) => frame[slash ? 1 : 0] ?? '') : xml;
  parts['content.xml'] = strToU8(withControls(shaped, kind));
  return Buffer.from(zipSync(parts, { level: 0 }));
}

const frame = ['<draw:frame><draw:text-box>', '</draw:text-box></draw:frame>'];

function withControls(xml: string, kind: OfficeKind): string {
  if (!xml.includes('<draw:control')) return xml;
  const controls = controlsIn(xml);
  return xml.replaceAll(controlTag, (tag: string, at: number) => {
    const control = controls.get(/\sdraw:control="([^"]*)"/.exec(tag)?.[1] ?? '');
    if (!control) return '';
    const text = escapeHtml(control.text);
    const shown = control.isBox && kind !== 'ods' ? `${boxStart}${text}${boxEnd}` : text;
    return isInParagraph(xml, at)
      ? `<text:span>${shown}</text:span>`
      : `${frame[0]}<text:p>${shown}</text:p>${frame[1]}`;
  });
}

/** Shapes stand in paragraphs, in cells and beside them. */
function isInParagraph(xml: string, at: number): boolean {
  const before = xml.slice(Math.max(0, at - 4096), at);
  return (
    Math.max(before.lastIndexOf('<text:p'), before.lastIndexOf('<text:h')) >
    Math.max(before.lastIndexOf('</text:p>'), before.lastIndexOf('</text:h>'))
  );
}

/** Turns the borders in a page into elements. */
export const controlsHtml = (html: string): string =>
  html
    .replaceAll(/\uE109([^<\uE109\uE10A]*)\uE10A/g, '<span class="control">$1\u00a0</span>')
    .replaceAll(/[\uE109\uE10A]/g, '');
