/** Text as a search sees it: no case, no accents, compatible forms alike ('É' and 'ﬁ' become 'e' and 'fi'). */
export function fold(text: string): string {
  // Compatible forms first: they may hide capital letters. A sigma is one letter wherever it stands.
  return text
    .toWellFormed()
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ς', 'σ');
}

/** Text as a sorted list sees it: folded, with numbers padded so that 'file 2' comes before 'file 10'. */
export function sortKey(text: string): string {
  return fold(text)
    .replace(/\d{1,12}/g, (digits) => digits.padStart(12, '0'))
    .slice(0, 400);
}
