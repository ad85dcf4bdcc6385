const meta = document.querySelector<HTMLMetaElement>('meta[name="sign-in-provider"]');

/** The name of the provider of single sign-on, or undefined if there is none. The server writes it into the page. */
export const signInProvider = meta?.content || undefined;
