import { Anchor, Box, Button, Group, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDownload, IconLinkOff, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { LinkedFile } from '#features/container-files/container-files.contract.ts';
import { linkTexts } from '#features/container-files/container-files.texts.ts';
import { mayEditFile } from '#features/files/core/files.rules.ts';
import type { TypeProposal as Proposal } from '#features/files/upload/type-proposals.rules.ts';
import { downloadLink, textProposalsQuery, thumbnailLink } from '#features/files/web/files.data.ts';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { isRoleId, managingRoles } from '#shared/access.ts';
import { formatDateTime, locale } from '#shared/format.ts';
import { searchDebounceMs } from '#shared/limits.ts';
import { checkDownload } from '#web/check-download.ts';
import { ChoiceSelect } from '#web/widgets/ChoiceSelect.tsx';
import { FileIcon } from '#web/widgets/FileIcon.tsx';
import { IconButton } from '#web/widgets/IconButton.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { Row } from '#web/widgets/Row.tsx';
import { RowTool } from '#web/widgets/RowTool.tsx';
import { fileChoicesQuery, linkedFilesQuery, useLinks } from './container-files.data.ts';
import { DownloadDossier } from './DownloadDossier.tsx';
import { TypeProposal } from './TypeProposal.tsx';
import { UploadDocuments } from './UploadDocuments.tsx';
import styles from './LinkedFiles.module.css';

/** `isSought`: the section is scrolled into view when its list is loaded. `children`: shown above the list. */
type Props = { containerId: number; level: 2 | 4; isSought?: boolean; children: ReactNode };

/** The section 'Documents' of a container: the linked files that the reader may see, and a field to link another one. */
export function LinkedFiles({ containerId, level, isSought = false, children }: Props) {
  const list = useInfiniteQuery(linkedFilesQuery(containerId));
  const [last] = list.data?.pages.slice(-1) ?? [];
  const files = list.data?.pages.flatMap((page) => page.files) ?? [];
  const role = usePerson()?.role_id;
  const mayRetype = role !== undefined && managingRoles.includes(role);
  const ids = files.map(({ id }) => id);
  const { data: proposals } = useQuery(textProposalsQuery(ids, mayRetype));
  const section = useRef<HTMLElement>(null);
  const { isPending } = list;
  useEffect(() => {
    if (isSought && !isPending) section.current?.scrollIntoView({ block: 'start' });
  }, [isSought, isPending]);
  return (
    <section className={styles.section} ref={section}>
      <Group justify="space-between" gap="xs" mb="sm" className={styles.head ?? ''}>
        <Title order={level} fz="lg">
          {linkTexts.documents}
          {last && last.found > 0 && (
            <Text span fz="sm" c="dimmed" ms="xs">
              {last.found.toLocaleString(locale)}
            </Text>
          )}
        </Title>
        <Group gap="xs">
          {last && last.found > 1 && (
            <IconButton icon={IconSearch} to={`/files?container=${containerId}`} variant="default" size="compact-md">
              {linkTexts.search}
            </IconButton>
          )}
          <DownloadDossier containerId={containerId} />
          <UploadDocuments containerId={containerId} isInDrawer={level === 4} />
        </Group>
      </Group>
      {children}
      {list.isPending && <LoadingRows rows={2} height={44} />}
      {list.isError && <LoadFailed query={list} title={linkTexts.loadFailed} />}
      {last && files.length === 0 && (
        <Text fz="sm" c="dimmed">
          {linkTexts.noDocuments}
        </Text>
      )}
      {files.length > 0 && (
        <Box component="ul" m={0} p={0}>
          {files.map((file) => (
            <FileOfContainer key={file.id} containerId={containerId} file={file} proposal={proposals?.get(file.id)} />
          ))}
        </Box>
      )}
      {list.hasNextPage && (
        <Button variant="default" size="compact-md" onClick={() => void list.fetchNextPage()}>
          {linkTexts.more}
        </Button>
      )}
      <AddFile containerId={containerId} />
    </section>
  );
}

function usePerson() {
  const { id, role_id } = useCurrentUser();
  return isRoleId(role_id) ? { id, role_id } : undefined;
}

type FileProps = { containerId: number; file: LinkedFile; proposal: Proposal | undefined };

function FileOfContainer({ containerId, file, proposal }: FileProps) {
  const nameId = useId();
  const person = usePerson();
  const { unlink } = useLinks();
  return (
    <Row className={styles.file ?? ''}>
      <FileIcon name={file.filename} thumbnail={file.has_thumbnail && thumbnailLink(file)} />
      <div className={styles.text}>
        <Anchor
          component={Link}
          fz="sm"
          fw={550}
          style={{ overflowWrap: 'anywhere' }}
          to={`/files?preview=${file.id}`}
          id={nameId}
        >
          <bdi>{file.filename}</bdi>
        </Anchor>
        <Text fz="xs" c="dimmed">
          {[
            ...(file.file_type_name === null ? [] : [file.file_type_name]),
            linkTexts.how(file),
            formatDateTime(file.linked_at),
          ].join(' · ')}
        </Text>
        {proposal && <TypeProposal fileId={file.id} proposal={proposal} />}
      </div>
      <RowTool
        icon={IconDownload}
        label={linkTexts.download(file.filename)}
        link={{ href: downloadLink(file), download: true, onClick: checkDownload }}
      />
      {person && mayEditFile(person, file) && (
        <RowTool
          icon={IconLinkOff}
          label={linkTexts.unlink(file.filename)}
          onClick={() => void unlink.run({ id: containerId, file_id: file.id })}
        />
      )}
    </Row>
  );
}

function AddFile({ containerId }: { containerId: number }) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), searchDebounceMs);
  const person = usePerson();
  const { data = [], isPending } = useQuery(fileChoicesQuery(search));
  const { link } = useLinks();
  const add = async (id: number) => {
    // Before the call, so that the next search can be typed meanwhile.
    setTyped('');
    await link.run({ id: containerId, file_ids: [id] });
  };
  return (
    <div className={styles.add}>
      <ChoiceSelect
        label={linkTexts.addFile}
        placeholder={linkTexts.searchFiles}
        choices={data.filter((file) => person && mayEditFile(person, file))}
        nothingFound={linkTexts.noneFound}
        isLoading={isPending}
        typed={typed}
        onType={setTyped}
        onChoose={(id) => void add(id)}
      />
    </div>
  );
}
