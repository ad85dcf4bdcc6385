/** A supplier with its port and goods. `plain`: the name in Western letters. `portCode`: the UN/LOCODE. */
export type Supplier = {
  name: string;
  plain?: string;
  port: string;
  portCode: string;
  country: string;
  goods: string;
  tariff: string;
};

export const suppliers: readonly Supplier[] = [
  {
    name: 'Meridian Cerámica',
    port: 'Valencia',
    portCode: 'ESVLC',
    country: 'Spain',
    goods: 'Ceramic tiles',
    tariff: '6907.21',
  },
  {
    name: 'Golden Delta Textiles',
    port: 'Chattogram',
    portCode: 'BDCGP',
    country: 'Bangladesh',
    goods: 'Cotton shirts',
    tariff: '6205.20',
  },
  {
    name: 'Anatolia Çelik',
    port: 'Izmir',
    portCode: 'TRIZM',
    country: 'Türkiye',
    goods: 'Steel fittings',
    tariff: '7307.99',
  },
  {
    name: '宁波海星家具',
    plain: 'Ningbo Haixing Furniture',
    port: 'Ningbo',
    portCode: 'CNNGB',
    country: 'China',
    goods: 'Oak chairs',
    tariff: '9401.61',
  },
  {
    name: 'Sundarban Spices',
    port: 'Kochi',
    portCode: 'INCOK',
    country: 'India',
    goods: 'Black pepper',
    tariff: '0904.11',
  },
  {
    name: 'Søndergaard Møbler',
    port: 'Aarhus',
    portCode: 'DKAAR',
    country: 'Denmark',
    goods: 'Shelving',
    tariff: '9403.60',
  },
  {
    name: 'Hai Phong Footwear',
    port: 'Hai Phong',
    portCode: 'VNHPH',
    country: 'Vietnam',
    goods: 'Running shoes',
    tariff: '6404.11',
  },
  {
    name: 'Café Serra Azul',
    port: 'Santos',
    portCode: 'BRSSZ',
    country: 'Brazil',
    goods: 'Green coffee',
    tariff: '0901.11',
  },
  {
    name: 'Kaohsiung Cycle Works',
    port: 'Kaohsiung',
    portCode: 'TWKHH',
    country: 'Taiwan',
    goods: 'Bicycle frames',
    tariff: '8714.91',
  },
  {
    name: 'Viñedos del Maule',
    port: 'San Antonio',
    portCode: 'CLSAI',
    country: 'Chile',
    goods: 'Red wine',
    tariff: '2204.21',
  },
  {
    name: '横浜精機',
    plain: 'Yokohama Seiki',
    port: 'Yokohama',
    portCode: 'JPYOK',
    country: 'Japan',
    goods: 'Ball bearings',
    tariff: '8482.10',
  },
  {
    name: 'Tema Cocoa Partners',
    port: 'Tema',
    portCode: 'GHTEM',
    country: 'Ghana',
    goods: 'Cocoa beans',
    tariff: '1801.00',
  },
  {
    name: 'Busan Precision Glass',
    port: 'Busan',
    portCode: 'KRPUS',
    country: 'South Korea',
    goods: 'Display glass',
    tariff: '7007.19',
  },
  {
    name: 'Mombasa Tea Exchange',
    port: 'Mombasa',
    portCode: 'KEMBA',
    country: 'Kenya',
    goods: 'Black tea',
    tariff: '0902.40',
  },
  {
    name: 'Gdańsk Amber & Wood',
    plain: 'Gdansk Amber & Wood',
    port: 'Gdynia',
    portCode: 'PLGDY',
    country: 'Poland',
    goods: 'Parquet',
    tariff: '4418.75',
  },
  {
    name: 'Laem Chabang Rubber',
    port: 'Laem Chabang',
    portCode: 'THLCH',
    country: 'Thailand',
    goods: 'Tyre treads',
    tariff: '4012.90',
  },
  {
    name: 'Tanger Agrumes',
    port: 'Tanger Med',
    portCode: 'MAPTM',
    country: 'Morocco',
    goods: 'Clementines',
    tariff: '0805.22',
  },
  {
    name: 'Pacific Crest Lumber',
    port: 'Vancouver',
    portCode: 'CAVAN',
    country: 'Canada',
    goods: 'Cedar boards',
    tariff: '4407.14',
  },
];

export const vessels = [
  'Aurora Strait',
  'Bergen Pioneer',
  'Cape Meridian',
  'Delta Horizon',
  'Estuary Star',
  'Fjord Explorer',
  'Gulf Sentinel',
  'Harbour Grace',
];

/** Returns the name in Western letters. */
export const plainName = (supplier: Supplier) => supplier.plain ?? supplier.name;
