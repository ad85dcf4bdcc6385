import { useLocation, useNavigate } from 'react-router';
import { dropTexts as texts } from '#features/files/drop.texts.ts';
import { toast } from '#web/toast.tsx';
import { passDropped } from './dropped-files.ts';
import { readDropped } from './read-dropped.ts';
import { useFileDrop } from './use-file-drop.ts';
import { useMayUpload } from './use-may-upload.ts';
import styles from './DropToUpload.module.css';

const uploadPath = '/uploadPage';

/** Accepts files dropped on any page and opens the upload page with them. The upload page has a drop area of its own. */
export function DropToUpload() {
  const { pathname } = useLocation();
  return pathname.toLowerCase() === uploadPath.toLowerCase() ? null : <Accepting />;
}

function Accepting() {
  const navigate = useNavigate();
  const mayUpload = useMayUpload();
  const over = useFileDrop((transfer) => {
    if (isBehindDialog()) return;
    if (mayUpload) void navigate(uploadPath, { state: passDropped(readDropped(transfer)) });
    else toast.error(texts.mayNotUpload);
  });
  if (!over || !mayUpload) return null;
  return (
    <div className={styles.overlay} role="status">
      <p className={styles.text}>{texts.dropToUpload}</p>
    </div>
  );
}

const isBehindDialog = () => document.querySelector('[aria-modal="true"]') !== null;
