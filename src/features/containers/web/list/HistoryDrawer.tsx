import { Box, Button, Stack, Text, Title } from '@mantine/core';
import { IconContainerOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { ownTexts } from '#features/containers/core/containers.texts.ts';
import { personFacts } from '#features/containers/list/container-card.rules.ts';
import { localDate } from '#shared/calendar.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { SideDialog } from '#web/widgets/Dialog.tsx';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { FactList } from '#web/widgets/FactList.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { Note } from '#web/widgets/Note.tsx';
import { useContainersPage } from '../containers-page.context.ts';
import { containerQuery, isMissing } from '../containers.data.ts';
import { StatusBadges } from '../StatusBadge.tsx';
import { dateFacts, firstDateFacts } from './CardDetails.tsx';
import { usePageAddress } from './use-opened-history.ts';
import styles from './HistoryDrawer.module.css';

const ContainerEvents = lazyPart(() => import('../details/ContainerEvents.tsx').then((file) => file.ContainerEvents));

type Props = {
  /** The id from the URL, which may be invalid. Undefined closes the drawer. */
  idText: string | undefined;
  /** Scrolls to the documents. */
  toDocuments: boolean;
  onClose: () => void;
};

/** The history of one container, newest first. Notifications link to it too. */
export function HistoryDrawer({ idText, toDocuments, onClose }: Props) {
  // Keeps the content visible while the drawer slides out.
  const [shown, setShown] = useState(idText);
  if (idText !== undefined && idText !== shown) setShown(idText);
  return (
    <SideDialog opened={idText !== undefined} onClose={onClose} title={ownTexts.historyTitle} size={520}>
      {shown !== undefined &&
        (/^[1-9][0-9]{0,9}$/.test(shown) ? (
          <Loaded key={shown} id={Number(shown)} toDocuments={toDocuments} />
        ) : (
          <Gone />
        ))}
    </SideDialog>
  );
}

function Loaded({ id, toDocuments }: { id: number; toDocuments: boolean }) {
  const container = useQuery(containerQuery(id));
  const { data, error } = container;
  if (error && isMissing(error)) return <Gone />;
  if (data) return <Details container={data} toDocuments={toDocuments} />;
  if (!error) return <LoadingRows rows={6} height={52} />;
  return <LoadFailed query={container} title={ownTexts.historyFailed} />;
}

const Gone = () => <EmptyState icon={IconContainerOff} title={ownTexts.gone} hint={ownTexts.goneHint} />;

function Details({ container, toDocuments }: { container: Container; toDocuments: boolean }) {
  const { now, slots } = useContainersPage();
  const pageOf = usePageAddress();
  return (
    <Stack gap="lg" className={styles.story ?? ''}>
      <div>
        <Title order={3} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{container.name}</bdi>
        </Title>
        <Text c="dimmed" mb="xs" style={{ overflowWrap: 'anywhere' }}>
          <bdi>{container.container_no}</bdi>
        </Text>
        <StatusBadges container={container} today={localDate(now)} />
      </div>
      <FactList columns={2} facts={[...dateFacts(container), ...personFacts(container)]} />
      <Button
        component={Link}
        to={pageOf(container.id)}
        variant="default"
        size="compact-md"
        style={{ alignSelf: 'start' }}
      >
        {ownTexts.openPage}
      </Button>
      <Box
        component="section"
        px="md"
        py="sm"
        bg="var(--surface-sunken)"
        style={{ borderRadius: 'var(--mantine-radius-sm)' }}
      >
        <Title order={4}>{ownTexts.baseline}</Title>
        <Note fz="xs" mb="xs">
          {ownTexts.baselineHint}
        </Note>
        <FactList columns={2} facts={firstDateFacts(container)} />
      </Box>
      <Suspense fallback={<LoadingRows rows={2} height={44} />}>
        <slots.Documents containerId={container.id} level={4} isSought={toDocuments} />
      </Suspense>
      <Suspense fallback={<LoadingRows rows={3} height={44} />}>
        <ContainerEvents id={container.id} />
      </Suspense>
    </Stack>
  );
}
