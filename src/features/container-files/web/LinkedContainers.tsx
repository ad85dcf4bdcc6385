import { Anchor, Box, Group, Text, Title } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { LinkedContainer } from '#features/container-files/container-files.contract.ts';
import { linkTexts } from '#features/container-files/container-files.texts.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { mayEditFile } from '#features/files/core/files.rules.ts';
import { detailsQuery } from '#features/files/web/versions.data.ts';
import { permissionsQuery } from '#features/permissions/web/permissions.data.ts';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { isRoleId, mayView } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import { RowTool } from '#web/widgets/RowTool.tsx';
import { linkedContainersQuery, useLinks } from './container-files.data.ts';
import { ContainerSearch } from './ContainerSearch.tsx';
import styles from './LinkedContainers.module.css';

/** `isSought`: the section is scrolled into view once the sections above it have their heights. */
type Props = { file: File; isSought: boolean };

/** The containers of a file, and 'Link to container...'. Absent without the module of containers. */
export function LinkedContainers({ file, isSought }: Props) {
  const { role_id } = useCurrentUser();
  const { data: table } = useQuery(permissionsQuery);
  if (!table || !mayView(table, role_id, productModules.containers)) return null;
  return <Links file={file} isSought={isSought} />;
}

function Links({ file, isSought }: Props) {
  const { id, role_id } = useCurrentUser();
  const { data, isError } = useQuery(linkedContainersQuery(file.id));
  // The facts are above this section, so the section moves until they are loaded.
  const facts = useQuery(detailsQuery(file.id));
  const section = useRef<HTMLElement>(null);
  const isLaidOut = data !== undefined && !facts.isPending;
  useEffect(() => {
    if (isSought && isLaidOut) section.current?.scrollIntoView({ block: 'nearest' });
  }, [isSought, isLaidOut]);
  const mayLink = isRoleId(role_id) && mayEditFile({ id, role_id }, file);
  const isEmpty = data?.containers.length === 0;
  if (isEmpty && !mayLink) return null;
  return (
    <Box component="section" mt="md" ref={section}>
      <Title order={3} mb="xs">
        {linkTexts.containers}
      </Title>
      {isError && (
        <Text fz="sm" c="dimmed">
          {linkTexts.containersFailed}
        </Text>
      )}
      {data && data.containers.length > 0 && (
        <Group component="ul" gap="xs" m={0} p={0} mb="sm">
          {data.containers.map((container) => (
            <Chip key={container.id} file={file} container={container} mayUnlink={mayLink} />
          ))}
        </Group>
      )}
      {mayLink && <AddContainer file={file} />}
    </Box>
  );
}

function Chip({ file, container, mayUnlink }: { file: File; container: LinkedContainer; mayUnlink: boolean }) {
  const { unlink } = useLinks();
  return (
    <li className={styles.chip}>
      <Box miw={0} py={6} style={{ overflowWrap: 'anywhere' }}>
        <Anchor
          component={Link}
          fz="sm"
          fw={550}
          to={`/container-status/${container.id}`}
          title={linkTexts.how(container)}
        >
          <bdi>{container.name}</bdi>
        </Anchor>
        {container.how !== 'hand' && (
          <Text fz="xs" c="dimmed">
            {linkTexts.how(container)}
          </Text>
        )}
      </Box>
      {mayUnlink && (
        <RowTool
          icon={IconLinkOff}
          label={linkTexts.unlink(container.name)}
          onClick={() => void unlink.run({ id: container.id, file_id: file.id })}
        />
      )}
    </li>
  );
}

function AddContainer({ file }: { file: File }) {
  const { link } = useLinks();
  const add = async (id: number) => {
    await link.run({ id, file_ids: [file.id] });
  };
  return <ContainerSearch label={linkTexts.addContainer} onChoose={add} />;
}
