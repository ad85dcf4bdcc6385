/** A container in notices and in the audit log. */
export const labelOf = (container: { name: string; container_no: string }) =>
  `${container.name} (${container.container_no})`;

/** The refusal of a container that does not exist or that the caller does not see. */
export const containerGone = 'This container no longer exists.';
