/** Text as it stands in HTML, in an element or an attribute. */
export const escapeText = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
