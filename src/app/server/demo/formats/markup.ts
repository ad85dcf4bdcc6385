const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as it stands in XML and HTML. */
export const escapeMarkup = (text: string | number) =>
  String(text).replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);

export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
