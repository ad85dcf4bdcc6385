import type { FilesOverview } from '#features/files/core/files.contract.ts';
import { texts } from '#features/files/core/files.texts.ts';
import type { PageView } from '#features/files/list/files-view.rules.ts';
import { filesView, withoutFilters } from '#features/files/list/files-view.rules.ts';
import { StatRow } from '#web/widgets/StatRow.tsx';

type Props = {
  totals: FilesOverview['totals'] | undefined;
  failed: boolean;
  view: PageView;
  onChange: (part: Partial<PageView>) => void;
};

/**
 * The four summary cards: all files, the two groupings, and a filter. They keep their size while the totals load. See
 * docs/specification.md#files-page.
 */
export function FilesStats({ totals, failed, view, onChange }: Props) {
  const thisWeek = view.uploadDate === 'week';
  return (
    <StatRow
      failed={failed}
      stats={[
        {
          label: texts.totalFiles,
          value: totals?.files,
          selected: !filesView.isNarrowed(view),
          onSelect: () => onChange(withoutFilters(view)),
        },
        { label: texts.activeTeams, value: totals?.teams, onSelect: () => onChange({ grouping: 'team' }) },
        { label: texts.fileTypes, value: totals?.file_types, onSelect: () => onChange({ grouping: 'file_type' }) },
        {
          label: texts.thisWeek,
          value: totals?.this_week,
          selected: thisWeek,
          onSelect: () => onChange({ uploadDate: thisWeek ? 'all' : 'week' }),
        },
      ]}
    />
  );
}
