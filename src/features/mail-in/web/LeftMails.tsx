import { Box, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { formatDateTime } from '#shared/format.ts';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { MoreRows } from '#web/widgets/MoreRows.tsx';
import { Row } from '#web/widgets/Row.tsx';
import { Section } from '#web/widgets/Section.tsx';
import { reasonTexts, texts } from '../mail-in.texts.ts';
import { leftMailsQuery } from './mail-in.data.ts';

/** The mails that were left in the mailbox, each with the reason. */
export function LeftMails() {
  const list = useInfiniteQuery(leftMailsQuery);
  const mails = list.data?.pages.flatMap((page) => page.mails);
  return (
    <Section title={texts.title} description={texts.description}>
      {list.isPending && <LoadingRows rows={2} height={64} label={texts.loading} />}
      {list.isError && !mails && <LoadFailed query={list} title={texts.loadFailed} />}
      {mails?.length === 0 && <Text c="dimmed">{texts.none}</Text>}
      {mails && mails.length > 0 && (
        <Box component="ul" m={0} mx="-sm" p={0}>
          {mails.map(({ id, sender, subject, sent_at, read_at, reason, detail }) => (
            <Row key={id}>
              <Box flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
                <Text fw={550}>
                  <bdi>{subject || texts.noSubject}</bdi>
                </Text>
                <Text fz="sm" c="dimmed">
                  <bdi>{sender || texts.noSender}</bdi>
                  {', '}
                  <time dateTime={sent_at ?? read_at}>{formatDateTime(sent_at ?? read_at)}</time>
                </Text>
                <Text fz="sm">{reasonTexts[reason](detail)}</Text>
              </Box>
            </Row>
          ))}
        </Box>
      )}
      <MoreRows list={list} more={texts.more} failed={texts.moreFailed} />
    </Section>
  );
}
