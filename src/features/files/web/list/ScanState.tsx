import { IconShieldExclamation } from '@tabler/icons-react';
import type { Scan } from '#features/virus-scan/virus-scan.rules.ts';
import { scanTexts } from '#features/virus-scan/virus-scan.texts.ts';
import { useReloadUntilScanned } from '../files.data.ts';
import styles from './ScanState.module.css';

/** The result of the virus scan of a listed file that the scanner has not passed. */
export function ScanState({ scan }: { scan: Scan }) {
  useReloadUntilScanned(scan);
  return (
    <p className={styles.scan} data-state={scan.state}>
      <IconShieldExclamation size={15} stroke={1.75} aria-hidden="true" />
      {scanTexts.listed(scan)}
    </p>
  );
}
