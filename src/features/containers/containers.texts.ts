import { counted } from '#shared/format.ts';
import type { DelayCategory } from './containers.rules.ts';

/** Source: spec sections 2, 4, 5 and 8, Containers. */
export const texts = {
  title: 'Container Status Management',
  all: 'All',
  searchPlaceholder: 'Search containers by name or number...',
  allStatus: 'All Status',
  pfiMonth: 'PFI month',
  exFactoryMonth: 'Ex-Factory month',
  addContainer: 'Add Container',
  delayed: 'Delayed',
  pfiHistory: 'PFI Delay History',
  exFactoryHistory: 'Ex-Factory Delay History',
  noDelays: 'No delay reasons logged yet.',
  addTitle: 'Add New Container',
  editTitle: 'Edit Container',
  name: 'Container Name',
  orderNumber: 'Order Number',
  pfiDate: 'PFI Date',
  exFactoryDate: 'Ex-Factory Date',
  delayPfi: 'Delay PFI',
  delayExFactory: 'Delay Ex-Factory',
  pfiDialog: 'Mark as PFI Delayed',
  exFactoryDialog: 'Mark as Ex-Factory Delayed',
  reasonRequired: 'Please provide a delay reason',
  noContainer: 'No container selected',
  noneFound: 'No containers found',
  adjust: 'Try adjusting your search criteria or filters',
  createFirst: 'Create your first container to get started',
  confirmDelete: 'Are you sure you want to delete this container?',
  loadFailed: 'Error loading containers',
  created: 'Container created successfully!',
  updated: 'Container updated successfully!',
  saveFailed: 'Failed to save container',
  statusChanged: 'Container updated successfully!',
  statusFailed: 'Failed to update Container',
  deleted: 'Container deleted successfully!',
  deleteFailed: 'Failed to delete container',
} as const;

/** Who marks what nobody marked. Source: decisions.md section 4, Overdue containers. */
export const systemName = 'System';

/** Our choice: the issue names them, these are the words on screen. */
export const categoryLabels: Record<DelayCategory, string> = {
  supplier: 'Supplier or production',
  quality: 'Inspection or quality',
  documents: 'Documents',
  payment: 'Payment',
  booking: 'Booking or vessel space',
  carrier: 'Port or carrier',
  customs: 'Customs',
  weather: 'Weather',
  'own-site': 'Own site',
  other: 'Other',
};

/** How far and how often a date was moved: '+9 days, moved twice'. */
export function movedText(days: number, times: number): string {
  const distance = `${days > 0 ? '+' : days < 0 ? '−' : '±'}${counted(Math.abs(days), 'day')}`;
  const often = times === 1 ? 'once' : times === 2 ? 'twice' : `${times} times`;
  return `${distance}, moved ${often}`;
}

/** Notifications about containers; `link` leads to the container. */
export const notices = {
  link: (id: number) => `/container-status?container=${id}`,
  moved: {
    title: (status: string) => `Container ${status.toLowerCase()}`,
    message: (container: string, status: string, by: string) => `${by} marked ${container} as ${status}.`,
  },
  delayedPfi: {
    title: 'Container delayed',
    message: (container: string, by: string, reason: string) => `${by} delayed the PFI of ${container}: ${reason}`,
  },
  delayedExFactory: {
    title: 'Container delayed ex factory',
    message: (container: string, by: string, reason: string) => `${by} delayed ${container} ex factory: ${reason}`,
  },
  overdue: {
    title: 'Container delayed',
    message: (container: string) => `${container} was not received by its PFI date.`,
    severalTitle: 'Containers delayed',
    severalMessage: (containers: string[]) => {
      const [first, ...others] = containers;
      return `${first} and ${counted(others.length, 'other container')} were not received by their PFI dates.`;
    },
    severalLink: '/container-status?status=Delayed',
  },
} as const;

export const refusals = {
  nameRequired: 'Enter a name for the container.',
  nameTooLong: 'The name is too long. Use at most 255 characters.',
  numberRequired: 'Enter the order number.',
  numberTooLong: 'The order number is too long. Use at most 255 characters.',
  pfiDateRequired: 'Choose the PFI date.',
  pfiDateWrong: 'The PFI date is not a date. Write it as 2026-11-20.',
  exFactoryDateRequired: 'Choose the ex-factory date.',
  exFactoryDateWrong: 'The ex-factory date is not a date. Write it as 2026-11-20.',
  dateWrong: 'This is not a date. Write it as 2026-11-20.',
  reasonRequired: 'Please provide a delay reason',
  reasonTooLong: 'The reason is too long. Use at most 2,000 characters.',
  unknownStatus: 'There is no such status. Choose Received, Departed, Delayed or Ex Factory Delayed.',
  unknownStatusId: 'There is no such status. Use 1 (Not Received), 2 (Received) or 3 (Departed).',
  unknownCategory: 'There is no such category. Choose one from the list.',
  gone: 'This container is not there any more.',
  notInTrash: 'This container is not in the trash any more.',
  cannotMove: (status: string, now: string) => `A container that is ${now} cannot be marked ${status}.`,
  cannotDelay: (now: string) => `A container that is ${now} cannot be delayed.`,
  changedMeanwhile: (by: string, now: string) =>
    `${by} changed this container in the meantime. It is ${now} now; look at it and try again.`,
} as const;
