import { useQuery } from '@tanstack/react-query';
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';

type Props<Usage, Key extends QueryKey> = {
  query: UseQueryOptions<Usage, Error, Usage, Key>;
  lookingUp: string;
  affected: (usage: Usage) => string;
};

/** The effects of deleting an item, once they are loaded. The server checks again in any case. */
export function NamedItemUsage<Usage, Key extends QueryKey>(props: Props<Usage, Key>) {
  const { query, lookingUp, affected } = props;
  const { data, isPending } = useQuery(query);
  return isPending ? lookingUp : data && affected(data);
}
