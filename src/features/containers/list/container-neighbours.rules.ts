import { filterFields } from '../core/container-fields.contract.ts';

/**
 * Returns the filters and the order of the list as the call for neighbours takes them. The address of the list has the
 * names of that call. The list begins with late containers, and calls the order by id 'newest'.
 */
export function listQueryOf(address: URLSearchParams, today: string): Record<string, string> {
  const known = [...address].filter(([name]) => name in filterFields || name === 'order');
  const sort = address.get('sort') ?? 'late';
  return { ...Object.fromEntries(known), today, sort: sort === 'newest' ? 'id' : sort };
}
