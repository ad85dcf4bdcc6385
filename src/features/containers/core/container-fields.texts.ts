import { formatCalendarDate, locale } from '#shared/format.ts';
import { isDateField, quantityFields } from './container-fields.rules.ts';

/** The names of the fields on screen, in the history and in exports. Our choice except for the first ones. */
export const fieldLabels = {
  id: 'ID',
  name: 'Container Name',
  container_no: 'Order Number',
  status: 'Status',
  days_late: 'Days late',
  pfi_date: 'PFI Date',
  ex_factory_date: 'Ex-Factory Date',
  first_pfi_date: 'First PFI date',
  first_ex_factory_date: 'First ex-factory date',
  pfi_moves: 'PFI date changes',
  ex_factory_moves: 'Ex-factory date changes',
  pfi_delays: 'PFI delays',
  ex_factory_delays: 'Ex-factory delays',
  container_number: 'Container number',
  bl_number: 'Bill of lading',
  booking_number: 'Booking',
  vessel: 'Vessel',
  voyage: 'Voyage',
  pol: 'Port of loading',
  pol_name: 'Port of loading (name)',
  pod: 'Port of discharge',
  pod_name: 'Port of discharge (name)',
  etd: 'ETD',
  eta: 'ETA',
  first_etd: 'First ETD',
  first_eta: 'First ETA',
  atd: 'ATD',
  ata: 'ATA',
  last_free_day: 'Last free day',
  empty_return_due: 'Empty return',
  days_over: 'Days over free time',
  cost_over: 'Cost over free time',
  currency: 'Currency',
  received_on: 'Received on',
  departed_on: 'Departed on',
  goods: 'Goods',
  packages: 'Packages',
  weight_kg: 'Weight (kg)',
  seal: 'Seal',
  supplier_id: 'Supplier ID',
  supplier_name: 'Supplier',
  customer_id: 'Customer ID',
  customer_name: 'Customer',
  carrier_id: 'Carrier ID',
  carrier_name: 'Carrier',
  assignee_id: 'Assignee ID',
  assignee_name: 'Assignee',
  team_id: 'Team ID',
  team_name: 'Team',
  remarks: 'Remarks',
  user_name: 'Created by',
  checkedBy: 'Checked by',
  created_at: 'Created (UTC)',
  updated_at: 'Changed (UTC)',
  papers: 'Documents',
  last_comment: 'Latest comment',
} as const;

/** The words of the trade, explained in the form and beside the dates of a container. Our choice. */
export const fieldHints: Readonly<Record<string, string>> = {
  pfi_date: 'Promised by the proforma invoice',
  ex_factory_date: 'The goods leave the factory',
  etd: 'Estimated departure from the port of loading',
  eta: 'Estimated arrival at the port of discharge',
  atd: 'Actual departure from the port of loading',
  ata: 'Actual arrival at the port of discharge',
  last_free_day: 'Last day at the port without a charge',
  empty_return_due: 'Last day to return the empty container',
};

/** The name of a field. A reference has the name of its party, person or team. */
export const fieldLabel = (field: string): string =>
  (fieldLabels as Record<string, string>)[field.replace(/_id$/, '_name')] ?? field;

/** A stored value as the reader sees it. An empty one stays ''. */
export const fieldText = (field: string, value: string): string =>
  isDateField(field) && value !== '' ? formatCalendarDate(value) : value;

/** As `fieldText`, with the numbers of the reader. */
export const readableText = (field: string, value: string): string =>
  value !== '' && quantityFields.some((one) => one === field)
    ? Number(value).toLocaleString(locale)
    : fieldText(field, value);

/** Refusals of the optional fields and the calls for them. */
export const fieldRefusals = {
  portWrong: 'This is not a port code. Write it as DEHAM.',
  moveWrong: 'Give a date field, and either a number of days or a date.',
  movedTooFar: (container: string) =>
    `The new date of ${container} would be outside the years 1900 to 9999. Nothing was changed.`,
  tooMany: 'Too many containers at once. Change at most 2000.',
  noSelection: 'Choose the containers, or a filter.',
  nothingToChange: 'Choose at least one change.',
  cannotMoveAll: (container: string, status: string, now: string) =>
    `${container} is ${now} and cannot be marked ${status}. Nothing was changed.`,
  changedSincePreview:
    'The selected containers have changed since the preview. Nothing was changed. Go back and look at a new preview.',
  noUndo: 'This change can no longer be undone.',
  undoneBefore: 'This change was undone before.',
  unknownParty: 'There is no such supplier, customer or carrier.',
  unknownAssignee: 'There is no such person.',
  unknownTeam: 'There is no such team.',
  remarksTooLong: 'The remarks are too long. Use at most 2000 characters.',
  teamNotVisible: 'Choose a team whose containers you see.',
  commentRequired: 'Write a comment.',
  commentTooLong: 'The comment is too long. Use at most 2000 characters.',
  viewNameRequired: 'Enter a name for the view.',
  viewNameTooLong: 'The name is too long. Use at most 100 characters.',
  viewGone: 'This view no longer exists.',
  tooManyFollowers: (max: number) =>
    `This container already has ${max} followers. You can follow it when one of them stops following.`,
  tooManyViews: 'There are too many saved views. Delete one first.',
  tooManySharedViews: (max: number) =>
    `There are ${max} shared views. Save this one for yourself, or ask an administrator to delete a shared view.`,
  partyNameRequired: 'Enter a name.',
  partyNameTooLong: 'The name is too long. Use at most 255 characters.',
  rateWrong: 'Enter an amount above 0 and up to 1,000,000.',
  currencyWrong: 'Enter the three letters of a currency, such as EUR.',
  partyGone: 'This party no longer exists.',
  partyChanged: 'Somebody has changed the names meanwhile. Review the change again.',
} as const;

/** The names of exported files, with the brand before and the day after them. */
export const exportNames = { containers: 'containers', delays: 'delays' } as const;

export const delayLogHeadings = [
  'ID',
  'Container ID',
  'Container Name',
  'Order Number',
  'Kind',
  'Reason',
  'Category',
  'Person',
  'Day (UTC)',
  'Time (UTC)',
] as const;
