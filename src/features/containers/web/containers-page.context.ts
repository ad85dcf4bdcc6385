import type { Container } from '#features/containers/containers.contract.ts';
import { requiredContext } from '#web/required-context.ts';

/** The id of the sentence why the buttons of the state are disabled. It is on screen for role 3 only. */
export const stateNoteId = 'container-state-note';

/** The actions of a card that the page handles. */
export type ContainerAction = 'edit' | 'delete' | 'delayPfi' | 'delayExFactory' | 'history' | 'documents';

/** The values that every card needs from the page. The object is stable while no value changes. */
export type ContainersPageValue = {
  /** Whether the user has role 1 or 2. See docs/specification.md#rights-on-the-screens. */
  managing: boolean;
  /** Changes only when cards look different: at midnight, and at the hour from which histories are shown. */
  now: Date;
  act: (action: ContainerAction, container: Container) => void;
  /** Called when a card with the focus is removed. */
  onFocusLost: () => void;
};

export const [ContainersPageContext, useContainersPage] = requiredContext<ContainersPageValue>('the containers page');
