import type { ComponentProps } from 'react';
import { DossierTool } from '#features/container-files/web/DossierTool.tsx';
import type { ContainersSlots } from '#features/containers/web/containers-page.context.ts';
import { lazyPart } from '#web/lazy-part.ts';

const LazyGapDialog = lazyPart(() => import('#features/checklist/web/GapDialog.tsx').then((file) => file.GapDialog));

/** The slots that the list and the page of a container fill alike. */
export function containerSlotsWith(EvidenceField: ComponentProps<typeof LazyGapDialog>['EvidenceField']) {
  const GapDialog = (props: ComponentProps<ContainersSlots['GapDialog']>) => (
    <LazyGapDialog {...props} EvidenceField={EvidenceField} />
  );
  return { DossierTool, GapDialog };
}
