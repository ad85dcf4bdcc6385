// The prefixes of all queries about a subject. A change of one subject refreshes the queries of others, so no feature has them.

export const filesKey = ['files'] as const;
export const usersKey = ['users'] as const;
export const allUsersKey = [...usersKey, 'all'] as const;
export const containersKey = ['containers'] as const;
