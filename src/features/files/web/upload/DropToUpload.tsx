import { useNavigate } from 'react-router';
import { dropTexts as texts } from '#features/files/upload/drop.texts.ts';
import { readDropped } from '#web/read-dropped.ts';
import { toast } from '#web/toast.tsx';
import { useFileDrop } from '#web/use-file-drop.ts';
import { DropOverlay } from '#web/widgets/DropOverlay.tsx';
import { useMayUpload } from '../may-upload.data.ts';
import { passDropped } from './dropped-files.ts';

const uploadPath = '/uploadPage';

/** Opens the upload page with files that are dropped on a page that does not accept any. */
export function DropToUpload() {
  const navigate = useNavigate();
  const mayUpload = useMayUpload();
  const over = useFileDrop((transfer) => {
    if (isBehindDialog()) return;
    if (mayUpload === false) toast.error(texts.mayNotUpload);
    else void navigate(uploadPath, { state: passDropped(readDropped(transfer)) });
  });
  if (!over || !mayUpload) return null;
  return <DropOverlay>{texts.dropToUpload}</DropOverlay>;
}

const isBehindDialog = () => document.querySelector('[aria-modal="true"]') !== null;
