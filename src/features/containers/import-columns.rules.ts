import type { TableCell } from '#features/extraction/table.rules.ts';
import { normalForm } from '#shared/fold.ts';
import { fieldLabels } from './container-fields.texts.ts';
import { containerNumberIn } from './containers.rules.ts';
import { parseDate } from './import-values.rules.ts';

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
  'goods',
  'packages',
  'weight_kg',
  'seal',
  'supplier_name',
  'customer_name',
  'carrier_name',
  'assignee_name',
  'team_name',
] as const;
export type ImportField = (typeof importFields)[number];

/** Headings in their normal form, besides the names of the fields in the product. */
const headings: Record<ImportField, string> = {
  id: 'ID,STOWAGEID',
  name: 'NAME,CONTAINERNAME,SHIPMENT,SHIPMENTNAME,REFERENCE,BEZEICHNUNG',
  container_no:
    'ORDERNUMBER,ORDERNO,ORDER,PO,PONO,PONUMBER,PURCHASEORDER,CUSTOMERPO,BESTELLNUMMER,BESTELLUNG,AUFTRAG,AUFTRAGSNUMMER,COMMANDE,NUMEROCOMMANDE,NCOMMANDE,PEDIDO,NUMEROPEDIDO,ORDINE,订单号,订单,采购单号',
  pfi_date:
    'PFI,PFIDATE,PROFORMADATE,PROFORMAINVOICEDATE,EXPECTEDDATE,EXPECTED,DUE,DUEDATE,DELIVERYDATE,REQUIREDDATE,LIEFERTERMIN,LIEFERDATUM,DATELIVRAISON,FECHAENTREGA,交货日期,交期',
  ex_factory_date:
    'EXFACTORY,EXFACTORYDATE,EXFTY,EXFTYDATE,XFACTORY,XF,XFDATE,CARGOREADY,CARGOREADYDATE,CRD,READYDATE,AB WERK,ABWERK,EXWORKS,EXW,EXWDATE,DEPARTUSINE,SALIDAFABRICA,出厂日期,货好日期',
  container_number:
    'CONTAINER,CONTAINERNO,CONTAINERNR,CONTAINERNUMBER,CNTR,CNTRNO,CTR,CTRNO,CONTNO,EQUIPMENT,EQUIPMENTNO,CONTAINERNUMMER,CONTENEUR,NCONTENEUR,CONTENEDOR,NUMEROCONTENEDOR,柜号,箱号',
  bl_number: 'BL,BLNO,BLNUMBER,BILLOFLADING,MBL,MBLNO,HBL,MASTERBL,KONNOSSEMENT,CONNAISSEMENT,提单号',
  booking_number:
    'BOOKING,BOOKINGNO,BOOKINGNUMBER,BOOKINGREF,BKG,BKGNO,SO,SONO,BUCHUNG,BUCHUNGSNUMMER,RESERVATION,订舱号',
  vessel: 'VESSEL,VESSELNAME,SHIP,SCHIFF,SEESCHIFF,NAVIRE,BUQUE,NAVE,MV,船名',
  voyage: 'VOYAGE,VOYAGENO,VOY,VOYNO,REISE,REISENUMMER,VOYAGENUMBER,VIAJE,航次',
  pol: 'POL,PORTOFLOADING,LOADINGPORT,LOADPORT,ORIGINPORT,PORTOFORIGIN,FROM,LADEHAFEN,PORTCHARGEMENT,起运港,装货港',
  pod: 'POD,PORTOFDISCHARGE,DISCHARGEPORT,DESTINATIONPORT,PORTOFDESTINATION,DESTINATION,TO,LOESCHHAFEN,LÖSCHHAFEN,PORTDECHARGEMENT,目的港,卸货港',
  etd: 'ETD,ETDPOL,ESTIMATEDDEPARTURE,ESTDEPARTURE,SAILINGDATE,SAILING,ABFAHRT,DEPART,SALIDA,开船日期,预计开船',
  eta: 'ETA,ETAPOD,ESTIMATEDARRIVAL,ESTARRIVAL,ARRIVAL,ARRIVALDATE,ANKUNFT,ARRIVEE,LLEGADA,预计到港,到港日期',
  atd: 'ATD,ACTUALDEPARTURE,ACTUALTIMEOFDEPARTURE,SAILED,实际开船',
  ata: 'ATA,ACTUALARRIVAL,ACTUALTIMEOFARRIVAL,ARRIVED,实际到港',
  last_free_day: 'LASTFREEDAY,LFD,FREETIMEUNTIL,FREEUNTIL,DEMURRAGEFREEUNTIL,免租期',
  goods:
    'GOODS,DESCRIPTION,DESCRIPTIONOFGOODS,COMMODITY,CARGO,ITEM,ITEMS,PRODUCT,WARE,WAREN,MARCHANDISE,MERCANCIA,品名,货物',
  packages:
    'PACKAGES,PKGS,CTNS,CARTONS,QTYCTNS,COLLI,COLIS,NOOFPACKAGES,NUMBEROFPACKAGES,PACKSTUECKE,PACKSTÜCKE,KARTONS,BULTOS,件数,箱数',
  weight_kg:
    'WEIGHT,WEIGHTKG,GROSSWEIGHT,GROSSWEIGHTKG,GW,GWKG,GWKGS,GEWICHT,BRUTTOGEWICHT,GEWICHTKG,BRUTTOKG,POIDS,POIDSBRUT,PESO,毛重',
  seal: 'SEAL,SEALNO,SEALNUMBER,PLOMBE,SIEGEL,PRECINTO,封号,铅封号',
  supplier_name:
    'SUPPLIER,VENDOR,SHIPPER,FACTORY,MANUFACTURER,SELLER,LIEFERANT,FOURNISSEUR,PROVEEDOR,FORNITORE,供应商,发货人',
  customer_name: 'CUSTOMER,CONSIGNEE,BUYER,CLIENT,KUNDE,EMPFÄNGER,EMPFAENGER,CLIENTE,客户,收货人',
  carrier_name: 'CARRIER,SHIPPINGLINE,LINE,SSL,REEDEREI,FORWARDER,TRANSPORTEUR,NAVIERA,船公司,承运人',
  assignee_name: 'ASSIGNEE,RESPONSIBLE,HANDLEDBY,OWNER,INCHARGE,ZUSTÄNDIG,BEARBEITER',
  team_name: 'TEAM,BRANCH,OFFICE',
};

const fieldOfHeading = new Map(
  importFields.flatMap((field) =>
    [...headings[field].split(','), fieldLabels[field]].map((heading) => [normalForm(heading), field] as const),
  ),
);

const maxHeadingLetters = 200;

/** Returns the field that a heading names. Text in brackets and a trailing 'date', 'no' or 'estimated' may be missing. */
export function fieldNamedBy(heading: string): ImportField | undefined {
  // Looking for the ends of brackets takes a time that grows with the square of the length.
  if (heading.length > maxHeadingLetters) return undefined;
  const whole = normalForm(heading);
  const short = normalForm(heading.replaceAll(/\([^)]*\)|\[[^\]]*\]|（[^）]*）/g, ''));
  const named = fieldOfHeading.get(whole);
  if (named !== undefined) return named;
  const shortened = short.replace(/(DATE|DATUM|NO|NR|NUMBER|NUMMER)$/, '');
  const guess = fieldOfHeading.get(short) ?? fieldOfHeading.get(shortened);
  // 'ID No' and 'ID (factory)' are ids of others.
  return guess === 'id' ? undefined : guess;
}

/** The headings are in one of the first rows. Our choice. */
export const maxHeadingRow = 50;

const maxHeadingRows = 30;

/** Returns the index of the row with the headings, or -1 if no row looks like one. */
export function headingRowOf(rows: readonly (readonly TableCell[])[]): number {
  const scores = rows.slice(0, maxHeadingRows).map((row) => {
    const named = row.map((cell) => (typeof cell === 'string' ? fieldNamedBy(cell) : undefined));
    return new Set(named.filter((field) => field !== undefined)).size;
  });
  const best = Math.max(0, ...scores);
  if (best >= 2) return scores.indexOf(best);
  // Unknown headings: the first row with several texts and no number.
  return rows.slice(0, maxHeadingRows).findIndex((row) => {
    const filled = row.filter((cell) => cell !== null);
    return (
      filled.length >= 3 && filled.every((cell) => typeof cell === 'string' && parseDate(cell, 'day') === undefined)
    );
  });
}

const exportLabels: ReadonlySet<string> = new Set(Object.values(fieldLabels));

/**
 * Returns whether these headings are those of an export or of the template of the product. Both have an ID and a name, and
 * the user may add, remove and move columns. Our choice: 'ID' by itself is a heading of many other spreadsheets.
 */
export const areOwnHeadings = (headings: readonly string[]): boolean =>
  headings.includes(fieldLabels.id) &&
  headings.includes(fieldLabels.name) &&
  headings.filter((heading) => exportLabels.has(heading)).length > 2;

/** 0 is A, 26 is AA. */
const columnLetters = (index: number): string =>
  (index < 26 ? '' : columnLetters(Math.floor(index / 26) - 1)) + String.fromCodePoint(65 + (index % 26));

/** Returns a heading for every column. A blank one becomes 'Column C', a repeated one gets a number. */
export function headingsOf(row: readonly TableCell[], columns: number): string[] {
  const seen = new Map<string, number>();
  return Array.from({ length: columns }, (_, index) => {
    const heading = String(row[index] ?? '').slice(0, 100) || `Column ${columnLetters(index)}`;
    const times = (seen.get(heading) ?? 0) + 1;
    seen.set(heading, times);
    return times === 1 ? heading : `${heading} (${times})`;
  });
}

/**
 * Guesses the field of each column by its heading, then by its content. Each field is used once. 'ID' is only guessed beside
 * other headings of the product: the numbers of a supplier would name other containers.
 */
export function guessFields(
  headingTexts: readonly string[],
  rows: readonly (readonly TableCell[])[],
): (ImportField | null)[] {
  const used = new Set<ImportField>();
  const take = (field: ImportField | undefined) => {
    if (field === undefined || used.has(field)) return null;
    used.add(field);
    return field;
  };
  const isForeign = (heading: string) => normalForm(heading) === 'ID' && !areOwnHeadings(headingTexts);
  const byHeading = headingTexts.map((heading) => (isForeign(heading) ? null : take(fieldNamedBy(heading))));
  return byHeading.map((field, index) => {
    if (field !== null) return field;
    const cells = rows
      .slice(0, 50)
      .map((row) => row[index] ?? null)
      .filter((cell) => cell !== null);
    const numbers = cells.filter((cell) => containerNumberIn(String(cell)) !== undefined);
    return cells.length > 0 && numbers.length >= cells.length * 0.8 ? take('container_number') : null;
  });
}
