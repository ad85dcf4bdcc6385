import { useSearchParams } from 'react-router';
import type { AddressView } from '#shared/address-view.ts';

/** The view of a list. It is stored in the address, so that reload, back and a shared link keep it. */
export function useView<View>(description: AddressView<View>): {
  view: View;
  change: (part: Partial<View>) => void;
} {
  const [address, setAddress] = useSearchParams();
  return {
    view: description.read(address),
    change: (part) =>
      setAddress(description.write({ ...description.read(currentAddress()), ...part }), {
        // A search text replaces the history entry; a filter adds one.
        replace: Object.keys(part).every((key) => key === 'search'),
        preventScrollReset: true,
      }),
  };
}

/** Reads the address bar, because the rendered address is outdated when two changes follow quickly. */
export const currentAddress = () => new URLSearchParams(window.location.search);
