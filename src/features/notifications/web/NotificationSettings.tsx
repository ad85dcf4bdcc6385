import { Divider, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MailChoice } from '#features/notifications/mail-choice.contract.ts';
import { choiceTexts as texts, mailTexts } from '#features/notifications/mail-choice.texts.ts';
import { choicesOf, isMailed } from '#features/notifications/notice-events.rules.ts';
import type { NoticeChoice } from '#features/notifications/notice-events.rules.ts';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { roles } from '#shared/access.ts';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { Loading, LoadingBox } from '#web/widgets/Loading.tsx';
import { mailChoiceQuery, useSaveMailChoice } from './mail-choice.data.ts';

/** How the user learns of each kind of event. Each choice is saved at once. */
export function NotificationSettings() {
  const query = useQuery(mailChoiceQuery);
  if (query.data) return <Choices {...query.data} />;
  if (query.isError) return <LoadFailed query={query} title={texts.loadFailed} />;
  return (
    <Loading label={texts.loading}>
      <LoadingBox height={480} />
    </Loading>
  );
}

function Choices({ choices, digest, available }: MailChoice) {
  const { role_id } = useCurrentUser();
  const save = useSaveMailChoice();
  const noMail = `${mailTexts.noMail} ${role_id === roles.administrator ? mailTexts.setMail : mailTexts.askAdministrator}`;
  return (
    <Stack gap="xs">
      <Text fz="sm" c="dimmed">
        {available ? texts.hint : noMail}
      </Text>
      {choices.map(({ event, choice }) => (
        <Group key={event} wrap="nowrap" gap="xs">
          <Text fz="sm" flex={1}>
            {texts.events[event]}
          </Text>
          <NativeSelect
            w={140}
            aria-label={texts.events[event]}
            value={choice}
            data={choicesOf(event).map((value) => ({
              value,
              label: texts.choices[value],
              disabled: !available && isMailed(value),
            }))}
            onChange={({ currentTarget }) =>
              void save.run({ choices: [{ event, choice: currentTarget.value as NoticeChoice }] })
            }
          />
        </Group>
      ))}
      {available && <Digest digest={digest} save={(changed) => void save.run({ digest: changed })} />}
    </Stack>
  );
}

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: texts.hourOf(hour) }));

type Digest = MailChoice['digest'];

function Digest({ digest, save }: { digest: Digest; save: (digest: Digest) => void }) {
  const zones = Intl.supportedValuesOf('timeZone');
  return (
    <>
      <Divider color="var(--line)" />
      <Group align="flex-end" grow>
        <NativeSelect
          label={texts.hour}
          value={String(digest.hour)}
          data={hours}
          onChange={({ currentTarget }) => save({ ...digest, hour: Number(currentTarget.value) })}
        />
        <NativeSelect
          label={texts.zone}
          value={digest.zone}
          data={zones.includes(digest.zone) ? zones : [digest.zone, ...zones]}
          onChange={({ currentTarget }) => save({ ...digest, zone: currentTarget.value })}
        />
      </Group>
      <Text fz="sm" c="dimmed">
        {texts.weekly}
      </Text>
    </>
  );
}
