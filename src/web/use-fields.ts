import { useState } from 'react';
import type { ChangeEvent } from 'react';
import type { Failure } from '#shared/failure.ts';

type Typed = ChangeEvent<HTMLInputElement | HTMLSelectElement>;

/** The values of a form. Their names are those of the call, and so those of the errors of a refusal. */
export function useFields<Values extends object>(
  initial: Values | (() => Values),
  failure: Partial<Failure> | undefined,
) {
  const [values, setValues] = useState(initial);
  const change = (part: Partial<Values>) => setValues((now) => ({ ...now, ...part }));
  const errorOf = (name: string) => failure?.errors?.[name]?.[0];
  /** Returns the attributes of a required field with a text. */
  const field = <Name extends keyof Values & string>(name: Values[Name] extends string ? Name : never) => ({
    name,
    value: values[name] as string,
    onChange: ({ currentTarget }: Typed) => setValues((now) => ({ ...now, [name]: currentTarget.value })),
    error: errorOf(name),
    required: true,
  });
  return { values, change, field, errorOf };
}
