/** The fields that a column of a spreadsheet can have. People, teams and parties are given by their names. */
export const importFields = [
  'id',
  'name',
  'container_no',
  'pfi_date',
  'ex_factory_date',
  'container_number',
  'bl_number',
  'booking_number',
  'vessel',
  'voyage',
  'pol',
  'pod',
  'etd',
  'eta',
  'atd',
  'ata',
  'last_free_day',
  'empty_return_due',
  'status',
  'received_on',
  'departed_on',
  'goods',
  'packages',
  'weight_kg',
  'seal',
  'supplier_name',
  'customer_name',
  'carrier_name',
  'assignee_name',
  'team_name',
  'remarks',
] as const;
export type ImportField = (typeof importFields)[number];

/** Returns the column of a stored field: a reference has the name of its party, person or team. */
export const importFieldOf = (field: string) => field.replace(/_id$/, '_name') as ImportField;

/** A new container needs these. */
export const requiredFields = ['container_no', 'pfi_date', 'ex_factory_date'] as const;
