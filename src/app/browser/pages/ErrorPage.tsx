import { Button, Stack, Text, Title } from '@mantine/core';
import { IconMapOff, IconPlugConnectedX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Icon } from '#web/widgets/EmptyState.tsx';
import { IconTile } from '#web/widgets/IconTile.tsx';
import { DocumentTitle } from '../frame/DocumentTitle.tsx';
import { texts } from '../frame/frame.texts.ts';

/** Replaces a screen that threw an error. */
export const ErrorPage = () => (
  <Notice icon={IconPlugConnectedX} title={texts.broke} hint={texts.brokeHint}>
    <Button onClick={() => window.location.reload()}>{texts.reload}</Button>
  </Notice>
);

export const NotFoundPage = () => (
  <Notice icon={IconMapOff} title={texts.notFound} hint={texts.notFoundHint}>
    <Button component="a" href="/">
      {texts.goHome}
    </Button>
  </Notice>
);

type Props = { icon: Icon; title: string; hint: string; children: ReactNode };

/** A page with one message. */
function Notice({ icon, title, hint, children }: Props) {
  return (
    <Stack component="section" align="center" ta="center" gap="sm" px="md" py="14vh" data-tone="accent">
      <DocumentTitle title={title} />
      <IconTile icon={icon} />
      <Title order={1}>{title}</Title>
      <Text c="dimmed" maw="52ch" mb="sm">
        {hint}
      </Text>
      {children}
    </Stack>
  );
}
