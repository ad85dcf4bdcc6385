import { createContext, useContext } from 'react';

/** Makes a call, and when the server wants the password first, asks for it and makes the call again. */
type WithPassword = <T>(run: () => Promise<T>) => Promise<T>;

const context = createContext<WithPassword>((run) => run());

export const PasswordAgainContext = context.Provider;

/** Outside of the provider, as on the login screen, nobody is asked. */
export const usePasswordAgain = (): WithPassword => useContext(context);
