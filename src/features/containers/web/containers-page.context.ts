import { createContext, useContext } from 'react';
import type { Container } from '#features/containers/containers.contract.ts';

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

const context = createContext<ContainersPageParts | undefined>(undefined);

export const ContainersPageContext = context.Provider;

export function useContainersPage(): ContainersPageParts {
  const parts = useContext(context);
  if (!parts) throw new Error('useContainersPage outside the containers page');
  return parts;
}
