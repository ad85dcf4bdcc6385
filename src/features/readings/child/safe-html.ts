import sanitizeHtml from 'sanitize-html';
import { pageTexts } from '../page.texts.ts';
import { escapeText } from './escape-text.ts';

/** Pictures of a page, together, as the base64 that they are written in. */
const mostPictureChars = 5_000_000;
const mostTextChars = 1_000_000;

const pictures = /^data:image\/(png|jpeg|gif|webp|bmp);base64,[a-z0-9+/=]+$/i;

const tags = [
  'h1 h2 h3 h4 h5 h6 p div section aside blockquote pre hr br ul ol li dl dt dd',
  'table caption thead tbody tfoot tr th td',
  'a b strong i em u s strike del sub sup small code span img mark',
].flatMap((some) => some.split(' '));

/** HTML of a stranger's document without anything that acts or reaches out: what is not known to be harmless is left out. */
export function safeHtml(html: string): string {
  let pictureChars = 0;
  let textChars = 0;
  const safe = sanitizeHtml(html, {
    allowedTags: tags,
    allowedAttributes: {
      a: ['href', 'rel', 'target'],
      img: ['src', 'alt'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan', 'scope'],
      ol: ['start'],
      li: ['value'],
      '*': ['style', 'dir', 'class'],
    },
    allowedClasses: { '*': ['slide', 'note', 'lost', 'sheet', 'row', 'number', 'head', 'files'] },
    allowedStyles: { '*': { 'text-align': [/^(left|right|center|justify)$/] } },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesByTag: { img: ['data'] },
    allowProtocolRelative: false,
    nestingLimit: 100,
    transformTags: {
      a: (tagName, { href }) => ({
        tagName,
        attribs: href && !href.startsWith('#') ? { href, rel: 'noopener noreferrer nofollow', target: '_blank' } : {},
      }),
      img: (_tagName, { src = '', alt = '' }) => {
        pictureChars += src.length;
        const isShown = pictures.test(src) && pictureChars <= mostPictureChars;
        if (!isShown) pictureChars -= src.length;
        return isShown
          ? { tagName: 'img', attribs: { src, alt } }
          : { tagName: 'span', attribs: { class: 'lost' }, text: alt || pageTexts.lostPicture };
      },
    },
    textFilter: (text) => {
      const left = Math.max(0, mostTextChars - textChars);
      textChars += text.length;
      return text.slice(0, left);
    },
  });
  return textChars > mostTextChars ? `${safe}<p class="note">${escapeText(pageTexts.cut)}</p>` : safe;
}
