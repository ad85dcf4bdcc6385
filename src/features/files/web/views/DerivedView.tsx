import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { charsetOfType, isZip } from '#features/extraction/charset.rules.ts';
import type { FileDetails } from '#features/files/core/versions.contract.ts';
import { nameLabel } from '#features/files/list/files-view.rules.ts';
import type { Preview } from '#features/files/preview/preview.contract.ts';
import { previewTexts as texts } from '#features/files/preview/preview.texts.ts';
import { derivedQuery, pageLink, thumbnailLink } from '../preview/preview.data.ts';
import { Awaited, PreviewLoading, PreviewNotice } from '../preview/PreviewNotice.tsx';
import { CharsetSelect } from './CharsetSelect.tsx';
import styles from './DerivedView.module.css';

/**
 * The derived file of an office document, a mail or a picture that browsers cannot show, or a notice that there is
 * none.
 */
export function DerivedView({ file, ...props }: Props) {
  return (
    <Awaited query={useQuery(derivedQuery(file))}>
      {(preview) => <Derived file={file} {...preview} {...props} />}
    </Awaited>
  );
}

type Props = {
  file: FileDetails;
  /** Stand above the page. */
  tools?: ReactNode;
  /** Is shown in place of a notice that there is no page. */
  other?: ReactNode;
};

function Derived({ file, tools, other, state, has_page, has_thumbnail, reason }: Props & Preview) {
  const name = nameLabel(file);
  if (has_page) return <DerivedPage file={file} tools={tools} />;
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
  if (other) return other;
  if (reason) return <PreviewNotice file={file} title={texts.failed[reason]} hint={texts.failedHint[reason]} />;
  const is7z = file.media_type === 'application/x-7z-compressed';
  return <PreviewNotice file={file} title={is7z ? texts.notListed : texts.none} hint={texts.noneHint} />;
}

/** A page in a frame without rights. Readers can choose the charset of the names in a ZIP archive that states none. */
function DerivedPage({ file, tools }: Pick<Props, 'file' | 'tools'>) {
  const detected = isZip(file.media_type) ? charsetOfType(file.media_type) : undefined;
  const [charset, setCharset] = useState(detected);
  const link = charset === detected ? pageLink(file) : `${pageLink(file)}&charset=${charset}`;
  const page = <iframe className={styles.page} sandbox="" src={link} title={texts.document(nameLabel(file))} />;
  const choices = charset === undefined ? tools : <CharsetSelect value={charset} onChange={setCharset} />;
  if (!choices) return page;
  return (
    <Stack gap="xs" h="100%" align="center">
      {choices}
      {page}
    </Stack>
  );
}
