import { useEffect, useState } from 'react';

/** Returns the token in the fragment of a mailed link. */
const tokenInAddress = () => /^#new-password=([\w-]+)$/.exec(window.location.hash)?.[1];

/**
 * The token of a link for a new password, and a function that removes it from the address. A link that is opened in a
 * tab with the login page changes only the fragment, so that the page is not loaded again.
 */
export function useLinkToken(): [token: string | undefined, forget: () => void] {
  const [token, setToken] = useState(tokenInAddress);
  useEffect(() => {
    const read = () => setToken(tokenInAddress());
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  const forget = () => {
    window.history.replaceState(null, '', window.location.pathname);
    setToken(undefined);
  };
  return [token, forget];
}
