import { TextInput } from '@mantine/core';
import type { TextInputProps } from '@mantine/core';

/** A field for a one-time code, which browsers can fill in. It takes the focus by default, because it opens on request. */
export function CodeField(props: TextInputProps & { label: string }) {
  return (
    <TextInput
      autoFocus
      {...props}
      autoComplete="one-time-code"
      inputMode="numeric"
      autoCorrect="off"
      spellCheck={false}
      // Pasted codes may contain spaces and surrounding words.
      maxLength={60}
    />
  );
}
