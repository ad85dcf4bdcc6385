import type { ImportChoices } from '#features/containers/import/container-import.contract.ts';
import type { ImportField } from '#features/containers/import/import-fields.rules.ts';
import type { Charset } from '#features/extraction/charset.rules.ts';
import type { RowState } from '#features/imports/imports.rules.ts';

/** A value of the review by the field of the change. `null`: the row has no value for this field. */
export type ExpectedRow = {
  state?: RowState;
  /** Each matches a problem or a warning of the row. It may have others. */
  notes?: RegExp[];
  values?: Record<string, string | null>;
};

export type SpreadsheetCase = {
  /** The detected charset of a text. */
  charset?: Charset;
  hiddenRows?: number;
  /** What a person chooses besides the guessed columns. */
  choices?: Pick<Partial<ImportChoices>, 'hidden_rows' | 'totals'>;
  /** The numbers of all rows of the review. */
  rowsLeft?: number[];
  /** The fields of columns by their headings. Further columns may be anything. */
  columns?: Record<string, ImportField | null>;
  /** The rows by their numbers in the file. Further rows may be anything. */
  rows?: Record<number, ExpectedRow>;
};

/** A title, a filtered row, merged cells, a hidden sheet, notes, and a million repeated empty rows. */
const openDocument: SpreadsheetCase = {
  hiddenRows: 1,
  rowsLeft: [5, 6, 7],
  rows: {
    5: {
      state: 'new',
      values: {
        container_no: '0004711',
        container_number: 'MSCU1234566',
        pfi_date: '2027-03-04',
        ex_factory_date: '2027-01-15',
        weight_kg: '18500.5',
        supplier_id: 'Möbel & Co',
      },
    },
    6: { state: 'new', values: { container_no: '0004712', weight_kg: '900', supplier_id: 'Möbel & Co' } },
    7: { state: 'new', values: { container_no: '0004713', supplier_id: null } },
  },
};

/** What the import of containers has to read in the files of `tests/fixtures/spreadsheets`, by file and in their order. */
export const spreadsheetCases: Record<string, SpreadsheetCase> = {
  '1904-saved-by-excel-2013.xlsx': {
    rows: { 2: { state: 'new', values: { pfi_date: '2027-03-04', ex_factory_date: '2027-01-15' } } },
  },
  'po-date-before-po-number.csv': {
    columns: { 'PO Number': 'container_no', 'PO Date': null },
    rows: { 2: { state: 'new', values: { container_no: '4500001' } }, 3: { values: { container_no: '4500002' } } },
  },
  'ship-date-vessel.csv': {
    columns: { 'Ship Date': null, 'B/L Date': null, 'Booking Date': null },
    rows: { 2: { values: { vessel: 'MSC ANNA', bl_number: 'MEDU123', booking_number: 'EBKG1', etd: null } } },
  },
  'line-no-item-no.csv': {
    columns: { 'Line No': null, 'Item No': null, 'Vendor No': null, 'Customer No': null },
    rows: {
      2: {
        values: { goods: 'Oak chairs', supplier_id: 'Nordic Oak', customer_id: 'Main Shop', carrier_id: null },
      },
      3: { values: { goods: 'Tables' } },
    },
  },
  'customer-no-only.csv': {
    columns: { 'Customer No': null, 'Supplier No': null },
    rows: { 2: { state: 'new', notes: [], values: { supplier_id: null, customer_id: null } } },
  },
  'bl-date-only.csv': { columns: { 'BL Date': null }, rows: { 2: { values: { bl_number: null } } } },
  'french-ports.csv': {
    rows: { 2: { notes: [], values: { pol: 'Le Havre (FRLEH)', pod: 'Hamburg (DEHAM)' } } },
  },
  'year-first-two-digits-dashes.csv': {
    rows: {
      2: { notes: [], values: { pfi_date: '2027-03-04', ex_factory_date: '2027-01-15' } },
      3: { values: { pfi_date: '2027-03-25', ex_factory_date: '2027-02-01' } },
    },
  },
  'year-first-two-digits.csv': {
    rows: {
      2: { values: { pfi_date: '2026-12-04' } },
      3: { values: { pfi_date: '2026-12-15' } },
      4: { values: { pfi_date: '2027-01-08' } },
      5: { values: { pfi_date: '2027-01-28' } },
    },
  },
  'leading-decimal-point.csv': {
    rows: { 2: { notes: [], values: { weight_kg: '850' } }, 3: { values: { weight_kg: '850' } } },
  },
  'french-months.csv': {
    rows: Object.fromEntries(
      ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12', '01', '02', '07'].map((month, index) => [
        index + 2,
        { state: 'new', values: { pfi_date: `2027-${month}-15` } } as const,
      ]),
    ),
  },
  'spanish-months.csv': {
    rows: Object.fromEntries(
      ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12', '03', '01'].map((month, index) => [
        index + 2,
        { state: 'new', values: { pfi_date: `2027-${month}-15` } } as const,
      ]),
    ),
  },
  'excel-half-converted.xlsx': {
    rows: {
      2: { notes: [], values: { pfi_date: '2027-01-13' } },
      4: { notes: [/2027-09-01 may be 2027-01-09/], values: { pfi_date: '2027-09-01' } },
    },
  },
  'zero-and-negative-dates.xlsx': {
    rows: {
      2: { state: 'new', notes: [], values: { eta: null } },
      3: { state: 'new', notes: [/1900-01-01 is more than ten years away/], values: { eta: '1900-01-01' } },
      4: { state: 'new', notes: [], values: { eta: null } },
      5: { state: 'new', notes: [], values: { eta: null } },
    },
  },
  'french.csv': {
    columns: { 'Date de livraison': 'pfi_date', 'N° commande': 'container_no', 'N° conteneur': 'container_number' },
    rows: { 2: { state: 'new', values: { pol: 'Le Havre (FRLEH)', weight_kg: '1234.5', pfi_date: '2027-03-04' } } },
  },
  'spanish.csv': {
    rows: {
      2: {
        values: { container_no: '4711', pfi_date: '2027-03-04', ex_factory_date: '2027-01-15', weight_kg: '1234.5' },
      },
    },
  },
  'italian.csv': {
    rows: {
      2: {
        values: { container_no: '4711', pfi_date: '2027-03-04', ex_factory_date: '2027-01-15', weight_kg: '1234.5' },
      },
    },
  },
  'portuguese.csv': {
    rows: {
      2: { values: { container_no: '4711', pfi_date: '2027-03-04', supplier_id: 'Carvalho', pod: 'Lisbon (PTLIS)' } },
    },
  },
  'russian-utf8.csv': {
    rows: {
      2: {
        values: {
          container_no: '4711',
          pfi_date: '2027-03-04',
          ex_factory_date: '2027-01-15',
          supplier_id: 'Дуб',
          goods: 'Стулья',
        },
      },
    },
  },
  'japanese.csv': {
    columns: { 発注番号: 'container_no', 納期: 'pfi_date', 工場出荷日: 'ex_factory_date', 積地: 'pol', 揚地: 'pod' },
    rows: { 2: { values: { pol: 'Yokohama (JPYOK)', pod: 'Hamburg (DEHAM)', weight_kg: '1234.5' } } },
  },
  'chinese.csv': {
    columns: { 订单编号: 'container_no', 集装箱号: 'container_number', 箱型: null, 合同号: null },
    rows: { 2: { values: { pol: 'Shanghai (CNSHA)', pod: 'Hamburg (DEHAM)' } } },
  },
  'ports.tsv': {
    rows: {
      6: { state: 'new', notes: [], values: { pod: 'Shanghai (CNSHA)' } },
      7: { state: 'new', notes: [], values: { pod: 'Shanghai (CNSHA)' } },
      8: { state: 'new', notes: [], values: { pod: 'Los Angeles (USLAX)' } },
      9: { state: 'new', notes: [/'Delhi' cannot be read. The row is imported without it/], values: { pod: null } },
      49: { state: 'new', values: { pod: 'Port Klang (MYPKG)' } },
      51: { state: 'new', values: { pod: 'Nhava Sheva (INNSA)' } },
      56: { state: 'new', values: { pod: 'Busan (KRPUS)' } },
      82: { state: 'new', values: { pod: 'Shanghai (CNSHA)' } },
    },
  },
  'container-numbers.tsv': {
    columns: { 'Container No': 'container_number', PO: 'container_no' },
    rows: {
      2: { state: 'new', values: { pfi_date: '2027-03-04' } },
      7: { notes: [/several container numbers/] },
      8: { notes: [/several container numbers/] },
      9: { notes: [/several container numbers/] },
      10: { notes: [/several container numbers/] },
      11: { notes: [/'2x40HC' is no container number/] },
      12: { notes: [/almost a container number/] },
      13: { notes: [/almost a container number/] },
      17: { notes: [/'TBN' is no container number/] },
      19: { notes: [/'LCL' is no container number/] },
      20: { values: { container_number: 'MSCU1234566' } },
      23: { notes: [/almost a container number/] },
      24: { notes: [/almost a container number/] },
      27: { notes: [], values: { container_number: 'CSQU3054383' } },
    },
  },
  'cp1250.csv': {
    charset: 'windows-1250',
    rows: { 2: { state: 'new', values: { supplier_id: 'Łódzki Dąb, Kraków', pfi_date: '2027-03-04' } } },
  },
  'cp1251.csv': {
    charset: 'windows-1251',
    rows: { 2: { state: 'new', values: { supplier_id: 'Северный дуб', pfi_date: '2027-03-04' } } },
  },
  'gbk.csv': {
    charset: 'gb18030',
    columns: { 订单号: 'container_no', 柜号: 'container_number', 交期: 'pfi_date', 供应商: 'supplier_name' },
    rows: {
      2: { state: 'new', values: { container_no: '4711', supplier_id: '宁波北橡家具', goods: '餐椅' } },
      3: { state: 'new', values: { container_no: '4712', supplier_id: '宁波北橡家具', goods: '餐桌' } },
    },
  },
  'hidden-columns.xlsx': {
    columns: { 'Container No': null, 'Container No (2)': 'container_number', 'PFI Date': null, PFI: 'pfi_date' },
    rows: { 2: { state: 'new', values: { container_number: 'MSCU1234566', pfi_date: '2027-03-04' } } },
  },
  'hidden-rows.xlsx': {
    hiddenRows: 2,
    choices: { hidden_rows: 'omit' },
    rowsLeft: [2, 5],
  },
  'identifiers-in-scientific.csv': {
    rows: {
      2: {
        state: 'new',
        notes: [/^Order Number: '4.50012E\+09' has lost digits/, /^Bill of lading: '9.40111E\+11' has lost/],
      },
      3: {
        state: 'new',
        notes: [/^Order Number: '4.50012E\+09' has lost digits/, /^Bill of lading: '9.40111E\+11' has lost/],
      },
    },
  },
  'mac-roman.csv': {
    charset: 'macintosh',
    rows: { 2: { state: 'new', values: { supplier_id: 'Möbel Groß', container_number: 'MSCU1234566' } } },
  },
  'number-formats-show-more.xlsx': {
    rows: {
      2: {
        values: {
          container_no: '0004500123',
          booking_number: 'BKG-4711',
          bl_number: '123-456-789',
          seal: '00077',
          weight_kg: '18500',
        },
      },
      3: {
        values: { container_no: '0000000045', booking_number: 'BKG-12', weight_kg: '18500' },
        notes: [/lost digits/],
      },
      4: { values: { container_no: '4500123456', weight_kg: '18500' }, notes: [/lost digits/, /Seal.*lost digits/] },
    },
  },
  'several-orders-per-container.csv': {
    rows: {
      2: { state: 'new', notes: [/in 3 rows of the file/], values: { container_no: '4711', goods: 'Chairs' } },
      3: { state: 'new', values: { container_no: '4712', goods: 'Tables' } },
      4: { state: 'new', values: { container_no: '4713', goods: 'Lamps' } },
    },
  },
  'shift-jis.csv': {
    charset: 'shift_jis',
    rows: { 2: { values: { supplier_id: '北樫家具', pfi_date: '2027-03-04' } } },
  },
  'table-with-totals-row.xlsx': {
    rows: { 2: { state: 'new' }, 3: { state: 'new' }, 4: { state: 'wrong', notes: [/looks like a total/] } },
  },
  'totals-and-subtotals.csv': {
    rows: {
      2: { state: 'new', values: { weight_kg: '100' } },
      3: { state: 'new', values: { weight_kg: '200' } },
      4: { state: 'wrong', notes: [/looks like a total/] },
      5: { state: 'wrong', notes: [/looks like a total/] },
      6: { state: 'wrong', notes: [/looks like a total/] },
    },
  },
  'two-orders-become-one.csv': {
    rows: {
      2: { state: 'new', notes: [/lost digits/] },
      3: { state: 'duplicate', notes: [/^The same container as in row 2/, /lost digits/] },
    },
  },
  'sap-list.tsv': {
    columns: { 'Bestell-Nr.': 'container_no', 'Pos.': null, Einkaufsbeleg: null },
    rows: {
      2: {
        state: 'new',
        notes: [],
        values: { container_no: '4500123401', pfi_date: '2027-03-04', pod: 'Hamburg (DEHAM)', weight_kg: '1234.5' },
      },
      3: { state: 'new', notes: [/should be 0/], values: { pod: 'Bremerhaven (DEBRV)', weight_kg: '850' } },
    },
  },
  'polish.csv': {
    rows: {
      2: {
        state: 'new',
        notes: [],
        values: {
          container_no: '4711',
          pfi_date: '2027-10-05',
          ex_factory_date: '2027-09-15',
          pol: 'Shanghai (CNSHA)',
          pod: 'Gdansk (PLGDN)',
          supplier_id: 'Łódzki Dąb',
          weight_kg: '1234.5',
        },
      },
    },
  },
  'turkish.csv': {
    rows: {
      2: {
        state: 'new',
        notes: [],
        values: {
          container_no: '4711',
          pfi_date: '2027-08-15',
          ex_factory_date: '2027-07-01',
          pol: 'Shanghai (CNSHA)',
          pod: 'Izmir (TRIZM)',
          weight_kg: '1234.5',
        },
      },
    },
  },
  'japanese-dates.csv': {
    rows: {
      2: {
        notes: [],
        values: {
          pfi_date: '2027-03-04',
          ex_factory_date: '2027-01-15',
          pol: 'Kobe (JPUKB)',
          pod: 'Rotterdam (NLRTM)',
        },
      },
      3: { values: { ex_factory_date: '2027-01-28', pol: 'Osaka (JPOSA)' } },
    },
  },
  'dutch.csv': {
    rows: {
      2: {
        state: 'new',
        notes: [],
        values: {
          container_number: 'MSCU1234566',
          pfi_date: '2027-03-04',
          ex_factory_date: '2027-01-15',
          pod: 'Antwerp (BEANR)',
          weight_kg: '1234.5',
        },
      },
    },
  },
  'thai-calendar.csv': {
    rows: {
      2: {
        state: 'new',
        notes: [/2570-03-04 is more than ten years away/, /2570-01-15 is more than ten years away/],
        values: { pol: 'Laem Chabang (THLCH)', pod: 'Los Angeles (USLAX)' },
      },
    },
  },
  'carrier-american.csv': {
    columns: { 'Customer PO': 'container_no', 'Equipment No.': 'container_number', 'Voyage No': 'voyage' },
    rows: {
      2: { state: 'wrong', notes: [/PFI Date is missing/, /Ex-Factory Date is missing/] },
      3: { state: 'wrong', notes: [/PFI Date is missing/, /Ex-Factory Date is missing/, /'Hamburk' cannot be read/] },
    },
  },
  'group-headings.csv': {
    columns: { Loading: 'pol', Discharge: 'pod' },
    rows: {
      3: {
        state: 'new',
        notes: [/several container numbers/, /'Hamburg\/Bremerhaven' cannot be read/, /9999-12-31/, /1970-01-01/],
        values: { pol: 'Shanghai (CNSHA)', pod: null, pfi_date: '9999-12-31' },
      },
    },
  },
  'divided-by-comma.csv': {
    rows: { 2: { state: 'wrong', notes: [/more cells than the headings/] }, 3: { state: 'new' }, 4: { state: 'new' } },
  },
  'dos-850.csv': {
    charset: 'ibm437',
    rowsLeft: [2],
    rows: { 2: { state: 'new', values: { supplier_id: 'Möbel Groß', goods: 'Stühle' } } },
  },
  'erp-formulas.csv': {
    columns: { 'Order No': 'container_no', 'Container No': 'container_number' },
    rows: { 2: { state: 'new', values: { container_no: '004711', bl_number: '0012', pfi_date: '2027-03-04' } } },
  },
  'excel-for-mac-1904.xlsx': {
    rows: {
      2: {
        state: 'new',
        values: {
          container_no: 'PO-1',
          container_number: 'MSCU1234566',
          pfi_date: '2027-03-04',
          ex_factory_date: '2027-01-15',
        },
      },
    },
  },
  'excel-strict.xlsx': {
    rows: {
      2: {
        state: 'new',
        values: { container_no: '004711', pfi_date: '2027-03-04', ex_factory_date: '2027-01-15', weight_kg: '18500.5' },
      },
    },
  },
  'google-sheets.xlsx': {
    rowsLeft: [2],
    rows: {
      2: {
        state: 'new',
        values: {
          container_no: '0045001230',
          supplier_id: 'Nordic Oak',
          pfi_date: '2027-03-04',
          ex_factory_date: '2027-01-15',
        },
      },
    },
  },
  'libreoffice.fods': openDocument,
  'libreoffice.ods': openDocument,
  'libreoffice.xlsx': {
    hiddenRows: 1,
    rows: {
      2: {
        state: 'new',
        values: {
          container_no: 'PO-1',
          container_number: 'MSCU1234566',
          pfi_date: '2027-03-04',
          ex_factory_date: '2027-01-15',
        },
      },
      3: { state: 'new', values: { pfi_date: '2027-03-25' } },
    },
  },
  'numbers.xlsx': {
    rowsLeft: [3],
    rows: { 3: { state: 'new', values: { container_no: 'PO-1', pfi_date: '2027-03-04', weight_kg: '900' } } },
  },
  'report-server.xlsx': {
    rows: {
      2: { state: 'new', values: { container_no: 'PO-04711', pfi_date: '2027-03-04', ex_factory_date: '2027-01-15' } },
    },
  },
  'sap-list.txt': {
    rowsLeft: [5, 6],
    rows: {
      5: {
        state: 'new',
        values: { container_no: '0004500001', pfi_date: '2027-03-04', weight_kg: '18500.5', supplier_id: 'Möbel Groß' },
      },
      6: { state: 'new', values: { container_no: '0004500002', pfi_date: '2027-03-25', weight_kg: '900' } },
    },
  },
  'sap-unicode.txt': {
    charset: 'utf-16le',
    rows: {
      2: { state: 'new', values: { container_no: '0004500001', pfi_date: '2027-03-04', supplier_id: '宁波北橡家具' } },
    },
  },
  'wps.xlsx': {
    rows: {
      2: {
        state: 'new',
        values: { container_no: '4711', pfi_date: '2027-03-04', ex_factory_date: '2027-01-15', weight_kg: '18500' },
      },
      3: { state: 'wrong', notes: [/looks like a total/] },
    },
  },
};
