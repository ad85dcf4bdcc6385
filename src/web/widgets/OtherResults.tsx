import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';

/** Below the results of a search: a link to the results of another screen. */
export function OtherResults({ to, text }: { to: string; text: string }) {
  return (
    <Text fz="sm" ta="center" py="xxs">
      <Anchor component={Link} to={to} inherit fw={550}>
        {text}
      </Anchor>
    </Text>
  );
}
