import { useLocation, useSearchParams } from 'react-router';
import { openedParameter } from '#features/containers/list/containers-view.rules.ts';
import { withParameter } from '#shared/address-view.ts';
import { currentAddress } from '#web/use-view.ts';

export function useOpenedHistory() {
  const [address, setAddress] = useSearchParams();
  return {
    /** The id of the container whose history is open, as text from the address. It may be invalid. */
    opened: address.get(openedParameter) ?? undefined,
    open: (id: number | undefined) =>
      setAddress(withParameter(currentAddress(), openedParameter, id), {
        replace: id === undefined,
        preventScrollReset: true,
      }),
  };
}

/** Returns the address of the page of a container. It keeps the filters and the order of the list it is opened from. */
export function usePageAddress(): (id: number) => string {
  const { search } = useLocation();
  const list = withParameter(new URLSearchParams(search), openedParameter, undefined).toString();
  return (id) => `/container-status/${id}${list && `?${list}`}`;
}
