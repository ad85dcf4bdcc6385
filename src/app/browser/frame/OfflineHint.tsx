import { Box, Text } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { texts } from './frame.texts.ts';

/** Shows a message while the device is offline. */
export function OfflineHint() {
  const { online } = useNetwork();
  return (
    <Box role="status" pos="sticky" top="var(--bar-height)" style={{ zIndex: 90 }}>
      {!online && (
        <Text fz="sm" fw={550} ta="center" c="var(--accent-text)" bg="var(--accent-soft)" px="md" py="xs">
          {texts.offline}
        </Text>
      )}
    </Box>
  );
}
