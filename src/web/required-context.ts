import { createContext, useContext } from 'react';
import type { Provider } from 'react';

/** A context that is never missing where it is read: its provider, and the hook that throws outside of it. */
export function requiredContext<T extends object>(place: string): [Provider<T | undefined>, () => T] {
  const context = createContext<T | undefined>(undefined);
  const useRequired = () => {
    const value = useContext(context);
    if (!value) throw new Error(`used outside ${place}`);
    return value;
  };
  return [context.Provider, useRequired];
}
