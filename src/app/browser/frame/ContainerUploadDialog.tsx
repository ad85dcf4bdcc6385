import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { endContainerUpload } from '#features/container-files/web/container-upload.data.ts';
import type { ContainerUploadRequest } from '#features/container-files/web/container-upload.data.ts';
import { containerQuery } from '#features/containers/web/containers.data.ts';
import { ContainerUpload } from '#features/files/web/upload/ContainerUpload.tsx';

type Props = {
  request: ContainerUploadRequest;
  opened: boolean;
  closeRef: RefObject<(() => void) | undefined>;
};

/** The dialog of a request, with its container. */
export function ContainerUploadDialog({ request: { containerId, dropped }, ...rest }: Props) {
  const { data: container } = useQuery(containerQuery(containerId));
  return <ContainerUpload {...{ containerId, container, dropped }} {...rest} onClose={endContainerUpload} />;
}
