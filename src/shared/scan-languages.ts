/** The package with the data of a language for text recognition. */
export const languagePackage = (language: string): string => `@tesseract.js-data/${language}`;

/** The file of a language. The other editions in its package are for the older engine of Tesseract, and larger. */
export const languageData = (language: string): string =>
  `${languagePackage(language)}/4.0.0_best_int/${language}.traineddata.gz`;
