import type { Container } from '#features/containers/containers.contract.ts';
import { requiredContext } from '#web/required-context.ts';

/** What a card asks the page for. */
export type ContainerAction = 'edit' | 'delete' | 'delayPfi' | 'delayExFactory' | 'history';

/** What every card needs and nothing between it and the page cares about. Stays the same while nothing in it changes. */
export type ContainersPageParts = {
  /** Roles 1 and 2. Source: spec section 6, Containers. */
  managing: boolean;
  /** As far as cards go by it: the day, and whether it is evening. */
  now: Date;
  act: (action: ContainerAction, container: Container) => void;
  /** A card that held the focus is leaving the page. */
  onFocusLost: () => void;
};

export const [ContainersPageContext, useContainersPage] = requiredContext<ContainersPageParts>('the containers page');
