import { useEffect } from 'react';

/** Loads the login screen, which is another document. */
export function ToLogin() {
  useEffect(() => window.location.replace('/'), []);
  return null;
}
