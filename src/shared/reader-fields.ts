import { z } from 'zod';

const isKnown = (make: () => unknown): boolean => {
  try {
    return Boolean(make());
  } catch {
    return false;
  }
};

/** The language and the time zone of the reader. The server formats documents for them. */
export const readerFields = {
  language: z
    .string()
    .max(35)
    .refine((tag) => isKnown(() => new Intl.Locale(tag)), 'This is not a language tag such as de-DE.')
    .optional(),
  time_zone: z
    .string()
    .max(64)
    .refine((timeZone) => isKnown(() => new Intl.DateTimeFormat('en', { timeZone })), 'This is not a time zone.')
    .optional(),
};
