import { filesView } from '#features/files/list/files-view.rules.ts';
import type { PageView } from '#features/files/list/files-view.rules.ts';

const filesOf = (part: Partial<PageView>): string => `/files?${filesView.write({ ...filesView.initial, ...part })}`;

// The addresses of the files that a number counts.
export const filesOfTeam = (teamId: number) => filesOf({ teamId });
export const filesOfType = (fileTypeId: number) => filesOf({ fileTypeId });
export const filesOfUploader = (uploaderId: number) => filesOf({ uploaderId });
export const filesOfMonth = (month: string) => filesOf({ month });
export const waitingFiles = filesOf({ waiting: 'yes' });
