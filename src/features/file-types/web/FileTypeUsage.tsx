import { useQuery } from '@tanstack/react-query';
import type { FileType } from '#features/file-types/file-types.contract.ts';
import { ownTexts } from '#features/file-types/file-types.texts.ts';
import { fileTypeUsageQuery } from './file-types.data.ts';
import styles from './FileTypesPage.module.css';

/** Which file type is about to be deleted, and how many files use it if that can be found out. */
export function FileTypeUsage({ fileType }: { fileType: FileType }) {
  const { data, isPending } = useQuery(fileTypeUsageQuery(fileType.id));
  return (
    <>
      <strong>
        <bdi>{fileType.name}</bdi>
      </strong>
      <p className={styles.affected}>
        {isPending ? ownTexts.lookingUp : data && ownTexts.affectedByDelete(data.files)}
      </p>
    </>
  );
}
