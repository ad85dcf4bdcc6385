import { Anchor, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { eventText } from '#features/containers/core/containers.texts.ts';
import { latestChangesPath, visitQuery } from '#features/containers/web/container-figures.data.ts';
import { ownTexts } from '#features/dashboards/dashboards.texts.ts';
import { useMayView } from '#features/session/web/session.data.ts';
import { formatDateTime } from '#shared/format.ts';
import { productModules } from '#shared/product-modules.ts';
import { Row } from '#web/widgets/Row.tsx';
import { Section } from '#web/widgets/Section.tsx';
import { Rows } from '../Rows.tsx';

/** The changes of containers since the last visit, for roles that may open the containers. */
export function SinceLastVisit() {
  return useMayView()(productModules.containers) ? <ChangedContainers /> : null;
}

/**
 * The last changes of others on containers since the last visit, for at most five containers. Renders nothing without
 * changes.
 */
function ChangedContainers() {
  const { data } = useQuery(visitQuery);
  if (!data?.since || data.changed === 0) return null;
  const { since, changed, more, containers } = data;
  return (
    <Section
      title={ownTexts.sinceLastVisit}
      actions={
        <Anchor component={Link} to={latestChangesPath} fz="sm" fw={550}>
          {ownTexts.changedContainers(changed, more)}
        </Anchor>
      }
    >
      <Rows>
        {containers.map(({ id, name, changes, last }) => (
          <Row key={id}>
            <Group flex={1} gap="xs" justify="space-between" align="baseline">
              <Anchor component={Link} to={`/container-status/${id}`} flex="2 1 240px" miw={0} fw={550}>
                <bdi>{name}</bdi>
              </Anchor>
              <Text flex="3 1 300px" miw={0} lineClamp={2}>
                <bdi>{last.what === 'comment' ? last.new_value : eventText(last)}</bdi>
                {changes > 1 && ` ${ownTexts.moreChanges(changes - 1)}`}
              </Text>
              <Text fz="xs" c="dimmed">
                <bdi>{last.user_name}</bdi> <time dateTime={last.happened_at}>{formatDateTime(last.happened_at)}</time>
              </Text>
            </Group>
          </Row>
        ))}
      </Rows>
      <Text fz="xs" c="dimmed">
        {ownTexts.lastVisit(formatDateTime(since))}
      </Text>
    </Section>
  );
}
