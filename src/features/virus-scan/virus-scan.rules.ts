/**
 * `waiting`: not scanned yet. `failed`: the scanner could not scan it, for example because it is too large, and tries again
 * every hour.
 */
const scanStates = ['waiting', 'clean', 'infected', 'failed'] as const;
export type ScanState = (typeof scanStates)[number];

/** A content that the scanner has not passed, as its file shows it. */
export type Scan = {
  state: Exclude<ScanState, 'clean'>;
  /** The name of the virus, or why the scan failed. */
  finding: string | null;
  /** The caller cannot open the file. */
  is_blocked: boolean;
};

type Content = { state: ScanState; is_held: number; finding: string | null };

/**
 * Returns the effect of a scan on a caller's access; undefined if there is none. Nobody can open an infected content,
 * also after the scanner was turned off. `unscanned` is undefined without a scanner.
 */
export function scanFor(
  content: Content | undefined,
  { isUploader, unscanned }: { isUploader: boolean; unscanned: 'refuse' | 'allow' | undefined },
): Scan | undefined {
  if (!content || content.state === 'clean') return undefined;
  const { state, finding } = content;
  if (state === 'infected') return { state, finding, is_blocked: true };
  if (unscanned === undefined || content.is_held === 0) return undefined;
  return { state, finding, is_blocked: unscanned === 'refuse' && !isUploader };
}
