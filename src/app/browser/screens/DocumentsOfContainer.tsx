import type { ComponentProps } from 'react';
import { ExpectedPapers } from '#features/checklist/web/ExpectedPapers.tsx';
import { LinkedFiles } from '#features/container-files/web/LinkedFiles.tsx';
import type { ContainersSlots } from '#features/containers/web/containers-page.context.ts';

/** The linked files of a container, below the documents that are expected of it. */
export const DocumentsOfContainer = (props: ComponentProps<ContainersSlots['Documents']>) => (
  <LinkedFiles {...props}>
    <ExpectedPapers containerId={props.containerId} />
  </LinkedFiles>
);
