import type { PageView } from '#features/files/files-view.rules.ts';
import type { FilesOverview } from '#features/files/files.contract.ts';
import { ownTexts, texts } from '#features/files/files.texts.ts';
import { FilterChips } from '#web/widgets/FilterChips.tsx';
import { useFilesPage } from '../files-page.context.ts';

type Props = {
  view: PageView;
  overview: FilesOverview | undefined;
  onChange: (part: Partial<PageView>) => void;
  onFocusLost: () => void;
};

/** The filters that only the numbers of the dashboards set. */
export function FilesChips({ view: { uploaderId, month }, overview, ...rest }: Props) {
  const { person } = useFilesPage();
  const nameOf = (id: number) => {
    if (id === person.id) return ownTexts.uploadedByYou;
    // The name comes with the files, because not everyone may read the users.
    const files = overview?.groups.flatMap((group) => group.files) ?? [];
    const name = files.find(({ user_id }) => user_id === id)?.user?.name;
    return ownTexts.uploadedBy(name || texts.unknownUploader);
  };
  const filters = [
    ...(uploaderId === undefined
      ? []
      : [{ key: 'uploader', text: nameOf(uploaderId), without: { uploaderId: undefined } }]),
    ...(month === undefined ? [] : [{ key: 'month', text: ownTexts.uploadedIn(month), without: { month: undefined } }]),
  ];
  return <FilterChips<PageView> filters={filters} {...rest} />;
}
