import { Checkbox, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { mailTexts } from '#features/notifications/notifications.texts.ts';
import { useCurrentUser, useMayView } from '#features/session/web/session.data.ts';
import { roles } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import { mailChoiceQuery, useSaveMailChoice } from './notifications.data.ts';

/** The choice to get mails about followed containers, for roles that may open the containers. */
export function MailChoice() {
  const { role_id } = useCurrentUser();
  const mayView = useMayView();
  const { data: choice, isError } = useQuery(mailChoiceQuery);
  const save = useSaveMailChoice();
  if (!mayView(productModules.containers) || isError) return null;
  // Keeps the list below in place.
  if (!choice) return <Skeleton height={42} radius="md" />;
  const noMail = `${mailTexts.noMail} ${role_id === roles.administrator ? mailTexts.setMail : mailTexts.askAdministrator}`;
  if (!choice.available && !choice.followed)
    return (
      <Text fz="sm" c="dimmed">
        {noMail}
      </Text>
    );
  return (
    <Checkbox
      label={mailTexts.label}
      description={choice.available ? mailTexts.hint : noMail}
      checked={choice.followed}
      disabled={save.busy}
      onChange={(event) => void save.run({ followed: event.currentTarget.checked })}
    />
  );
}
