import assert from 'node:assert/strict';
import { test } from 'node:test';
import { optionalFields } from '../core/container-fields.rules.ts';
import type { Container } from '../core/containers.contract.ts';
import { cardFacts } from './container-card.rules.ts';

const filled = {
  name: 'Oak',
  user_name: 'Kwame Boateng',
  checkedBy: 'Mona Manager',
  container_number: 'CSQU 305438-3',
  bl_number: 'MAEU-77',
  booking_number: 'BK 5',
  supplier_name: 'Vega Timber',
  customer_name: 'Hansa',
  carrier_name: 'Nord Linie',
  vessel: 'Ever Calm',
  voyage: '044W',
  pol: 'CNNGB',
  pol_name: 'Ningbo',
  pod: 'ZZABC',
  etd: '2099-10-03',
  eta: '2099-11-18',
  atd: '2099-10-04',
  ata: '2099-11-19',
  last_free_day: '2099-11-26',
  empty_return_due: '2099-12-06',
  goods: 'Oak chairs',
  packages: 1036,
  weight_kg: 11_800.5,
  seal: 'SL 7',
  assignee_name: 'Mei-Ling Chen',
  team_name: 'Imports',
  received_on: '2099-11-20',
  departed_on: '2099-11-30',
  remarks: 'Telex release\nasked for',
} as Container;

test('the card names its people and every filled optional field, the most important first', () => {
  const facts = cardFacts(filled);
  assert.deepEqual(facts, [
    ['Created by', 'Kwame Boateng'],
    ['Checked by', 'Mona Manager'],
    ['Remarks', 'Telex release\nasked for'],
    ['Supplier', 'Vega Timber'],
    ['Customer', 'Hansa'],
    ['Carrier', 'Nord Linie'],
    ['Vessel', 'Ever Calm / 044W'],
    ['Route', 'Ningbo → ZZABC'],
    ['ETD', 'Oct 3, 2099'],
    ['ETA', 'Nov 18, 2099'],
    ['ATD', 'Oct 4, 2099'],
    ['ATA', 'Nov 19, 2099'],
    ['Last free day', 'Nov 26, 2099'],
    ['Empty return', 'Dec 6, 2099'],
    ['Received on', 'Nov 20, 2099'],
    ['Departed on', 'Nov 30, 2099'],
    ['Assignee', 'Mei-Ling Chen'],
    ['Team', 'Imports'],
    ['Container number', 'CSQU 305438-3'],
    ['Bill of lading', 'MAEU-77'],
    ['Booking', 'BK 5'],
    ['Goods', 'Oak chairs'],
    ['Packages', '1,036'],
    ['Weight (kg)', '11,800.5'],
    ['Seal', 'SL 7'],
  ]);
  // Two pairs share an item, and two people are no optional fields.
  assert.equal(facts.length, optionalFields.length);
  const { user_name, checkedBy } = { user_name: 'Kwame Boateng', checkedBy: null };
  assert.deepEqual(cardFacts({ name: 'Oak', user_name, checkedBy } as Container), [['Created by', 'Kwame Boateng']]);
});

test('a number and goods that are in the name are not repeated', () => {
  const named = { ...filled, name: 'CSQU305438-3 Oak chairs' };
  const repeated = ['Container number', 'Goods'];
  assert.deepEqual(
    cardFacts(named),
    cardFacts(filled).filter(([label]) => !repeated.includes(label)),
  );
});
