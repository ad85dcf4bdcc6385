import { useLocation, useNavigate } from 'react-router';
import { dropTexts as texts } from '#features/files/drop.texts.ts';
import { toast } from '#web/toast.tsx';
import { useFileDrop } from '#web/use-file-drop.ts';
import { passDropped } from './dropped-files.ts';
import { readDropped } from './read-dropped.ts';
import { useMayUpload } from './use-may-upload.ts';
import styles from './DropToUpload.module.css';

const uploadPath = '/uploadPage';

/** These pages take dropped files themselves. */
const pagesWithDropArea = [uploadPath, '/container-status/import'].map((path) => path.toLowerCase());

/** Accepts files dropped on any other page and opens the upload page with them. */
export function DropToUpload() {
  const { pathname } = useLocation();
  return pagesWithDropArea.includes(pathname.toLowerCase()) ? null : <Accepting />;
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
