import { Anchor, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { Section } from '#web/widgets/Section.tsx';
import { texts } from '../tokens.texts.ts';
import { NewTokenDialog } from './NewTokenDialog.tsx';
import { TokenRows } from './TokenRows.tsx';
import { ownTokensQuery } from './tokens.data.ts';

/** The caller's access tokens, on the page of the password. */
export function TokensPanel() {
  const tokens = useQuery(ownTokensQuery);
  const [isMaking, setIsMaking] = useState(false);
  return (
    <Section
      title={texts.title}
      description={
        <>
          {texts.description}{' '}
          <Anchor href="/api/docs" inherit underline="always">
            {texts.guide}
          </Anchor>
        </>
      }
      actions={
        <Button variant="default" size="xs" onClick={() => setIsMaking(true)}>
          {texts.add}
        </Button>
      }
    >
      {tokens.isPending && <LoadingRows rows={1} height={56} />}
      {tokens.isError && !tokens.data && <LoadFailed query={tokens} title={texts.loadFailed} />}
      {tokens.data?.length === 0 && <Text fz="sm">{texts.empty}</Text>}
      {tokens.data && tokens.data.length > 0 && <TokenRows tokens={tokens.data} />}
      <NewTokenDialog opened={isMaking} onClose={() => setIsMaking(false)} />
    </Section>
  );
}
