import { useLocation } from 'react-router';
import { openedParameter } from '#features/containers/list/containers-view.rules.ts';
import { withParameter } from '#shared/address-view.ts';

/** Returns the address of the page of a container. It keeps the filters and the order of the list it is opened from. */
export function usePageAddress(): (id: number) => string {
  const { search } = useLocation();
  const list = withParameter(new URLSearchParams(search), openedParameter, undefined).toString();
  return (id) => `/container-status/${id}${list && `?${list}`}`;
}
