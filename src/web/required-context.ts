import { createContext, useContext } from 'react';
import type { Provider } from 'react';

/** Returns the provider of a new context, and a hook that throws outside of the provider. */
export function requiredContext<T extends object>(component: string): [Provider<T | undefined>, () => T] {
  const context = createContext<T | undefined>(undefined);
  const useRequired = () => {
    const value = useContext(context);
    if (!value) throw new Error(`This hook must be used inside ${component}.`);
    return value;
  };
  return [context.Provider, useRequired];
}
