import { Box } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Webhook } from '#features/webhooks/webhooks.contract.ts';
import { texts } from '#features/webhooks/webhooks.texts.ts';
import { useShownWhileClosing } from '#web/use-shown-while-closing.ts';
import { ListCard } from '#web/widgets/Card.tsx';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { IconButton } from '#web/widgets/IconButton.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { WebhookDialog } from './WebhookDialog.tsx';
import { WebhookLog } from './WebhookLog.tsx';
import { WebhookRow } from './WebhookRow.tsx';
import { webhooksQuery } from './webhooks.data.ts';

/** The webhooks, their form and their logs, for administrators. Our choice. */
export function WebhooksPage() {
  const webhooks = useQuery(webhooksQuery);
  const [edited, setEdited] = useState<Webhook | 'new'>();
  const [logged, setLogged] = useState<Webhook>();
  const shownLog = useShownWhileClosing(logged);
  return (
    <>
      <PageHeader
        title={texts.title}
        subtitle={texts.subtitle}
        back={{ to: '/system', label: texts.back }}
        actions={
          <IconButton icon={IconPlus} onClick={() => setEdited('new')}>
            {texts.add}
          </IconButton>
        }
      />
      <ListCard aria-label={texts.list}>
        {webhooks.data ? (
          webhooks.data.length === 0 ? (
            <EmptyState icon={IconWebhook} title={texts.empty} hint={texts.emptyHint} />
          ) : (
            <Box component="ul" m={0} p={0}>
              {webhooks.data.map((one) => (
                <WebhookRow key={one.id} webhook={one} onEdit={() => setEdited(one)} onLog={() => setLogged(one)} />
              ))}
            </Box>
          )
        ) : webhooks.isError ? (
          <LoadFailed query={webhooks} title={texts.loadFailed} />
        ) : (
          <Box px="md">
            <LoadingRows rows={3} height={64} label={texts.loading} />
          </Box>
        )}
      </ListCard>
      <WebhookDialog edited={edited} onClose={() => setEdited(undefined)} />
      <WebhookLog webhook={shownLog} opened={logged !== undefined} onClose={() => setLogged(undefined)} />
    </>
  );
}
