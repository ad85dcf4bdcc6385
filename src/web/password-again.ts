import { createContext, useContext } from 'react';

/** Makes a call. If the server requires the password first, asks the user for it and repeats the call. */
type WithPassword = <T>(run: () => Promise<T>) => Promise<T>;

const context = createContext<WithPassword>((run) => run());

export const PasswordAgainContext = context.Provider;

/** Outside of the provider, as on the login screen, the hook only makes the call. */
export const usePasswordAgain = (): WithPassword => useContext(context);
