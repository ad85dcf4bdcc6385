/** Apart from the other texts, because the list of users needs no more than this one. */
export const auditTitle = 'Audit Log';
