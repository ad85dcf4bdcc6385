import assert from 'node:assert/strict';
import { test } from 'node:test';
import { optionalFields } from '../core/container-fields.rules.ts';
import type { Container } from '../core/containers.contract.ts';
import { cardDetails } from './container-card.rules.ts';

const filled = {
  name: 'Oak',
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

test('the card has every filled optional field, and none that is empty', () => {
  const texts = cardDetails(filled).map(([, text]) => text);
  assert.deepEqual(texts, [
    'CSQU 305438-3',
    'MAEU-77',
    'Booking BK 5',
    'Vega Timber',
    'Customer Hansa',
    'Carrier Nord Linie',
    'Ever Calm / 044W',
    'Ningbo → ZZABC',
    'ETD Oct 3, 2099',
    'ETA Nov 18, 2099',
    'ATD Oct 4, 2099',
    'ATA Nov 19, 2099',
    'Last free day Nov 26, 2099',
    'Received on Nov 20, 2099',
    'Departed on Nov 30, 2099',
    'Oak chairs',
    '1,036 packages',
    '11,800.5 kg',
    'Seal SL 7',
    'Assigned to Mei-Ling Chen',
    'Team Imports',
    'Remarks Telex release\nasked for',
  ]);
  // Two pairs share an item.
  assert.equal(texts.length, optionalFields.length - 2);
  assert.deepEqual(cardDetails({ name: 'Oak' } as Container), []);
});

test('a number and goods that are in the name are not repeated', () => {
  const named = { ...filled, name: 'CSQU305438-3 Oak chairs' };
  assert.deepEqual(cardDetails(named)[0], ['lading', 'MAEU-77']);
  assert.equal(cardDetails(named).length, cardDetails(filled).length - 2);
});
