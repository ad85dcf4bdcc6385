import { maxPictures } from '../extraction.rules.ts';
import type { ShrinkPicture } from './shrink-picture.ts';

/** A picture that a document holds. `mediaType` is the one that the document states. */
export type HeldPicture = { bytes: Buffer; mediaType: string };

/** Puts the pictures that a page of HTML names into it, if the document holds them. */
export type InlinePictures = (html: string, find: (name: string) => HeldPicture | undefined) => Promise<string>;

const source = /(<img\s(?:[^<>]*?\s)?src\s*=\s*)(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>]+))/gi;

/** Shrinks the pictures of one document. The server answers a limited number of requests. */
export function pictureInliner(shrinkPicture: ShrinkPicture): InlinePictures {
  const inlined = new Map<Buffer, string>();
  return async (html, find) => {
    const addresses = new Map<string, string>();
    for (const [, , ...names] of html.matchAll(source)) {
      const name = names.find((one) => one !== undefined) ?? '';
      const picture = addresses.has(name) ? undefined : find(decoded(name));
      if (!picture || (!inlined.has(picture.bytes) && inlined.size >= maxPictures)) continue;
      const address = inlined.get(picture.bytes) ?? (await addressOf(picture, shrinkPicture));
      inlined.set(picture.bytes, address);
      addresses.set(name, address);
    }
    return html.replaceAll(source, (whole, start: string, ...names: (string | undefined)[]) => {
      const address = addresses.get(names.slice(0, 3).find((one) => one !== undefined) ?? '');
      return address === undefined ? whole : `${start}"${address}"`;
    });
  };
}

/** The page shows some pictures that cannot be shrunk, such as BMP. */
async function addressOf({ bytes, mediaType }: HeldPicture, shrinkPicture: ShrinkPicture): Promise<string> {
  const small = await shrinkPicture(bytes);
  return small
    ? `data:image/webp;base64,${Buffer.from(small).toString('base64')}`
    : `data:${mediaType};base64,${bytes.toString('base64')}`;
}

/** Returns a name without the escapes of HTML and of addresses. */
export function decoded(name: string): string {
  const plain = name.replaceAll('&amp;', '&');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}
