/** Words for totals in the languages of the headings, as a spreadsheet or a person writes them. */
const words =
  'grand total,sub-?total,totals?,sum,gesamt(?:summe|ergebnis)?,insgesamt,(?:zwischen|end)?summe,(?:teil)?ergebnis,total g[ée]n[ée]ral,sous-?total,totaux,somme,total general,suma,totale(?: generale| complessivo)?,subtotale,somma,total geral,soma,(?:sub|eind)?totaal,som,razem,łącznie,ogółem,(?:ara |genel )?toplam,(?:промежуточный |общий )?итог,итого,всего';
const wordsOfEastAsia = '合计|小计|总计|总数|共计|合計|小計|総計|總計|합계|소계|총계';

const latin = words.replaceAll(',', '|');
const isTotal = new RegExp(
  `^(?:${latin})(?!\\p{L})|(?:^|[^\\p{L}])(?:${latin})[\\s:.]*$|^(?:${wordsOfEastAsia})|(?:${wordsOfEastAsia})[\\s:：]*$`,
  'iu',
);

const maxLetters = 100;

/**
 * Returns whether a row is the total of others and no record: its first text names a total, as in 'Subtotal March', 'Total: 2
 * containers' or 'PO-1 Total', and no other cell begins with a letter. Dates, counts and sums may stand beside it.
 */
export function isTotalRow(cells: readonly (string | null)[]): boolean {
  const filled = cells.filter((cell) => cell !== null);
  const [first = ''] = filled;
  const texts = filled.filter((cell) => /^\p{L}/u.test(cell));
  return texts.length === 1 && texts[0] === first && first.length <= maxLetters && isTotal.test(first);
}
