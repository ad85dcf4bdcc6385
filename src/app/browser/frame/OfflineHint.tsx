import { Box, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { texts } from './frame.texts.ts';

function listen(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** Shows a message while the device is offline. */
export function OfflineHint() {
  const online = useSyncExternalStore(listen, () => navigator.onLine);
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
