import type { IncomingHttpHeaders } from 'node:http';

// No browser sends longer lists or tags.
const maxLanguages = 10;
const maxTagLength = 35;

/**
 * Returns the first language of 'Accept-Language' that `Intl` has, else 'en-US'. Browsers send their languages in the order
 * of preference, so the weights are not read.
 */
export function localeOf({ headers }: { headers: IncomingHttpHeaders }): string {
  const tags = (headers['accept-language'] ?? '').split(',', maxLanguages);
  for (const tag of tags.map((part) => part.split(';', 1).join('').trim())) {
    const [known] = tag.length <= maxTagLength && isTag(tag) ? Intl.NumberFormat.supportedLocalesOf(tag) : [];
    // Without extensions, which could choose other digits.
    if (known !== undefined) return new Intl.Locale(known).baseName;
  }
  return 'en-US';
}

function isTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}
