import type { ComponentType } from 'react';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { requiredContext } from '#web/required-context.ts';

/** The id of the sentence why the buttons of the state are disabled. It is on screen for role 3 only. */
export const stateNoteId = 'container-state-note';

/** The id of the field of a comment on the page of a container. */
export const commentFieldId = 'container-comment';

/** The actions of a card that the page handles. */
export type ContainerAction = 'edit' | 'delete' | 'delayPfi' | 'delayExFactory' | 'history' | 'documents';

/** The parts of the screens that features above this one fill. src/app/browser/screens hands them in. */
export type ContainersSlots = {
  /** The documents of a container. `isSought`: they are scrolled into view when they are loaded. */
  Documents: ComponentType<{ containerId: number; level: 2 | 4; isSought?: boolean }>;
  DossierTool: ComponentType<{ containerId: number; nameId: string }>;
  /** Chooses documents for an entry of the history. `takesDrops`: the field is in a dialog, which then takes files. */
  EvidenceField: ComponentType<{
    containerId: number;
    chosen: readonly number[];
    onChange: (fileIds: number[]) => void;
    takesDrops?: boolean;
    startsOpen?: boolean;
  }>;
  /** Takes a photo of a container. Only on its page. Renders nothing if the user may not upload. */
  TakePhoto?: ComponentType<{ containerId: number }>;
  /** Explains who can see a container. Only on its page. */
  Viewers?: ComponentType<{ containerId: number }>;
  /** Asks for a reason before a status change without all papers. */
  GapDialog: ComponentType<{
    container: Container;
    status: string;
    opened: boolean;
    busy: boolean;
    error: string | undefined;
    onClose: () => void;
    onProceed: (reason: string, fileIds: number[]) => void;
  }>;
};

/** The values that every card needs from the page. The object is stable while no value changes. */
export type ContainersPageValue = {
  /** Whether the user has role 1 or 2. See docs/specification.md#rights-on-the-screens. */
  managing: boolean;
  /** Changes only when cards look different: at midnight, and at the hour from which histories are shown. */
  now: Date;
  act: (action: ContainerAction, container: Container) => void;
  /** Called when a card with the focus is removed. */
  onFocusLost: () => void;
  slots: ContainersSlots;
};

export const [ContainersPageContext, useContainersPage] = requiredContext<ContainersPageValue>('the containers page');
