/**
 * Where a formula would begin: where a cell may begin, before a character in ASCII or in full width. Apostrophes before it
 * count too, so that `withFormulas` removes only the added one.
 */
const formulaStart = /(^|[;\t\r\n])([^\S\t\r\n]*)(?='*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
const inertFormulaStart = /(^|[;\t\r\n])([^\S\t\r\n]*)'(?='*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/**
 * Returns a text that no spreadsheet runs as a formula: an apostrophe precedes it, also after a semicolon or a tab, because many
 * spreadsheets split lines there, in spite of quotation marks. Source: OWASP, CSV Injection.
 */
export function withoutFormulas(text: string): string {
  const inert = text.replace(formulaStart, "$1$2'");
  return /^'*[\t\r\n]/.test(inert) ? `'${inert}` : inert;
}

/** Returns the text before `withoutFormulas`, so that an export can be imported again without a change. */
export function withFormulas(cell: string): string {
  return cell.replace(/^'(?='*[\t\r\n])/, '').replace(inertFormulaStart, '$1$2');
}
