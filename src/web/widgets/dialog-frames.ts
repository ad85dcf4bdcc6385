import { Drawer, Modal } from '@mantine/core';

/** The kit's dialogs, fetched as one when a person shows up. See Dialog.tsx. */
export const frames = { Drawer, Modal };
