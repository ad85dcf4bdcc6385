import sharp from 'sharp';
import { answerRequests } from './answer-requests.ts';
import { decoders, inlinePicture, picturePage, scanPictures, thumbnailOf } from './picture.ts';

// This process decodes untrusted images with native code. It has the rights of the document process, and may load
// compiled addons. The server kills it at a time and a memory limit.

// Node's permission model does not cover the files of native code.
sharp.block({ operation: ['VipsForeign'] });
sharp.unblock({ operation: [...decoders, 'VipsForeignSaveWebpBuffer', 'VipsForeignSavePngBuffer'] });

answerRequests(async (bytes, { use, raw }) => {
  if (use === 'scan') return { pictures: await scanPictures(bytes) };
  if (use === 'page') return { picture: await inlinePicture(bytes) };
  const picture = await thumbnailOf(bytes, raw);
  // A page that fails does not cost the thumbnail.
  return use === 'pages' ? { picture, page: await picturePage(bytes, raw).catch(() => undefined) } : { picture };
});
