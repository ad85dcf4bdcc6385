import { Drawer, Modal } from '@mantine/core';

/** Mantine's dialogs in one file, loaded on demand. See Dialog.tsx. */
export const frames = { Drawer, Modal };
