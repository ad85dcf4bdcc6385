import type { UseQueryResult } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { ComponentType } from 'react';
import type { FileDetails } from '#features/files/core/versions.contract.ts';
import { previewKindOf } from '#features/files/preview/preview.rules.ts';
import type { PreviewKind } from '#features/files/preview/preview.rules.ts';
import { previewTexts as texts } from '#features/files/preview/preview.texts.ts';
import { scanTexts } from '#features/virus-scan/virus-scan.texts.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { useReloadUntilScanned } from '../files.data.ts';
import { DerivedView } from '../views/DerivedView.tsx';
import { PictureView } from '../views/PictureView.tsx';
import { PlayerView } from '../views/PlayerView.tsx';
import { SourceView } from '../views/SourceView.tsx';
import { TextView } from '../views/TextView.tsx';
import { Awaited, PreviewLoading, PreviewNotice } from './PreviewNotice.tsx';

const views: Record<PreviewKind, ComponentType<{ file: FileDetails }>> = {
  picture: PictureView,
  pdf: lazyPart(() => import('../pdf/PdfView.tsx').then((view) => view.PdfView)),
  text: TextView,
  markdown: lazyPart(() => import('../views/MarkdownView.tsx').then((view) => view.MarkdownView)),
  table: lazyPart(() => import('../views/TableView.tsx').then((view) => view.TableView)),
  sound: PlayerView,
  video: PlayerView,
  derived: DerivedView,
  page: SourceView,
};

/** The file itself, or the reason why it cannot be shown. */
export function PreviewStage({ details }: { details: UseQueryResult<FileDetails> }) {
  return <Awaited query={details}>{(file) => <ViewOf file={file} />}</Awaited>;
}

function ViewOf({ file }: { file: FileDetails }) {
  const { virus_scan: scan } = file;
  useReloadUntilScanned(scan);
  const kind = previewKindOf(file.media_type);
  // The preview page of a document is made after the scan.
  if (scan && (scan.is_blocked || kind === 'derived' || kind === 'page'))
    return (
      <PreviewNotice
        {...(!scan.is_blocked && { file })}
        title={scanTexts.stage[scan.state]}
        hint={scanTexts.stageHint(scan)}
      />
    );
  if (file.size === 0) return <PreviewNotice file={file} title={texts.empty} hint={texts.emptyHint} />;
  const View = views[kind];
  return (
    <Suspense fallback={<PreviewLoading />}>
      <View key={file.content_hash} file={file} />
    </Suspense>
  );
}
