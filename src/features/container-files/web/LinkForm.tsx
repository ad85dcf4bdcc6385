import { containerFilesContract } from '#features/container-files/container-files.contract.ts';
import { linkTexts } from '#features/container-files/container-files.texts.ts';
import type { File } from '#features/files/core/files.contract.ts';
import type { Failure } from '#shared/failure.ts';
import { containersKey, filesKey } from '#web/query-keys.ts';
import { toast } from '#web/toast.tsx';
import { useAction } from '#web/use-action.ts';
import { ContainerSearch } from './ContainerSearch.tsx';

type Props = {
  files: readonly File[];
  onClose: () => void;
  onDone: () => void;
  onRefusal: (failure: Failure) => void;
};

/** Links the selected files to the container that is chosen. */
export function LinkForm({ files, onClose, onDone, onRefusal }: Props) {
  const action = useAction(containerFilesContract.link, {
    failed: linkTexts.linkFailed,
    onRefusal,
    refresh: [containersKey, [...filesKey, 'history']],
  });
  const link = async (id: number, label: string) => {
    const result = await action.run({ id, file_ids: files.map((file) => file.id) });
    if (!result) return;
    toast.success(linkTexts.linkedTo(result.linked, label));
    onClose();
    onDone();
  };
  return <ContainerSearch label={linkTexts.addContainer} onChoose={link} />;
}
