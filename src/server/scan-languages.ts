import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { languageData } from '#shared/scan-languages.ts';

/** Returns whether the data of a language for text recognition is installed. */
export function hasScanLanguage(language: string): boolean {
  try {
    return existsSync(fileURLToPath(import.meta.resolve(languageData(language))));
  } catch {
    return false;
  }
}
