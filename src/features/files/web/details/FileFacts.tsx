import { ActionIcon, Anchor, Group, Skeleton, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ListedFile } from '#features/files/core/files.contract.ts';
import { texts as labels } from '#features/files/core/files.texts.ts';
import { folderTexts } from '#features/files/core/folders.texts.ts';
import type { FileDetails } from '#features/files/core/versions.contract.ts';
import { detailsTexts as texts } from '#features/files/core/versions.texts.ts';
import { filesView, typeLabel } from '#features/files/list/files-view.rules.ts';
import type { Scan } from '#features/virus-scan/virus-scan.rules.ts';
import { scanTexts } from '#features/virus-scan/virus-scan.texts.ts';
import { formatDateTime, formatSize, locale } from '#shared/format.ts';
import { copyText } from '#web/copy-text.ts';
import { toast } from '#web/toast.tsx';
import { FactList } from '#web/widgets/FactList.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { useFilesPage } from '../files-page.context.ts';
import { useReloadUntilScanned } from '../files.data.ts';
import { detailsQuery } from '../versions.data.ts';

type Props = { file: ListedFile; onLeave: () => void };

/** The facts of a file. Those that the list has are shown at once; the others keep their places while they load. */
export function FileFacts({ file, onLeave }: Props) {
  const query = useQuery(detailsQuery(file.id));
  const { data: details, isError } = query;
  const { teamNames, fileTypes = [] } = useFilesPage();
  const { file_type_id, folder, user, uploaded_at, size, virus_scan } = details ?? file;
  useReloadUntilScanned(virus_scan);
  const later = (fact: (known: FileDetails) => ReactNode) =>
    details ? fact(details) : !isError && <Skeleton height={14} width="55%" />;
  const facts: [string, ReactNode][] = [
    [texts.type, details?.file_type?.name ?? typeLabel(file_type_id, fileTypes)],
    [texts.team, details?.team.name ?? teamNames.get(file.team_id)],
    [folderTexts.folder, folder && <Folder key={folder} folder={folder} onLeave={onLeave} />],
    [texts.uploader, user?.name || labels.unknownUploader],
    [texts.uploadedAt, formatDateTime(uploaded_at)],
    [texts.size, formatSize(size)],
    // The details leave out the charset of the media type.
    [texts.kind, later(({ media_type }) => media_type.replace(/;.*/, ''))],
    [texts.text, (details?.is_scan && texts.fromScan) || (details?.is_partly_searched && texts.partlySearched)],
    [
      texts.content,
      later(({ content_by, content_at }) => texts.contentBy(content_by?.name || labels.unknownUploader, content_at)),
    ],
    [scanTexts.state, virus_scan && <ScanResult key={virus_scan.state} scan={virus_scan} />],
    [texts.versionsCount, later(({ versions_count }) => versions_count.toLocaleString(locale))],
    [texts.downloads, later(({ downloads_count }) => downloads_count.toLocaleString(locale))],
    [texts.hash, later(({ content_hash }) => <Hash hash={content_hash} />)],
  ];
  return (
    <>
      <FactList facts={facts.filter(([, fact]) => Boolean(fact))} />
      {isError && !details && <LoadFailed query={query} title={texts.loadFailed} />}
    </>
  );
}

function Folder({ folder, onLeave }: { folder: string; onLeave: () => void }) {
  return (
    <Anchor
      component={Link}
      inherit
      to={`/files?${filesView.write({ ...filesView.initial, folder }).toString()}`}
      title={folderTexts.showFolder(folder)}
      onClick={onLeave}
    >
      <bdi>{folder}</bdi>
    </Anchor>
  );
}

function ScanResult({ scan }: { scan: Scan }) {
  const { state } = scan;
  return (
    <>
      <Text inherit component="span" {...(state === 'infected' && { c: 'var(--danger-text)', fw: 650 })}>
        {scanTexts.stage[state]}
      </Text>
      <Text inherit c="dimmed">
        {scanTexts.stageHint(scan)}
      </Text>
    </>
  );
}

function Hash({ hash }: { hash: string }) {
  const shown = useRef<HTMLElement>(null);
  const copy = async () => {
    if (shown.current && (await copyText(shown.current))) toast.success(texts.hashCopied);
    else toast.error(texts.copyFailed);
  };
  return (
    <Group gap="xxs" wrap="nowrap" align="flex-start">
      <Text component="code" fz="xs" ff="monospace" flex={1} miw={0} ref={shown}>
        {hash}
      </Text>
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
    </Group>
  );
}
