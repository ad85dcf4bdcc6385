import { ActionIcon, Anchor } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { File } from '#features/files/core/files.contract.ts';
import { texts as labels } from '#features/files/core/files.texts.ts';
import { folderTexts } from '#features/files/core/folders.texts.ts';
import type { FileDetails } from '#features/files/core/versions.contract.ts';
import { detailsTexts as texts } from '#features/files/core/versions.texts.ts';
import { filesView } from '#features/files/list/files-view.rules.ts';
import { scanTexts } from '#features/virus-scan/virus-scan.texts.ts';
import { formatDateTime, formatSize, locale } from '#shared/format.ts';
import { copyText } from '#web/copy-text.ts';
import { toast } from '#web/toast.tsx';
import { useReloadUntilScanned } from '../files.data.ts';
import { detailsQuery } from '../versions.data.ts';
import { DetailsPending } from './DetailsPending.tsx';
import styles from './FileDetails.module.css';

export function FileFacts({ file, onLeave }: { file: File; onLeave: () => void }) {
  const details = useQuery(detailsQuery(file.id));
  return <DetailsPending query={details}>{(known) => <Facts details={known} onLeave={onLeave} />}</DetailsPending>;
}

function Facts({ details, onLeave }: { details: FileDetails; onLeave: () => void }) {
  const { file_type, file_type_id, content_by, user } = details;
  useReloadUntilScanned(details.virus_scan);
  const type = file_type_id === null ? labels.noType : (file_type?.name ?? labels.unknownType(file_type_id));
  return (
    <dl className={styles.facts}>
      <Fact label={texts.type}>{type}</Fact>
      <Fact label={texts.team}>{details.team.name}</Fact>
      {details.folder && (
        <Fact label={folderTexts.folder}>
          <Anchor
            component={Link}
            inherit
            to={linkToFolder(details.folder)}
            title={folderTexts.showFolder(details.folder)}
            onClick={onLeave}
          >
            <bdi>{details.folder}</bdi>
          </Anchor>
        </Fact>
      )}
      <Fact label={texts.uploader}>{user?.name || labels.unknownUploader}</Fact>
      <Fact label={texts.uploadedAt}>{formatDateTime(details.uploaded_at)}</Fact>
      <Fact label={texts.size}>{formatSize(details.size)}</Fact>
      <Fact label={texts.kind}>{withoutParameters(details.media_type)}</Fact>
      {details.is_scan && <Fact label={texts.text}>{texts.fromScan}</Fact>}
      <Fact label={texts.content}>
        {texts.contentBy(content_by?.name || labels.unknownUploader, details.content_at)}
      </Fact>
      {details.virus_scan && (
        <Fact label={scanTexts.state}>
          <span className={styles.scan} data-state={details.virus_scan.state}>
            {scanTexts.stage[details.virus_scan.state]}
          </span>
          <p className={styles.scanHint}>{scanTexts.stageHint(details.virus_scan)}</p>
        </Fact>
      )}
      <Fact label={texts.versionsCount}>{details.versions_count.toLocaleString(locale)}</Fact>
      <Fact label={texts.downloads}>{details.downloads_count.toLocaleString(locale)}</Fact>
      <Fact label={texts.hash}>
        <Hash hash={details.content_hash} />
      </Fact>
    </dl>
  );
}

const linkToFolder = (folder: string) => `/files?${filesView.write({ ...filesView.initial, folder }).toString()}`;

/** The details leave out the charset of the media type. */
const withoutParameters = (mediaType: string): string => mediaType.replace(/;.*/, '');

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Hash({ hash }: { hash: string }) {
  const shown = useRef<HTMLElement>(null);
  const copy = async () => {
    if (shown.current && (await copyText(shown.current))) toast.success(texts.hashCopied);
    else toast.error(texts.copyFailed);
  };
  return (
    <span className={styles.hash}>
      <code ref={shown}>{hash}</code>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={texts.copyHash}
        title={texts.copyHash}
        onClick={() => void copy()}
      >
        <IconCopy size={17} stroke={1.7} aria-hidden="true" />
      </ActionIcon>
    </span>
  );
}
