import { useEffect } from 'react';

/** Leaves for the login screen, which is a document of its own; nothing of this one stays. */
export function ToLogin() {
  useEffect(() => window.location.replace('/'), []);
  return null;
}
