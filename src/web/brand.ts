import { defaultBrand } from '#shared/texts.ts';

const meta = document.querySelector<HTMLMetaElement>('meta[name="application-name"]');

/** The name on screen. The server writes BRAND_NAME into the page's meta element. */
export const brand = meta?.content || defaultBrand;
