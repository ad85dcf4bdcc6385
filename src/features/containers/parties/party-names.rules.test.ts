import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { likelyDouble, readPartyName } from './party-names.rules.ts';

const doubles: [string, string][] = [
  ['MAERSK', 'Maersk Line'],
  ['Mærsk', 'Maersk A/S'],
  ['Hai Phong Footwear Co., Ltd.', 'HAIPHONG FOOTWEAR'],
  ['Hai Phong Footwear Co.,Ltd', 'Hai-Phong Footwear Company Limited'],
  ['Hai Phong Footw.', 'Haiphong Footwear'],
  ['MSC', 'MSC Mediterranean Shipping Company S.A.'],
  ['Müller & Söhne GmbH & Co. KG', 'Mueller und Soehne'],
  ['Barilla S.p.A.', 'BARILLA S. P. A.'],
  ['Barilla', 'Barilla SPA'],
  ['Polskie Meble Sp. z o.o.', 'Polskie Meble'],
  ['Koç Tekstil A.Ş.', 'KOC TEKSTIL AS'],
  ['Novo A/S', 'Novo'],
  ['PT Sinar Jaya Tbk', 'Sinar Jaya'],
  ['The Toy Company', 'Toy Co'],
  ['Toys and Games Pvt. Ltd.', 'TOYS & GAMES'],
  ['Samsung Vina Co., Ltd. (Vietnam)', 'Samsung Vina Vietnam'],
  ['上海远洋有限公司', '上海远洋'],
  ['삼성 주식회사', '삼성'],
  ['H&M', 'H & M'],
  ["O'Neill", 'ONeill'],
  ['Ltd', 'LTD.'],
];

const others: [string, string][] = [
  ['Nike Vietnam', 'Nike China'],
  ['Hai Phong Footwear', 'Hai Duong Footwear'],
  ['Hapag-Lloyd', 'Maersk'],
  ['Hamburg', 'Hamburger Kontor'],
  ['One', 'Oneida Toys'],
  ['AB', 'AB Inbev'],
  ['Maersk', ''],
  ['', ''],
  ['Ltd', 'Co'],
  ['Nam A', 'Nam Anh'],
  ['SA Transport', 'Transport'],
  ['Company 12', 'Company 123'],
];

describe('two names of a party', () => {
  for (const [one, other] of doubles)
    test(`are a likely double if they are '${one}' and '${other}'`, () => {
      assert.deepEqual([likelyDouble(one, other), likelyDouble(other, one)], [true, true]);
      const [short, long] = [readPartyName(one).letters, readPartyName(other).letters].toSorted(
        (a, b) => a.length - b.length,
      );
      assert.ok(short && long?.startsWith(short));
    });

  for (const [one, other] of others)
    test(`are no likely double if they are '${one}' and '${other}'`, () => {
      assert.deepEqual([likelyDouble(one, other), likelyDouble(other, one)], [false, false]);
    });
});
