import { useWindowEvent } from '@mantine/hooks';
import { Suspense, useRef, useState } from 'react';
import { useContainerUploadRequest } from '#features/container-files/web/container-upload.data.ts';
import { lazyPart } from '#web/lazy-part.ts';

const ContainerUploadDialog = lazyPart(() =>
  import('./ContainerUploadDialog.tsx').then((file) => file.ContainerUploadDialog),
);

/** The dialog that uploads files to a container. Its code is loaded when files have been dropped or chosen. */
export function ContainerUploads() {
  const request = useContainerUploadRequest();
  const [shown, setShown] = useState(request);
  const [count, setCount] = useState(0);
  if (request && request !== shown) {
    setShown(request);
    setCount(count + 1);
  }
  const close = useRef<() => void>(undefined);
  // Before the dialogs below, which would close too: listeners of the window run in the order in which they were added.
  const closeFirst = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !request) return;
    close.current?.();
    event.stopImmediatePropagation();
  };
  useWindowEvent('keydown', closeFirst, { capture: true });
  if (!shown) return null;
  return (
    <Suspense fallback={null}>
      <ContainerUploadDialog key={count} request={shown} opened={request !== undefined} closeRef={close} />
    </Suspense>
  );
}
