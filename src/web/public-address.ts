const meta = document.querySelector<HTMLMetaElement>('meta[name="public-address"]');

/** The address in PUBLIC_URL, or undefined if it is not set. The server writes it into the page. */
export const publicAddress = meta?.content || undefined;
