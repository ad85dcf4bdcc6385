import { TextInput } from '@mantine/core';
import type { TextInputProps } from '@mantine/core';

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  label: string;
  value: string;
  onChange: (code: string) => void;
};

/** A code of an app, which browsers and phones fill in by themselves. It takes the focus unless told otherwise: it was asked for. */
export function CodeField({ onChange, ...props }: Props) {
  return (
    <TextInput
      autoFocus
      {...props}
      name="code"
      autoComplete="one-time-code"
      inputMode="numeric"
      autoCorrect="off"
      spellCheck={false}
      // Codes are pasted with spaces, and with words around them.
      maxLength={60}
      onChange={(event) => onChange(event.currentTarget.value)}
      required
      withAsterisk={false}
    />
  );
}
