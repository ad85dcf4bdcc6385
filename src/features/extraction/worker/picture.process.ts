import sharp from 'sharp';
import { answerRequests } from './answer-requests.ts';
import { decoders, inlinePicture, scanPictures, thumbnailOf } from './picture.ts';

// This process decodes untrusted images with native code. It has the rights of the document process, and may load
// compiled addons. The server kills it at a time and a memory limit.

// Node's permission model does not cover the files of native code.
sharp.block({ operation: ['VipsForeign'] });
sharp.unblock({ operation: [...decoders, 'VipsForeignSaveWebpBuffer', 'VipsForeignSavePngBuffer'] });

answerRequests(async (bytes, { use }) =>
  use === 'scan'
    ? { pictures: await scanPictures(bytes) }
    : { picture: await (use === 'thumbnail' ? thumbnailOf(bytes) : inlinePicture(bytes)) },
);
