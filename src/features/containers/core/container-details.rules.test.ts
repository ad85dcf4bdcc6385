import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { changedValues, formValuesOf, inputOf, storedText } from './container-details.rules.ts';
import type { Container } from './containers.contract.ts';
import { guessCategory } from './containers.rules.ts';

describe('the optional fields in the form', () => {
  const stored = { supplier_id: 4, supplier_name: 'Vega Timber', pol: 'CNNGB', pol_name: 'Ningbo', packages: 12 };
  const container = stored as Container;

  test('a party is a name, a port is a name with its code, an empty field is an empty text', () => {
    const values = formValuesOf(container);
    assert.equal(values.supplier_id, 'Vega Timber');
    assert.equal(values.pol, 'Ningbo (CNNGB)');
    assert.equal(values.packages, '12');
    assert.equal(values.eta, '');
  });

  test('only changed fields are sent', () => {
    const values = formValuesOf(container);
    assert.deepEqual(changedValues(values, container), []);
    assert.deepEqual(changedValues({ ...values, packages: '13', vessel: 'Aurora' }, container), ['vessel', 'packages']);
    assert.deepEqual(changedValues(formValuesOf()), []);
  });

  test('after a conflict, the stored value of each field that differs is shown, by its name', () => {
    const values = { ...formValuesOf(container), supplier_id: 'Hansa', vessel: 'Aurora', assignee_id: '3' };
    const now = { ...container, assignee_id: 5, assignee_name: 'Mei-Ling Chen' } as Container;
    const shown = (['supplier_id', 'vessel', 'assignee_id', 'pol'] as const).map((field) =>
      storedText(field, values, now),
    );
    assert.deepEqual(shown, ['Vega Timber', '', 'Mei-Ling Chen', undefined]);
    assert.equal(storedText('supplier_id', values, undefined), undefined);
  });

  test('a text becomes the value of the call', () => {
    assert.equal(inputOf('pol', 'Ningbo (CNNGB)'), 'CNNGB');
    assert.equal(inputOf('pol', ' deham '), 'deham');
    assert.equal(inputOf('weight_kg', '1250.5'), 1250.5);
    assert.equal(inputOf('assignee_id', '7'), 7);
    assert.equal(inputOf('vessel', ' '), null);
  });
});

test('the words of a reason suggest a category', () => {
  assert.equal(guessCategory('Letter of credit\nis missing'), 'payment');
  assert.equal(guessCategory('Bill of lading is missing'), 'documents');
  assert.equal(guessCategory('Vessel rolled by the carrier'), 'booking');
  assert.equal(guessCategory('Customs inspection'), 'customs');
  assert.equal(guessCategory('Typhoon near Ningbo'), 'weather');
  assert.equal(guessCategory('Paint line stopped'), 'supplier');
  assert.equal(guessCategory('strain'), undefined);
  assert.equal(guessCategory(''), undefined);
});
