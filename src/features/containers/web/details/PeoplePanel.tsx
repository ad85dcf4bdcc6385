import { Button, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { fieldLabels } from '#features/containers/core/container-fields.texts.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { ownTexts } from '#features/containers/core/containers.texts.ts';
import { pageTexts } from '#features/containers/core/detail-page.texts.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { useAction } from '#web/use-action.ts';
import { FactList } from '#web/widgets/FactList.tsx';
import { Note } from '#web/widgets/Note.tsx';
import { Section } from '#web/widgets/Section.tsx';
import { useContainersPage } from '../containers-page.context.ts';
import { useContainerChanged } from '../containers.data.ts';
import { followersQuery } from '../containers.data.ts';
import { AssigneeField } from '../edit/AssigneeField.tsx';
import styles from './ContainerView.module.css';

type Props = { container: Container; managing: boolean };

/** The assignee, the team and the followers. Roles 1 and 2 assign; everyone may follow. */
export function PeoplePanel({ container, managing }: Props) {
  const { slots } = useContainersPage();
  return (
    <Section title={pageTexts.people}>
      {managing && <Assign container={container} />}
      <div className={managing ? styles.onPaper : undefined}>
        <FactList
          facts={[[fieldLabels.assignee_name, <bdi key="name">{container.assignee_name ?? ownTexts.nobody}</bdi>]]}
        />
      </div>
      <FactList
        facts={[[fieldLabels.team_name, <bdi key="name">{container.team_name ?? ownTexts.everybodysTeam}</bdi>]]}
      />
      <Followers id={container.id} />
      {managing && slots.Viewers && (
        <div className={styles.onScreen}>
          <Suspense fallback={null}>
            <slots.Viewers containerId={container.id} />
          </Suspense>
        </div>
      )}
    </Section>
  );
}

function Assign({ container }: { container: Container }) {
  const update = useAction(containersContract.update, { done: pageTexts.assigned, failed: pageTexts.assignFailed });
  const onChanged = useContainerChanged();
  const assign = async (value: string) => {
    const { id, version, name, container_no, pfi_date, ex_factory_date } = container;
    const assignee_id = value === '' ? null : Number(value);
    const details = { name, container_no, expected_date: pfi_date, ex_factory_date };
    await onChanged(await update.run({ ...details, id, version, assignee_id }));
  };
  return (
    <div className={styles.onScreen}>
      <AssigneeField
        key={container.assignee_id}
        value={String(container.assignee_id ?? '')}
        onChange={(value) => void assign(value)}
        container={container}
      />
    </div>
  );
}

function Followers({ id }: { id: number }) {
  const { data, isError } = useQuery(followersQuery(id));
  const refresh = [followersQuery(id).queryKey];
  const follow = useAction(containerWorkContract.follow, { failed: pageTexts.followFailed, refresh });
  const unfollow = useAction(containerWorkContract.unfollow, { failed: pageTexts.followFailed, refresh });
  const action = data?.following ? unfollow : follow;
  return (
    <>
      <Title order={3}>{pageTexts.followers}</Title>
      {(isError || data?.followers.length === 0) && (
        <Note>{isError ? pageTexts.followersFailed : pageTexts.noFollowers}</Note>
      )}
      {data && data.followers.length > 0 && (
        <Stack component="ul" gap={0} m={0} p={0} fz="sm" style={{ listStyle: 'none' }}>
          {data.followers.map((person) => (
            <li key={person.id}>
              <bdi>{person.name}</bdi>
            </li>
          ))}
        </Stack>
      )}
      <div className={styles.onScreen}>
        <Note mb="xs">{pageTexts.followHint}</Note>
        <Button
          variant="default"
          size="compact-md"
          disabled={!data}
          loading={action.busy}
          onClick={() => void action.run({ id })}
        >
          {data?.following ? pageTexts.unfollow : pageTexts.follow}
        </Button>
      </div>
    </>
  );
}
