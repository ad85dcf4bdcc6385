/** Tells a person how something went, at the top right, for 3 seconds. Source: spec section 2. */
export const toast = {
  success: (text: string) => show('success', text),
  /** `reason` is the server's own sentence, shown below the catalogue's text. */
  error: (text: string, reason?: string) => show('error', text, reason),
};

export type Toast = {
  kind: 'success' | 'error';
  text: string;
  reason?: string | undefined;
};

const shown = 'toast';

function show(kind: Toast['kind'], text: string, reason?: string): void {
  const detail: Toast = { kind, text, reason: reason === text ? undefined : reason };
  window.dispatchEvent(new CustomEvent(shown, { detail }));
}

/** Hears of every toast. Returns what ends that. */
export function listenToToasts(tell: (toast: Toast) => void): () => void {
  const listener = (event: Event) => tell((event as CustomEvent<Toast>).detail);
  window.addEventListener(shown, listener);
  return () => window.removeEventListener(shown, listener);
}
