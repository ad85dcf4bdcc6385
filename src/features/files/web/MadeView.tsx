import { useQuery } from '@tanstack/react-query';
import { nameLabel } from '#features/files/files-view.rules.ts';
import { previewTexts as texts } from '#features/files/preview.texts.ts';
import type { Preview } from '#features/files/previews.contract.ts';
import type { FileDetails } from '#features/files/versions.contract.ts';
import { madeQuery, pageLink, thumbnailLink } from './preview.data.ts';
import { Awaited, PreviewLoading, PreviewNotice } from './PreviewNotice.tsx';
import styles from './MadeView.module.css';

/** What the server makes of office documents, mail and pictures that no browser shows, or that there is no such thing. */
export function MadeView({ file }: { file: FileDetails }) {
  return <Awaited query={useQuery(madeQuery(file))}>{(made) => <Made file={file} {...made} />}</Awaited>;
}

function Made({ file, state, has_page, has_thumbnail }: { file: FileDetails } & Preview) {
  const name = nameLabel(file);
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
