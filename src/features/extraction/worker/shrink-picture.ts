import type { PictureResponse } from '../extraction.rules.ts';

/** Scales down an image of a document for its preview page. Returns undefined for an image that cannot be decoded. */
export type ShrinkPicture = (bytes: Uint8Array) => Promise<Uint8Array | undefined>;

/** Asks the server, which passes the image to the process that may load native code. One call at a time. */
export const shrinkPicture: ShrinkPicture = (bytes) =>
  new Promise((resolve) => {
    const onMessage = (message: PictureResponse | object) => {
      if (!('picture' in message)) return;
      process.off('message', onMessage);
      resolve(message.picture);
    };
    process.on('message', onMessage);
    process.send?.({ shrink: bytes });
  });
