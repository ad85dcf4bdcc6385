// The two databases treat NUL and the other control characters differently. Lone surrogates become U+FFFD in both.
// oxlint-disable-next-line no-control-regex -- this removes control characters
const controls = /[\u0000-\u001f\u007f-\u009f]+/g;
const noBreakSpaces = /[\u00a0\u2007\u202f]/g;
const blank = /[\s\u200b\u2060\ufeff]/;

/**
 * Returns one line of text: well-formed Unicode, with spaces for control characters and no-break spaces, and without the spaces
 * and zero-width spaces at both ends. Forms and cells of a spreadsheet are read alike, so that an export which is imported again
 * changes nothing.
 */
export function cleanLine(text: string): string {
  const line = text.toWellFormed().replace(controls, ' ').replace(noBreakSpaces, ' ');
  // A pattern for the end of the text would take a time that grows with the square of the spaces within it.
  let [start, end] = [0, line.length];
  while (start < end && blank.test(line.charAt(start))) start += 1;
  while (start < end && blank.test(line.charAt(end - 1))) end -= 1;
  return line.slice(start, end);
}
