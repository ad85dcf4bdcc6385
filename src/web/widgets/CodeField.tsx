import { TextInput } from '@mantine/core';
import type { TextInputProps } from '@mantine/core';

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  label: string;
  value: string;
  onChange: (code: string) => void;
};

/** A field for a one-time code, which browsers can fill in. It takes the focus by default, because it opens on request. */
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
      // Pasted codes may contain spaces and surrounding words.
      maxLength={60}
      onChange={(event) => onChange(event.currentTarget.value)}
      required
      withAsterisk={false}
    />
  );
}
