import { Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '#web/widgets/Dialog.tsx';
import { IconButton } from '#web/widgets/IconButton.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { MoreRows } from '#web/widgets/MoreRows.tsx';
import { texts } from '../tokens.texts.ts';
import { TokenRows } from './TokenRows.tsx';
import { allTokensQuery } from './tokens.data.ts';

/** A button that lists the access tokens of all users, for administrators. */
export function AllTokens() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton icon={IconKey} variant="default" onClick={() => setIsOpen(true)}>
        {texts.everyone}
      </IconButton>
      <Dialog
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={texts.everyone}
        closeButtonProps={{ 'aria-label': texts.close }}
        size="lg"
        centered
      >
        <List />
      </Dialog>
    </>
  );
}

function List() {
  const query = useInfiniteQuery(allTokensQuery);
  const tokens = query.data?.pages.flatMap((page) => page.tokens);
  return (
    <Stack gap="sm">
      <Text fz="sm" c="dimmed">
        {tokens?.length === 0 ? texts.nobody : texts.everyoneHint}
      </Text>
      {query.isPending && <LoadingRows rows={2} height={56} />}
      {query.isError && !tokens && <LoadFailed query={query} title={texts.loadFailed} />}
      {tokens && tokens.length > 0 && <TokenRows tokens={tokens} />}
      <MoreRows list={query} more={texts.more} failed={texts.loadFailed} />
    </Stack>
  );
}
