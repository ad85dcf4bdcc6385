import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useId, useState } from 'react';
import type { ReactNode } from 'react';
import type { FileType } from '#features/file-types/file-types.contract.ts';
import { sortOrders } from '#features/files/core/files.contract.ts';
import { uploadDates } from '#features/files/core/files.rules.ts';
import { ownTexts, texts } from '#features/files/core/files.texts.ts';
import { folderTexts } from '#features/files/core/folders.texts.ts';
import { filesView } from '#features/files/list/files-view.rules.ts';
import type { PageView } from '#features/files/list/files-view.rules.ts';
import { waitingTexts } from '#features/files/list/waiting-papers.texts.ts';
import type { Team } from '#features/teams/teams.contract.ts';
import { FilterToolbar } from '#web/widgets/FilterToolbar.tsx';
import { useFilesPage } from '../files-page.context.ts';
import { foldersQuery } from '../files.data.ts';
import styles from './FilesToolbar.module.css';

type Props = {
  view: PageView;
  teams: readonly Team[];
  fileTypes: readonly FileType[];
  onChange: (part: Partial<PageView>) => void;
  /** Shown in the same line if there is room. */
  summary: ReactNode;
};

/** The search box and, behind a button, the filters. */
export function FilesToolbar({ summary, ...props }: Props) {
  const { view, onChange } = props;
  return (
    <FilterToolbar
      searchLabel={texts.searchPlaceholder}
      search={view.search}
      active={filesView.activeFilters(view)}
      startsExpanded={false}
      texts={{ filters: texts.filters, activeFilters: ownTexts.activeFilters }}
      onChange={onChange}
      summary={summary}
      filtersClassName={styles.filters}
    >
      <FileFilters {...props} />
    </FilterToolbar>
  );
}

type FileFiltersProps = {
  view: PageView;
  teams: readonly Team[];
  fileTypes: readonly FileType[];
  onChange: (part: Partial<PageView>) => void;
};

const all = '';

/** Team, File Type, Upload Date and Sort By. See docs/specification.md#filters-of-the-files-page. */
function FileFilters({ view, teams, fileTypes, onChange }: FileFiltersProps) {
  const { mayOpenContainers, slots } = useFilesPage();
  return (
    <>
      <NativeSelect
        label={texts.team}
        data={[{ value: all, label: ownTexts.allTeams }, ...idOptions(teams, view.teamId)]}
        value={view.teamId ?? all}
        onChange={(event) => onChange({ teamId: Number(event.currentTarget.value) || undefined })}
      />
      <NativeSelect
        label={texts.fileType}
        data={[{ value: all, label: ownTexts.allTypes }, ...idOptions(fileTypes, view.fileTypeId)]}
        value={view.fileTypeId ?? all}
        onChange={(event) => onChange({ fileTypeId: Number(event.currentTarget.value) || undefined })}
      />
      <NativeSelect
        label={texts.uploadDate}
        data={uploadDates.map((value) => ({ value, label: texts.uploadDates[value] }))}
        value={view.uploadDate}
        onChange={(event) => onChange({ uploadDate: chosen(uploadDates, event.currentTarget.value) })}
      />
      <FolderFilter folder={view.folder} onChange={onChange} />
      {mayOpenContainers && (
        <Suspense fallback={null}>
          <slots.ContainerFilter
            chosen={view.containerId}
            onChoose={(containerId) => onChange({ containerId, waiting: undefined })}
          />
        </Suspense>
      )}
      {mayOpenContainers && (
        <NativeSelect
          label={waitingTexts.container}
          data={[
            { value: all, label: waitingTexts.allFiles },
            { value: 'yes', label: waitingTexts.waiting },
          ]}
          value={view.waiting ?? all}
          onChange={({ currentTarget: { value } }) =>
            onChange(value === 'yes' ? { waiting: 'yes', containerId: undefined } : { waiting: undefined })
          }
        />
      )}
      <NativeSelect
        label={texts.sortBy}
        data={orderOptions(view)}
        value={isOffered(view) ? view.sort : ofHeading}
        onChange={(event) => onChange({ sort: chosen(sortOrders, event.currentTarget.value), order: undefined })}
      />
    </>
  );
}

const ofHeading = 'heading';

const isOffered = ({ sort, order }: PageView) => order === undefined && sort !== 'team';

/** An order that only a click on a heading chooses is offered as long as the list has it. */
function orderOptions(view: PageView) {
  const options = sortOrders.map((value): { value: string; label: string } => ({
    value,
    label: texts.sortOrders[value],
  }));
  if (isOffered(view)) return options;
  const label = view.sort === 'team' ? texts.team : texts.sortOrders[view.sort];
  return [...options, { value: ofHeading, label: view.order ? ownTexts.reversed(label) : label }];
}

/** Shows a deleted team or type of a link as unknown. Otherwise the select would show 'all'. */
function idOptions(known: readonly { id: number; name: string }[], current: number | undefined) {
  const options = known.map(({ id, name }) => ({ value: String(id), label: name }));
  const isKnown = current === undefined || known.some(({ id }) => id === current);
  return isKnown ? options : [...options, { value: String(current), label: texts.unknownType(current) }];
}

function chosen<T extends string>(values: readonly [T, ...T[]], text: string): T {
  return values.find((value) => value === text) ?? values[0];
}

type FolderFilterProps = { folder: string | undefined; onChange: (part: { folder: string | undefined }) => void };

/** Chooses the folder from which files came. Absent while no file has one. */
function FolderFilter({ folder, onChange }: FolderFilterProps) {
  const [typed, setTyped] = useState<string>();
  const { data: folders = [] } = useQuery(foldersQuery(typed?.trim() ?? ''));
  const listId = useId();
  if (folders.length === 0 && folder === undefined && typed === undefined) return null;
  const choose = (text: string) => {
    setTyped(undefined);
    if (text.trim() !== (folder ?? '')) onChange({ folder: text.trim() || undefined });
  };
  return (
    <>
      <TextInput
        label={folderTexts.folder}
        placeholder={folderTexts.allFolders}
        type="search"
        list={listId}
        autoComplete="off"
        value={typed ?? folder ?? ''}
        onChange={({ currentTarget: { value } }) => {
          // The browser reports a chosen suggestion, and the button that empties the field, like typed text.
          if (value === '' || folders.some((one) => one.folder === value)) choose(value);
          else setTyped(value);
        }}
        onKeyDown={(event) => event.key === 'Enter' && typed !== undefined && choose(typed)}
        onBlur={() => typed !== undefined && choose(typed)}
      />
      <datalist id={listId}>
        {folders.map((one) => (
          <option key={one.folder} value={one.folder}>
            {folderTexts.files(one.files)}
          </option>
        ))}
      </datalist>
    </>
  );
}
