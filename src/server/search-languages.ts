type Stemmer = (word: string) => string;
type Module = Promise<{ stemmer: Stemmer }>;

/** The languages of which a search finds other forms of a word, by the codes that OCR_LANGUAGES has. */
const stemmers: Record<string, () => Module> = {
  ara: () => import('@orama/stemmers/arabic'),
  bul: () => import('@orama/stemmers/bulgarian'),
  dan: () => import('@orama/stemmers/danish'),
  deu: () => import('@orama/stemmers/german'),
  ell: () => import('@orama/stemmers/greek'),
  eng: () => import('@orama/stemmers/english'),
  fin: () => import('@orama/stemmers/finnish'),
  fra: () => import('@orama/stemmers/french'),
  hun: () => import('@orama/stemmers/hungarian'),
  ind: () => import('@orama/stemmers/indonesian'),
  ita: () => import('@orama/stemmers/italian'),
  lit: () => import('@orama/stemmers/lithuanian'),
  nld: () => import('@orama/stemmers/dutch'),
  nor: () => import('@orama/stemmers/norwegian'),
  por: () => import('@orama/stemmers/portuguese'),
  ron: () => import('@orama/stemmers/romanian'),
  rus: () => import('@orama/stemmers/russian'),
  spa: () => import('@orama/stemmers/spanish'),
  srp: () => import('@orama/stemmers/serbian'),
  swe: () => import('@orama/stemmers/swedish'),
  tur: () => import('@orama/stemmers/turkish'),
  ukr: () => import('@orama/stemmers/ukrainian'),
};

export const searchLanguages = Object.keys(stemmers);

/** Returns the functions that reduce a word to its stem, one for each language. */
export const loadStemmers = (languages: readonly string[]): Promise<Stemmer[]> =>
  Promise.all(languages.flatMap((language) => stemmers[language]?.().then(({ stemmer }) => stemmer) ?? []));
