import { NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { File } from '#features/files/core/files.contract.ts';
import { selectionContract } from '#features/files/list/selection.contract.ts';
import { teamsToMoveTo } from '#features/files/list/selection.rules.ts';
import { selectionTexts as texts } from '#features/files/list/selection.texts.ts';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { teamsQuery } from '#features/teams/web/teams.data.ts';
import { filesKey } from '#web/query-keys.ts';
import { toast } from '#web/toast.tsx';
import { useAction } from '#web/use-action.ts';
import { useShownWhileClosing } from '#web/use-shown-while-closing.ts';
import { Dialog } from '#web/widgets/Dialog.tsx';
import { Form } from '#web/widgets/Form.tsx';
import { useFilesPage } from '../files-page.context.ts';
import type { SelectionFormProps } from '../files-page.context.ts';

/** The property of the selected files to change. */
export type SelectionChange = 'type' | 'team' | 'container';

type Props = SelectionFormProps & { change: SelectionChange | undefined };

/** Changes the type or the team of the selected files, or links them to a container. */
export function SelectionDialog({ change, files, onClose, ...handlers }: Props) {
  const shownChange = useShownWhileClosing(change);
  const shownFiles = useShownWhileClosing(change && files) ?? [];
  const count = shownFiles.length;
  const { slots } = useFilesPage();
  const { Form, title } = {
    type: { Form: TypeForm, title: texts.changeTypeTitle },
    team: { Form: MoveForm, title: texts.moveTitle },
    container: { Form: slots.LinkForm, title: texts.linkTitle },
  }[shownChange ?? 'type'];

  return (
    <Dialog opened={change !== undefined} onClose={onClose} title={title(count)}>
      <Suspense fallback={null}>
        <Form files={shownFiles} onClose={onClose} {...handlers} />
      </Suspense>
    </Dialog>
  );
}

function TypeForm({ files, onClose, onDone, onRefusal }: SelectionFormProps) {
  const { fileTypes = [] } = useFilesPage();
  const action = useAction(selectionContract.changeType, { failed: texts.typeFailed, onRefusal, refresh: [filesKey] });
  return (
    <ChoiceForm
      label={texts.newType}
      placeholder={texts.chooseType}
      apply={texts.changeType}
      choices={fileTypes}
      action={action}
      onApply={async (type) => {
        const result = await action.run({ ids: idsOf(files), file_type_id: type.id });
        return result && texts.typeChanged(result.changed, type.name);
      }}
      {...{ onClose, onDone }}
    />
  );
}

function MoveForm({ files, onClose, onDone, onRefusal }: SelectionFormProps) {
  const { data: teams = [] } = useQuery(teamsQuery);
  const person = useCurrentUser();
  const action = useAction(selectionContract.move, { failed: texts.moveFailed, onRefusal, refresh: [filesKey] });
  return (
    <ChoiceForm
      label={texts.newTeam}
      placeholder={texts.chooseTeam}
      explained={texts.moveExplained}
      apply={texts.move}
      choices={teamsToMoveTo(person, teams)}
      action={action}
      onApply={async (team) => {
        const result = await action.run({ ids: idsOf(files), team_id: team.id });
        return result && texts.moved(result.changed, team.name);
      }}
      {...{ onClose, onDone }}
    />
  );
}

const idsOf = (files: readonly File[]): number[] => files.map((file) => file.id);

type Choice = { id: number; name: string };

type ChoiceFormProps = Pick<SelectionFormProps, 'onClose' | 'onDone'> & {
  label: string;
  placeholder: string;
  explained?: string;
  /** The label of the submit button. */
  apply: string;
  choices: readonly Choice[];
  action: { busy: boolean };
  /** Resolves to a sentence about the change, or to undefined after a failure. */
  onApply: (choice: Choice) => Promise<string | undefined>;
};

function ChoiceForm({ label, placeholder, explained, apply, choices, action, onApply, ...on }: ChoiceFormProps) {
  const [id, setId] = useState('');
  const chosen = choices.find((choice) => String(choice.id) === id);
  const submit = async () => {
    const done = chosen && (await onApply(chosen));
    if (done === undefined) return;
    toast.success(done);
    on.onClose();
    on.onDone();
  };
  return (
    <Form action={action} submit={apply} disabled={!chosen} onCancel={on.onClose} onSubmit={submit}>
      <NativeSelect
        label={label}
        data={[
          { value: '', label: placeholder, disabled: true },
          ...choices.map((choice) => ({ value: String(choice.id), label: choice.name })),
        ]}
        value={id}
        onChange={(event) => setId(event.currentTarget.value)}
        data-autofocus
      />
      {explained !== undefined && <Text size="sm">{explained}</Text>}
    </Form>
  );
}
