import { useState } from 'react';

/** Returns the value, or the last one if it is undefined now: a dialog keeps its content while it fades out. */
export function useShownWhileClosing<T extends object | string>(value: T | undefined): T | undefined {
  const [shown, setShown] = useState(value);
  if (value !== undefined && value !== shown) setShown(value);
  return value ?? shown;
}
