import { Checkbox, Group, SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import { webhooksContract } from '#features/webhooks/webhooks.contract.ts';
import type { Webhook } from '#features/webhooks/webhooks.contract.ts';
import { labelOfEvent, texts } from '#features/webhooks/webhooks.texts.ts';
import { eventNames } from '#shared/event-names.ts';
import { useAction } from '#web/use-action.ts';
import { useFields } from '#web/use-fields.ts';
import { useShownWhileClosing } from '#web/use-shown-while-closing.ts';
import { useConfirm } from '#web/widgets/ConfirmDialog.tsx';
import { Dialog } from '#web/widgets/Dialog.tsx';
import { Form } from '#web/widgets/Form.tsx';
import { ShownOnce } from '#web/widgets/ShownOnce.tsx';
import { TextButton } from '#web/widgets/TextButton.tsx';
import { outcome } from './webhooks.data.ts';

type Secret = { name: string; secret: string };

/** Adds or edits a webhook. A new secret is shown once. */
export function WebhookDialog({ edited, onClose }: { edited: Webhook | 'new' | undefined; onClose: () => void }) {
  const [made, setMade] = useState<Secret>();
  const close = () => {
    onClose();
    setMade(undefined);
  };
  const shown = useShownWhileClosing(edited);
  const webhook = shown === 'new' ? undefined : shown;
  return (
    <Dialog
      opened={edited !== undefined}
      onClose={close}
      title={made ? texts.secretTitle : webhook ? texts.editTitle : texts.newTitle}
      // A click beside the dialog must not lose a secret that is shown only once.
      closeOnClickOutside={!made}
      size="lg"
    >
      {made ? (
        <ShownOnce secret={made.secret} label={texts.secretLabel(made.name)} hint={texts.secretHint} onDone={close} />
      ) : (
        <WebhookForm key={webhook?.id} webhook={webhook} onMade={setMade} onClose={close} />
      )}
    </Dialog>
  );
}

type FormProps = { webhook: Webhook | undefined; onMade: (made: Secret) => void; onClose: () => void };

function WebhookForm({ webhook, onMade, onClose }: FormProps) {
  const saving = { ...outcome, failed: texts.saveFailed };
  const creation = useAction(webhooksContract.create, saving);
  const change = useAction(webhooksContract.update, { ...saving, done: texts.saved, onSuccess: onClose });
  const action = webhook ? change : creation;
  const fields = useFields(
    {
      name: webhook?.name ?? '',
      url: webhook?.url ?? '',
      events: webhook?.events ?? [...eventNames],
      isOn: webhook?.state === 'on',
    },
    action.failure,
  );
  const { name, url, events, isOn } = fields.values;
  const submit = async () => {
    if (webhook) return change.run({ id: webhook.id, name, url, events, is_on: isOn });
    const answer = await creation.run({ name, url, events });
    if (answer) onMade({ name, secret: answer.secret });
    return answer;
  };
  return (
    <Form action={action} submit={texts.save} onCancel={onClose} onSubmit={submit}>
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        maxLength={80}
        data-autofocus
        {...fields.field('name')}
      />
      <TextInput label={texts.url} description={texts.urlHint} inputMode="url" {...fields.field('url')} />
      <Checkbox.Group
        label={texts.events}
        value={events}
        onChange={(chosen) => fields.change({ events: chosen })}
        error={fields.errorOf('events')}
      >
        <SimpleGrid minColWidth="11rem" spacing="xs" mt="xs">
          {eventNames.map((event) => (
            <Checkbox key={event} value={event} label={labelOfEvent(event)} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      {webhook && (
        <Group justify="space-between">
          <Checkbox
            label={texts.isOn}
            checked={isOn}
            onChange={({ currentTarget }) => fields.change({ isOn: currentTarget.checked })}
          />
          <RenewSecret webhook={webhook} onMade={onMade} />
        </Group>
      )}
    </Form>
  );
}

function RenewSecret({ webhook: { id, name }, onMade }: { webhook: Webhook; onMade: (made: Secret) => void }) {
  const { confirm, dialog } = useConfirm();
  const renewal = useAction(webhooksContract.renewSecret, {
    failed: texts.renewFailed,
    preferServerMessage: true,
    onSuccess: ({ secret }) => onMade({ name, secret }),
  });
  const renew = async () => {
    const asked = { title: texts.renewTitle(name), question: texts.renewQuestion, action: texts.renew };
    if (await confirm(asked)) await renewal.run({ id });
  };
  return (
    <>
      <TextButton onClick={() => void renew()}>{texts.renew}</TextButton>
      {dialog}
    </>
  );
}
