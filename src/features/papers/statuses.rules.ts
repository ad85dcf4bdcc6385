/** The stored statuses of containers by their names. */
export const statusIds = { 'Not Received': 1, Received: 2, Departed: 3 } as const;
