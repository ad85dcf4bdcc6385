import { Button, Checkbox, Divider, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { viewTexts } from '#features/containers/list/exports-and-views.texts.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import type { SavedView } from '#features/containers/work/container-work.contract.ts';
import { texts as webTexts } from '#web/texts.ts';
import { useAction } from '#web/use-action.ts';
import { useConfirm } from '#web/widgets/ConfirmDialog.tsx';
import { Form } from '#web/widgets/Form.tsx';
import { Note } from '#web/widgets/Note.tsx';
import { useContainersPage } from '../containers-page.context.ts';
import { viewsQuery } from '../containers.data.ts';

type Props = {
  views: readonly SavedView[];
  /** The list as it is shown now. */
  shown: { query: string; columns: string[] };
  onSaved: () => void;
};

const refresh = [viewsQuery.queryKey];

/** Saves the list as it is shown under a name. The views that the user may change can be replaced and deleted. */
export function ViewsDialog({ views, shown, onSaved }: Props) {
  const { managing } = useContainersPage();
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const saving = useAction(containerWorkContract.saveView, {
    done: viewTexts.saved,
    failed: viewTexts.saveFailed,
    refresh,
    onSuccess: onSaved,
  });
  const kept = views.filter(({ mine }) => mine);
  return (
    <Stack gap="md">
      <Form action={saving} noValidate onSubmit={() => saving.run({ name, shared, ...shown })}>
        <Note>{viewTexts.hint}</Note>
        <TextInput
          label={viewTexts.name}
          value={name}
          maxLength={100}
          data-autofocus
          error={saving.failure?.errors?.['name']?.[0] ?? saving.failure?.errors?.['shared']?.[0]}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {managing && (
          <Checkbox
            label={viewTexts.share}
            checked={shared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
        )}
        <Button type="submit" loading={saving.busy} style={{ alignSelf: 'start' }}>
          {viewTexts.save}
        </Button>
      </Form>
      {kept.length > 0 && (
        <>
          <Divider />
          <Stack component="ul" gap="xxs" m={0} p={0} aria-label={viewTexts.title}>
            {kept.map((view) => (
              <KeptView key={view.id} view={view} shown={shown} />
            ))}
          </Stack>
        </>
      )}
    </Stack>
  );
}

function KeptView({ view, shown }: { view: SavedView; shown: Props['shown'] }) {
  const { id, name, shared } = view;
  const { confirm, dialog } = useConfirm();
  const replacing = useAction(containerWorkContract.changeView, {
    done: viewTexts.replaced,
    failed: viewTexts.saveFailed,
    preferServerMessage: true,
    refresh,
  });
  const removing = useAction(containerWorkContract.removeView, {
    done: viewTexts.deleted,
    failed: viewTexts.deleteFailed,
    preferServerMessage: true,
    refresh,
  });
  const remove = async () => {
    const affected = viewTexts.affected(shared);
    if (await confirm({ title: webTexts.confirmTitle(name), question: viewTexts.question, affected }))
      await removing.run({ id });
  };
  return (
    <Group component="li" gap="xs" mih={40} wrap="nowrap">
      <Text component="div" flex={1} fw={550} miw={0} style={{ overflowWrap: 'anywhere' }}>
        <bdi>{name}</bdi>
        {shared && <Note fz="xs">{viewTexts.shared}</Note>}
      </Text>
      <Button
        variant="default"
        size="compact-md"
        aria-label={viewTexts.replaceNamed(name)}
        loading={replacing.busy}
        onClick={() => void replacing.run({ id, name, shared, ...shown })}
      >
        {viewTexts.replace}
      </Button>
      <Button
        variant="subtle"
        color="red"
        size="compact-md"
        aria-label={viewTexts.deleteNamed(name)}
        loading={removing.busy}
        onClick={() => void remove()}
      >
        {viewTexts.delete}
      </Button>
      {dialog}
    </Group>
  );
}
