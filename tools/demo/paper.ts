import type { Supplier } from './suppliers.ts';

/** The data of a document about one shipment of one supplier. */
export type Paper = {
  /** Its index among all papers. It is the seed of the other values. */
  index: number;
  /** Unique, such as 'INV-2604-01173'. */
  number: string;
  supplier: Supplier;
  vessel: string;
  container: string;
  /** The date on the document, `yyyy-mm-dd`. */
  day: string;
  /** 1, or more for a later version. */
  edition: number;
};
