import { Group, Text } from '@mantine/core';
import { IconTags } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { ComponentType } from 'react';
import { fileTypesContract, maxDescriptionLength, maxNameLength } from '#features/file-types/file-types.contract.ts';
import type { FileType } from '#features/file-types/file-types.contract.ts';
import { ownTexts, texts } from '#features/file-types/file-types.texts.ts';
import { useMayView } from '#features/session/web/session.data.ts';
import { productModules } from '#shared/product-modules.ts';
import { call } from '#web/call.ts';
import { containersKey, filesKey } from '#web/query-keys.ts';
import { DataCell, DataRow, DataRowHeading, DataRows, DataTable } from '#web/widgets/DataTable.tsx';
import { NamedItemsPage, nameIdOf } from '#web/widgets/NamedItemsPage.tsx';
import { NamedItemUsage } from '#web/widgets/NamedItemUsage.tsx';
import { fileTypeCountsQuery, fileTypeUsageQuery, fileTypesQuery, reportedFileTypesQuery } from './file-types.data.ts';
import styles from './FileTypeTable.module.css';

/** The queries to refresh after a change: the file types, the files grouped by them, and the papers of containers. */
const withFileTypes = [fileTypesQuery.queryKey, filesKey, containersKey];

/** `Checklist`: the file types that are expected of containers. src/app/browser/screens hands it in. */
type Props = { Checklist: ComponentType<{ fileTypes: readonly FileType[] }> };

/** The effects of deleting one, for the confirmation. */
const effectsOf = (id: number) => ({
  affected: (
    <NamedItemUsage
      query={fileTypeUsageQuery(id)}
      lookingUp={ownTexts.lookingUp}
      affected={({ files }) => ownTexts.affectedByDelete(files)}
    />
  ),
});

/** See docs/specification.md#file-type-form-and-table. */
export function FileTypesPage({ Checklist }: Props) {
  const { data: fileTypes } = useQuery(reportedFileTypesQuery);
  const { data: counts } = useQuery(fileTypeCountsQuery);
  const seesContainers = useMayView()(productModules.containers);
  return (
    <NamedItemsPage
      texts={{ ...texts, ...ownTexts }}
      icon={IconTags}
      contract={fileTypesContract}
      query={reportedFileTypesQuery}
      readAll={() => call(fileTypesContract.list, {})}
      refresh={withFileTypes}
      limits={{ name: maxNameLength, description: maxDescriptionLength, rows: 3 }}
      existing={texts.existing(fileTypes?.length)}
      effectsOf={effectsOf}
      below={
        seesContainers &&
        fileTypes && (
          <Suspense fallback={null}>
            <Checklist fileTypes={fileTypes} />
          </Suspense>
        )
      }
    >
      {(shown, { editedId, toolsOf, headingId }) => (
        <DataTable
          look="cards"
          headings={[texts.name, texts.description, texts.actions]}
          className={styles.table}
          aria-labelledby={headingId}
        >
          <DataRows>
            {shown.map((type) => {
              const files = counts?.get(type.id);
              return (
                <DataRow key={type.id} className={styles.row} data-edited={type.id === editedId}>
                  <DataRowHeading id={nameIdOf(type)}>
                    <Text component="bdi" fw={550} style={{ overflowWrap: 'anywhere' }}>
                      {type.name}
                    </Text>
                  </DataRowHeading>
                  <DataCell>
                    <Group gap="md" justify="space-between" wrap="nowrap" c="dimmed" fz="sm">
                      <Text inherit style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
                        {type.description ?? ownTexts.noDescription}
                      </Text>
                      <Text span inherit style={{ flex: 'none', fontVariantNumeric: 'tabular-nums' }}>
                        {files !== undefined && ownTexts.files(files)}
                      </Text>
                    </Group>
                  </DataCell>
                  <DataCell>{toolsOf(type)}</DataCell>
                </DataRow>
              );
            })}
          </DataRows>
        </DataTable>
      )}
    </NamedItemsPage>
  );
}
