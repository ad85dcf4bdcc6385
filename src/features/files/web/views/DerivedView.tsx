import { useQuery } from '@tanstack/react-query';
import type { FileDetails } from '#features/files/core/versions.contract.ts';
import { nameLabel } from '#features/files/list/files-view.rules.ts';
import type { Preview } from '#features/files/preview/preview.contract.ts';
import { previewTexts as texts } from '#features/files/preview/preview.texts.ts';
import { derivedQuery, pageLink, thumbnailLink } from '../preview/preview.data.ts';
import { Awaited, PreviewLoading, PreviewNotice } from '../preview/PreviewNotice.tsx';
import styles from './DerivedView.module.css';

/**
 * The derived file of an office document, a mail or a picture that browsers cannot show, or a notice that there is
 * none.
 */
export function DerivedView({ file }: { file: FileDetails }) {
  return <Awaited query={useQuery(derivedQuery(file))}>{(preview) => <Derived file={file} {...preview} />}</Awaited>;
}

function Derived({ file, state, has_page, has_thumbnail, reason }: { file: FileDetails } & Preview) {
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
  if (reason) return <PreviewNotice file={file} title={texts.failed[reason]} hint={texts.failedHint[reason]} />;
  return <PreviewNotice file={file} title={texts.none} hint={texts.noneHint} />;
}
