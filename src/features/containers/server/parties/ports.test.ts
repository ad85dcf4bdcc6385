import assert from 'node:assert/strict';
import { test } from 'node:test';
import { furtherPortNames } from '#features/containers/parties/port-names.rules.ts';
import { findPorts, portName, portNamed, portsLike } from './ports.ts';

const found = (search: string, limit = 1) => findPorts(search, limit).map(({ code, name }) => `${code} ${name}`);

test('ports are found by the beginning and by a part of their name, large ones first', () => {
  assert.deepEqual(found('san anton', 3), ['CLSAI San Antonio', 'PYSAN San Antonio', 'USSAT San Antonio']);
  assert.deepEqual(found('aipeda'), ['LTKLJ Klaipeda']);
  assert.deepEqual(found('gävle'), ['SEGVX Gavle']);
});

test('ports are found by their names in other languages and by former names', () => {
  const ports = {
    genova: 'ITGOA Genoa',
    Lisboa: 'PTLIS Lisbon',
    köbenhavn: 'DKCPH Copenhagen',
    bombay: 'INBOM Mumbai',
  };
  for (const [search, port] of Object.entries(ports)) assert.deepEqual(found(search), [port]);
});

test('ports are found by code and by country', () => {
  assert.deepEqual(found('segvx'), ['SEGVX Gavle']);
  assert.deepEqual(found('se got'), ['SEGOT Gothenburg']);
  const ofEstonia = findPorts('Estonia', 50);
  assert.ok(ofEstonia.length > 0 && ofEstonia.every(({ country }) => country === 'Estonia'));
  assert.deepEqual(findPorts('no such port', 50), []);
});

test('a name stands for one port: the large one, or the only one', () => {
  const codes = {
    Antwerpen: 'BEANR',
    GÖTEBORG: 'SEGOT',
    'San Antonio': 'CLSAI',
    Jakarta: 'IDJKT',
    'Jakarta, Java': 'IDJKT',
    gavle: 'SEGVX',
    // In Bermuda, Canada and New Zealand.
    Hamilton: undefined,
    Nowhere: undefined,
  };
  assert.deepEqual(Object.fromEntries(Object.keys(codes).map((name) => [name, portNamed(name)])), codes);
});

test('a port is shown with its usual name in the trade', () => {
  assert.deepEqual(
    ['BEANR', 'SEGVX', 'EGPSE', 'ZZZZZ'].map((code) => portName(code)),
    ['Antwerp', 'Gavle', 'Port Said East', undefined],
  );
});

test('every further name stands for its port alone', () => {
  for (const [code, names] of Object.entries(furtherPortNames))
    for (const name of names.split(',')) assert.equal(portNamed(name), code, name);
});

test('the ports with the nearest names are proposed, also for one of two ports in a text', () => {
  const like = (text: string) => portsLike(text, 3).map(({ code }) => code);
  assert.equal(like('Hamburk')[0], 'DEHAM');
  assert.equal(like('Roterdam, Maasvlakte')[0], 'NLRTM');
  assert.ok(['DEHAM', 'DEBRV'].every((code) => like('Hamburg/Bremerhaven').includes(code)));
  assert.deepEqual(like('Nowhere at all'), []);
});
