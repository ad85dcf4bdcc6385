import { previewTexts as texts } from '#features/files/preview/preview.texts.ts';
import styles from './PreviewPanel.module.css';

/** Returns the attributes of a button or link of the preview that is only an icon. `keyName` is its key on the keyboard. */
export const previewTool = (label: string, keyName?: string) => ({
  className: styles.tool,
  'aria-label': label,
  title: keyName === undefined ? label : texts.withKey(label, keyName),
});
