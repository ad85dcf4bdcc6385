import { useQuery } from '@tanstack/react-query';
import { nameLabel } from '#features/files/files-view.rules.ts';
import { previewTexts as texts } from '#features/files/preview.texts.ts';
import type { FileDetails } from '#features/files/versions.contract.ts';
import { madeQuery, pageLink, thumbnailLink } from './preview.data.ts';
import { PreviewLoading, PreviewNotice, TryAgain } from './PreviewNotice.tsx';
import styles from './MadeView.module.css';

/** What the server makes of office documents, mail and pictures that no browser shows, or that there is no such thing. */
export function MadeView({ file }: { file: FileDetails }) {
  const made = useQuery(madeQuery(file));
  const name = nameLabel(file);
  if (made.isError)
    return (
      <PreviewNotice title={texts.notLoaded} hint={texts.notLoadedHint}>
        <TryAgain query={made} />
      </PreviewNotice>
    );
  if (!made.data) return <PreviewLoading />;
  const { state, has_page, has_thumbnail } = made.data;
  if (has_page) return <iframe className={styles.page} sandbox="" src={pageLink(file)} title={texts.document(name)} />;
  if (has_thumbnail)
    return (
      <PreviewNotice
        file={file}
        title={texts.smallOnly}
        hint={texts.smallOnlyHint}
        picture={<img className={styles.small} src={thumbnailLink(file)} alt={texts.picture(name)} />}
      />
    );
  if (state === 'waiting') return <PreviewLoading title={texts.making} hint={texts.makingHint} />;
  if (state === 'failed') return <PreviewNotice file={file} title={texts.failed} hint={texts.failedHint} />;
  return <PreviewNotice file={file} title={texts.none} hint={texts.noneHint} />;
}
