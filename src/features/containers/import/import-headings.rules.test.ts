import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalForm } from '#shared/fold.ts';
import { fieldLabels } from '../core/container-fields.texts.ts';
import { guessFields } from './import-columns.rules.ts';
import type { ImportField } from './import-fields.rules.ts';
import { headingWords, namedField } from './import-headings.rules.ts';

const fieldOf = (heading: string) => namedField(heading)?.field;

test('every listed heading names its field, and its letters alone name no other one', () => {
  for (const field of Object.keys(headingWords) as ImportField[])
    for (const heading of [...headingWords[field].split(','), fieldLabels[field]])
      for (const written of [heading, heading.toUpperCase(), heading.toLowerCase()]) {
        assert.equal(fieldOf(written), field, written);
        const letters = fieldOf(normalForm(written));
        assert.ok(letters === undefined || letters === field, `${written} without accents and blanks`);
      }
});

test('a shortened heading names only a field of its kind', () => {
  const cases: Record<string, ImportField | undefined> = {
    'PO Date': undefined,
    'Order Date': undefined,
    'PO Number': 'container_no',
    PONo: 'container_no',
    'Ship Date': undefined,
    'B/L Date': undefined,
    'BL Date': undefined,
    BLDATE: undefined,
    'B/L No.': 'bl_number',
    'Booking Date': undefined,
    'Booking #': 'booking_number',
    'Shipment Date': undefined,
    'Voyage Date': undefined,
    'Voyage No': 'voyage',
    'Seal Date': undefined,
    'Container Date': undefined,
    'Loading Port Date': undefined,
    'Line No': undefined,
    LineNo: undefined,
    'Vendor No': undefined,
    'Supplier No': undefined,
    'Customer No': undefined,
    CUSTOMER_DATE: undefined,
    'Kunde Nr': undefined,
    'Item No': undefined,
    'Owner No': undefined,
    'ETA Date': 'eta',
    ETADATE: 'eta',
    'Container Number Date': undefined,
    'ETA (POD)': 'eta',
    'G.W. (KGS)': 'weight_kg',
    Remark: 'remarks',
    Date: undefined,
    No: undefined,
  };
  assert.deepEqual(Object.fromEntries(Object.keys(cases).map((heading) => [heading, fieldOf(heading)])), cases);
});

test('headings with articles and signs are known in every language', () => {
  const cases: Record<string, ImportField> = {
    'Port de chargement': 'pol',
    'PORT DE CHARGEMENT': 'pol',
    'Port de déchargement': 'pod',
    'Port déchargement': 'pod',
    'PORT DE DECHARGEMENT': 'pod',
    'Date de livraison': 'pfi_date',
    'N° commande': 'container_no',
    'N°conteneur': 'container_number',
    'Numéro de conteneur': 'container_number',
    'N.º de pedido': 'container_no',
    'Nº de contenedor': 'container_number',
    'Fecha de entrega': 'pfi_date',
    'Salida de fábrica': 'ex_factory_date',
    'Puerto de carga': 'pol',
    'Puerto de descarga': 'pod',
    'N. ordine': 'container_no',
    'Data di consegna': 'pfi_date',
    'Porto di imbarco': 'pol',
    'Porto di sbarco': 'pod',
    'Nº do pedido': 'container_no',
    'Nº do contêiner': 'container_number',
    'Data de entrega': 'pfi_date',
    'Saída da fábrica': 'ex_factory_date',
    'Porto de embarque': 'pol',
    Bestelnummer: 'container_no',
    'Datum van levering': 'pfi_date',
    'Nr zamówienia': 'container_no',
    'Numer kontenera': 'container_number',
    'Port załadunku': 'pol',
    'Sipariş No': 'container_no',
    'Konteyner Numarası': 'container_number',
    'YÜKLEME LİMANI': 'pol',
    'Номер заказа': 'container_no',
    '№ контейнера': 'container_number',
    'Срок поставки': 'pfi_date',
    'Дата отгрузки': 'ex_factory_date',
    発注番号: 'container_no',
    納期: 'pfi_date',
    積地: 'pol',
    揚地: 'pod',
    集装箱号: 'container_number',
    'ＥＴＡ（POD）': 'eta',
    'Container-Nr.': 'container_number',
    'Bestell-Nr.': 'container_no',
  };
  assert.deepEqual(Object.fromEntries(Object.keys(cases).map((heading) => [heading, fieldOf(heading)])), cases);
});

test('a heading such as ‘Arrived’ names the day of receipt, ‘Actual arrival’ the ATA, and ‘Arrival’ the ETA', () => {
  const received = ['Arrived', 'Arrived on', 'Date arrived', 'Angekommen', 'angekommen am', 'arrivé', 'Arrivé le'];
  for (const heading of [
    ...received,
    'llegado',
    'llegado el',
    'arrivato',
    'arrivato il',
    'aangekomen',
    'aangekomen op',
  ])
    assert.equal(fieldOf(heading), 'received_on', heading);
  for (const heading of ['ATA', 'Actual arrival', 'Actual arrival date', 'Arrival date actual', 'Arrival (actual)'])
    assert.equal(fieldOf(heading), 'ata', heading);
  for (const heading of ['Arrival', 'Arrival date', 'arrivée', 'llegada', 'arrivo', 'aankomst'])
    assert.equal(fieldOf(heading), 'eta', heading);
});

test('whole headings are given out before shortened ones, and a column of numbers is no name', () => {
  const guess = (headings: string, cells: (string | number)[] = []) => guessFields(headings.split('|'), [cells]);
  assert.deepEqual(guess('PO Date|PO No|Container No'), [null, 'container_no', 'container_number']);
  assert.deepEqual(guess('Seal No|Seal'), [null, 'seal']);
  assert.deepEqual(guess('ETA (old)|ETA'), [null, 'eta']);
  assert.deepEqual(guess('Line|PO|Vendor', ['10', 'x', 700_123]), [null, 'container_no', null]);
  assert.deepEqual(guess('Line|PO|Vendor', ['MSC', 'x', 'Nordic Oak']), [
    'carrier_name',
    'container_no',
    'supplier_name',
  ]);
});

test('a heading is read together with the one above it', () => {
  const above = [null, 'Port', null, 'ETA'];
  assert.deepEqual(guessFields(['PO', 'Loading', 'Discharge', 'Date'], [], { above }), [
    'container_no',
    'pol',
    'pod',
    'eta',
  ]);
});

test('a column of running numbers gets no date and no port', () => {
  const guess = (heading: string, ...cells: string[]) =>
    guessFields(
      [heading, 'PO'],
      cells.map((cell) => [cell, 'x']),
    )[0];
  assert.equal(guess('Lfd', '1', '2', '3'), null);
  assert.equal(guess('LFD', '1.', '2.', '10.'), null);
  assert.equal(guess('LFD', '2027-03-01', '46450', '1'), 'last_free_day');
  assert.equal(guess('LFD'), 'last_free_day');
  // The review asks about these.
  assert.equal(guess('ETA', 'KW 51', 'soon'), 'eta');
  assert.equal(guess('From', '1', '2'), null);
  assert.equal(guess('From', 'Shanghai', '2'), 'pol');
});

test('a column with an unknown heading is the status if its cells are words of statuses', () => {
  const guess = (headings: string[], ...cells: string[]) =>
    guessFields(
      headings,
      cells.map((cell) => headings.map(() => cell)),
    );
  const words = ['Received', 'departed', 'open', 'Eingegangen', 'waiting for papers'];
  assert.deepEqual(guess(['Stat.'], ...words), ['status']);
  assert.deepEqual(guess(['Stat.'], 'Received', 'yes', 'no'), [null]);
  assert.deepEqual(guess(['Remarks', 'Status', 'Stat.'], ...words), ['remarks', 'status', null]);
});
