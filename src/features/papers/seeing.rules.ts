/**
 * Why a user sees a file or a container: as an administrator, as a member of its team, by the list of teams that the user may
 * view, as its uploader or creator, or because the container is of no team.
 */
export const seeingReasons = ['administrator', 'everybody', 'member', 'viewer', 'owner'] as const;
export type SeeingReason = (typeof seeingReasons)[number];
