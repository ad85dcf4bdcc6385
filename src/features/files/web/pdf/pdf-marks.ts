import type { Hit } from './pdf-find.ts';

/** The text of a drawn page: an element for each of its items. */
export type TextPieces = { elements: readonly HTMLElement[]; items: readonly string[] };

// Browsers before 2024 or 2025 have no highlights: there the page is shown without marks.
const marks = typeof Highlight === 'undefined' ? undefined : { hits: new Highlight(), hit: new Highlight() };
if (marks) {
  CSS.highlights.set('pdf-hits', marks.hits);
  CSS.highlights.set('pdf-hit', marks.hit);
}

/** Marks hits in the text of a page. Returns the range of the current one, and a function that removes the marks. */
export function markHits(pieces: TextPieces, hits: readonly Hit[], current: Hit | undefined) {
  const ranges = hits.flatMap((hit) => {
    const [start, end] = [placeOf(pieces, hit.start), placeOf(pieces, hit.end - 1)];
    if (!start || !end) return [];
    const range = document.createRange();
    range.setStart(start.node, start.offset);
    range.setEnd(end.node, end.offset + 1);
    const highlight = hit === current ? marks?.hit : marks?.hits;
    highlight?.add(range);
    return [{ hit, range, highlight }];
  });
  return {
    shown: ranges.find(({ hit }) => hit === current)?.range,
    remove: () => ranges.forEach(({ range, highlight }) => highlight?.delete(range)),
  };
}

function placeOf({ elements, items }: TextPieces, at: number): { node: Node; offset: number } | undefined {
  let offset = at;
  const index = items.findIndex(({ length }) => {
    if (offset < length) return true;
    offset -= length;
    return false;
  });
  const node = elements[index]?.firstChild;
  // The end of a line is not in the element.
  return node ? { node, offset: Math.min(offset, (node.textContent?.length ?? 1) - 1) } : undefined;
}
