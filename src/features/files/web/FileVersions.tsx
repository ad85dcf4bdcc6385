import { Badge } from '@mantine/core';
import { IconDownload, IconEye, IconHistory, IconRestore } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import type { File } from '#features/files/files.contract.ts';
import { mayEditFile, mostVersionsListed } from '#features/files/files.rules.ts';
import { texts as actions } from '#features/files/files.texts.ts';
import { detailsTexts as texts } from '#features/files/keeping.texts.ts';
import type { FileDetails, FileVersion } from '#features/files/versions.contract.ts';
import { formatDateTime } from '#shared/format.ts';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { rowAction } from '#web/widgets/row-action.ts';
import { DetailsPending } from './DetailsPending.tsx';
import { useFilesPage } from './files-page.context.ts';
import { downloadLink, viewLink } from './files.data.ts';
import { detailsQuery, downloadVersionLink, versionsQuery, viewVersionLink } from './keeping.data.ts';
import { RestoreVersionDialog } from './RestoreVersionDialog.tsx';
import icons from './FileActions.module.css';
import styles from './FileDetails.module.css';

type Props = { file: File; onAsking: (asking: boolean) => void };

/** What a file holds and what it held before, newest first. */
export function FileVersions({ file, onAsking }: Props) {
  const details = useQuery(detailsQuery(file.id));
  const versions = useQuery(versionsQuery(file.id));
  const { person } = useFilesPage();
  const [chosen, setChosen] = useState<FileVersion>();

  const choose = (version: FileVersion | undefined) => {
    setChosen(version);
    onAsking(version !== undefined);
  };
  const restore = mayEditFile(person, file) ? choose : undefined;

  return (
    <DetailsPending query={versions}>
      {(earlier) => (
        <>
          <ul className={styles.versions} aria-label={texts.versions}>
            {details.data && <Present details={details.data} />}
            {earlier.map((version) => (
              <Earlier key={version.id} version={version} file={file} onRestore={restore} />
            ))}
          </ul>
          {earlier.length === 0 && (
            <EmptyState icon={IconHistory} title={texts.noVersions} hint={texts.noVersionsHint} />
          )}
          {earlier.length >= mostVersionsListed && (
            <p className={styles.note}>{texts.mostVersions(mostVersionsListed)}</p>
          )}
          <RestoreVersionDialog file={file} version={chosen} onClose={() => choose(undefined)} />
        </>
      )}
    </DetailsPending>
  );
}

function Present({ details }: { details: FileDetails }) {
  return (
    <Content
      who={details.content_by?.name}
      moment={details.content_at}
      size={details.size}
      mark={
        <Badge variant="light" size="sm" tt="none">
          {texts.present}
        </Badge>
      }
      links={{ view: viewLink(details), download: downloadLink(details) }}
    />
  );
}

type EarlierProps = { version: FileVersion; file: File; onRestore: ((version: FileVersion) => void) | undefined };

function Earlier({ version, file, onRestore }: EarlierProps) {
  return (
    <Content
      who={version.user?.name}
      moment={version.created_at}
      size={version.size}
      was={version.filename === file.filename ? undefined : version.filename}
      links={{ view: viewVersionLink(file, version.id), download: downloadVersionLink(file, version.id) }}
      onRestore={onRestore && (() => onRestore(version))}
    />
  );
}

type ContentProps = {
  who: string | undefined;
  moment: string;
  size: number;
  mark?: ReactNode;
  /** Its name then, when it was another one. */
  was?: string | undefined;
  links: { view: string; download: string };
  onRestore?: (() => void) | undefined;
};

function Content({ who, moment, size, mark, was, links, onRestore }: ContentProps) {
  const momentId = useId();
  const named = (name: string) => rowAction(name, momentId);
  return (
    <li className={styles.version}>
      <div className={styles.versionText}>
        <p className={styles.moment} id={momentId}>
          <time dateTime={moment}>{formatDateTime(moment)}</time>
          {mark}
        </p>
        <p className={styles.who}>{texts.whoAndSize(who || actions.unknownUploader, size)}</p>
        {was !== undefined && <p className={styles.who}>{texts.wasNamed(was)}</p>}
      </div>
      <div className={icons.actions}>
        <a {...named(actions.view)} href={links.view} target="_blank" rel="noopener">
          <IconEye size={18} stroke={1.7} aria-hidden="true" />
        </a>
        <a {...named(actions.download)} href={links.download} download>
          <IconDownload size={18} stroke={1.7} aria-hidden="true" />
        </a>
        {onRestore && (
          <button {...named(texts.restore)} type="button" onClick={onRestore}>
            <IconRestore size={18} stroke={1.7} aria-hidden="true" />
          </button>
        )}
      </div>
    </li>
  );
}
