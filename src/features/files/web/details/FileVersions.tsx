import { Box, Group, Text } from '@mantine/core';
import { IconDownload, IconEye, IconHistory, IconRestore } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { File } from '#features/files/core/files.contract.ts';
import { mayEditFile } from '#features/files/core/files.rules.ts';
import { ownTexts, texts as actions } from '#features/files/core/files.texts.ts';
import { versionsContract } from '#features/files/core/versions.contract.ts';
import type { FileVersion } from '#features/files/core/versions.contract.ts';
import { detailsTexts as texts } from '#features/files/core/versions.texts.ts';
import { nameLabel } from '#features/files/list/files-view.rules.ts';
import { formatDateTime } from '#shared/format.ts';
import { checkDownload } from '#web/check-download.ts';
import { filesKey } from '#web/query-keys.ts';
import { useAction } from '#web/use-action.ts';
import { useConfirm } from '#web/widgets/ConfirmDialog.tsx';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { MoreRows } from '#web/widgets/MoreRows.tsx';
import { RowTool } from '#web/widgets/RowTool.tsx';
import { StateBadge } from '#web/widgets/StateBadge.tsx';
import { useFilesPage } from '../files-page.context.ts';
import { downloadLink, viewLink } from '../files.data.ts';
import { detailsQuery, downloadVersionLink, versionsQuery, viewVersionLink } from '../versions.data.ts';
import { DetailsPending } from './DetailsPending.tsx';
import buttons from '../list/FileActions.module.css';
import styles from './FileDetails.module.css';

type Props = { file: File; onAsking: (asking: boolean) => void };

/** The current content of a file and its versions, newest first. */
export function FileVersions({ file, onAsking }: Props) {
  const details = useQuery(detailsQuery(file.id));
  const versions = useInfiniteQuery(versionsQuery(file.id));
  const { person } = useFilesPage();
  const { confirm, dialog } = useConfirm();
  const name = nameLabel(file);
  const restoring = useAction(versionsContract.restore, {
    done: texts.restored(name),
    failed: texts.restoreFailed,
    refresh: [filesKey],
  });
  const restore = async ({ id, created_at }: FileVersion) => {
    onAsking(true);
    const question = texts.restoreExplained(name, created_at);
    const isConfirmed = await confirm({ title: texts.restoreTitle, question, action: texts.restore, isHarmless: true });
    onAsking(false);
    if (isConfirmed) await restoring.run({ id: file.id, version_id: id });
  };
  const mayRestore = mayEditFile(person, file);

  return (
    <DetailsPending query={versions}>
      {({ pages }) => (
        <>
          <ul className={styles.list} aria-label={texts.versions}>
            {details.data && (
              <Content
                who={details.data.content_by?.name}
                moment={details.data.content_at}
                size={details.data.size}
                mark={<StateBadge tone="primary">{texts.current}</StateBadge>}
                links={{ view: viewLink(details.data), download: downloadLink(details.data) }}
              />
            )}
            {pages.flat().map((version) => (
              <Content
                key={version.id}
                who={version.user?.name}
                moment={version.created_at}
                size={version.size}
                was={version.filename === file.filename ? undefined : version.filename}
                links={{ view: viewVersionLink(file, version.id), download: downloadVersionLink(file, version.id) }}
                onRestore={mayRestore ? () => void restore(version) : undefined}
              />
            ))}
          </ul>
          {pages[0]?.length === 0 && (
            <EmptyState icon={IconHistory} title={texts.noVersions} hint={texts.noVersionsHint} />
          )}
          <MoreRows list={versions} more={texts.moreVersions} failed={texts.moreFailed} />
          {dialog}
        </>
      )}
    </DetailsPending>
  );
}

type ContentProps = {
  who: string | undefined;
  moment: string;
  size: number;
  mark?: ReactNode;
  /** The name of the file at that time, if it was another one. */
  was?: string | undefined;
  links: { view: string; download: string };
  onRestore?: (() => void) | undefined;
};

function Content({ who, moment, size, mark, was, links, onRestore }: ContentProps) {
  const at = formatDateTime(moment);
  const named = (action: string) => ownTexts.actionOn(action, at);
  return (
    <Group component="li" className={styles.version ?? ''} gap="sm" wrap="nowrap" justify="space-between" py="sm">
      <Box miw={0} fz="sm">
        <Group gap="xs">
          <Text component="time" inherit fw={550} dateTime={moment}>
            {at}
          </Text>
          {mark}
        </Group>
        <Text inherit c="dimmed">
          {texts.whoAndSize(who || actions.unknownUploader, size)}
        </Text>
        {was !== undefined && (
          <Text inherit c="dimmed">
            {texts.wasNamed(was)}
          </Text>
        )}
      </Box>
      <div className={buttons.actions}>
        <RowTool
          icon={IconEye}
          label={named(actions.view)}
          link={{ href: links.view, target: '_blank', rel: 'noopener' }}
        />
        <RowTool
          icon={IconDownload}
          label={named(actions.download)}
          link={{ href: links.download, download: true, onClick: checkDownload }}
        />
        {onRestore && <RowTool icon={IconRestore} label={named(texts.restore)} onClick={onRestore} />}
      </div>
    </Group>
  );
}
