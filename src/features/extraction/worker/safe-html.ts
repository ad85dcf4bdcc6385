import sanitizeHtml from 'sanitize-html';
import { escapeHtml } from '#shared/escape-html.ts';
import { pageTexts } from '../page.texts.ts';

/** The limit for all images of a page together, in base64 characters. */
const maxPictureChars = 5_000_000;
const maxTextChars = 1_000_000;

const pictures = /^data:image\/(png|jpeg|gif|webp|bmp);base64,[a-z0-9+/=]+$/i;

const tags = [
  'h1 h2 h3 h4 h5 h6 p div section aside blockquote pre hr br ul ol li dl dt dd',
  'table caption thead tbody tfoot tr th td',
  'a b strong i em u s strike del ins sub sup small code span img mark',
  'math mrow mi mn mo mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd menclose mpadded mphantom',
].flatMap((some) => some.split(' '));

/** The pictures and letters so far, for a page of several parts. */
type Used = { pictureChars: number; textChars: number };
export const nothingUsed = (): Used => ({ pictureChars: 0, textChars: 0 });

/** Sanitizes the HTML of an untrusted document with an allow-list: no scripts, no external resources. */
export function safeHtml(html: string, used = nothingUsed()): string {
  const safe = sanitizeHtml(html, {
    allowedTags: tags,
    allowedAttributes: {
      a: ['href', 'rel', 'target'],
      img: ['src', 'alt'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan', 'scope'],
      ol: ['start'],
      li: ['value'],
      math: ['display'],
      mo: ['fence', 'form', 'stretchy', 'accent', 'movablelimits'],
      menclose: ['notation'],
      '*': ['style', 'dir', 'class'],
    },
    allowedClasses: {
      '*': ['slide', 'note', 'lost', 'sheet', 'row', 'number', 'head', 'files', 'band', 'comment', 'control'],
    },
    allowedStyles: {
      '*': { 'text-align': [/^(left|right|center|justify|start)$/], 'list-style-type': [/^"[^"\\]{0,40}"$/] },
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesByTag: { img: ['data'] },
    allowProtocolRelative: false,
    nestingLimit: 100,
    // Their contents are no text of the page.
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'title'],
    transformTags: {
      a: (tagName, { href }) => ({
        tagName,
        attribs: href && !href.startsWith('#') ? { href, rel: 'noopener noreferrer nofollow', target: '_blank' } : {},
      }),
      img: (_tagName, { src = '', alt = '' }) => {
        used.pictureChars += src.length;
        const isShown = pictures.test(src) && used.pictureChars <= maxPictureChars;
        if (!isShown) used.pictureChars -= src.length;
        return isShown
          ? { tagName: 'img', attribs: { src, alt } }
          : { tagName: 'span', attribs: { class: 'lost' }, text: alt || pageTexts.lostPicture };
      },
    },
    textFilter: (text) => {
      const left = Math.max(0, maxTextChars - used.textChars);
      used.textChars += text.length;
      return text.slice(0, left);
    },
  });
  return used.textChars > maxTextChars ? `${safe}<p class="note">${escapeHtml(pageTexts.cut)}</p>` : safe;
}
