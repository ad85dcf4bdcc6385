import type { RoleId } from '#shared/access.ts';

// Northquay Freight imports and forwards goods. The company and its people are invented, and '.example' is a reserved domain.

export const companyName = 'Northquay Freight';

/** The password of every user. */
export const demoPassword = 'harbour-lights-26';

/** 'General' is the first team of every installation. `sees`: the other teams whose files the members may view. */
export const teams = {
  General: { description: 'Policies, templates and notices for everybody', sees: ['Sales', 'Finance'] },
  'Import Operations': {
    description: 'Inbound sea freight: bookings, documents and arrivals',
    sees: ['General', 'Customs', 'Warehouse', 'Quality'],
  },
  'Export Operations': {
    description: 'Outbound sea freight and carrier bookings',
    sees: ['General', 'Customs', 'Warehouse'],
  },
  Customs: {
    description: 'Declarations, origin and compliance',
    sees: ['General', 'Import Operations', 'Export Operations'],
  },
  Finance: {
    description: 'Supplier invoices, insurance and payments',
    sees: ['General', 'Import Operations', 'Sales'],
  },
  Warehouse: { description: 'Gate, yard and distribution centre', sees: ['General', 'Import Operations'] },
  Sales: { description: 'Quotations, customers and orders', sees: ['General', 'Export Operations'] },
  Quality: { description: 'Inspections, damages and claims', sees: ['General', 'Warehouse', 'Import Operations'] },
} as const satisfies Record<string, { description: string; sees: readonly string[] }>;

export type TeamName = keyof typeof teams;

export const teamNames = Object.keys(teams) as TeamName[];

/** 'Document' is the first file type of every installation. */
export const fileTypes = {
  Document: 'Notes, procedures and documents of no other type',
  'Bill of Lading': 'The carrier’s receipt and title to the goods',
  'Commercial Invoice': 'What the supplier charges for a shipment',
  'Packing List': 'Cartons, weights and measures of a shipment',
  'Customs Declaration': 'Import and export entries with their tariff codes',
  'Certificate of Origin': 'Where the goods were made',
  'Purchase Order': 'What we ordered, at which price and terms',
  'Proof of Delivery': 'Signed receipts from the gate and from customers',
  'Inspection Report': 'Quality, temperature and damage reports',
  'Insurance Certificate': 'Cargo cover for one voyage',
  'Freight Quotation': 'Rates offered to customers',
  Photo: 'Pictures from the yard, the gate and inspections',
} as const;

export type FileTypeName = keyof typeof fileTypes;

export const fileTypeNames = Object.keys(fileTypes) as FileTypeName[];

export type Person = {
  name: string;
  email: string;
  role: RoleId;
  team: TeamName;
  /** The number of days since they joined. */
  joinedDaysAgo: number;
  /** The number of days since their account was deleted. Their files stay. */
  leftDaysAgo?: number;
};

/** The database ids of the company's teams, file types, people and parties. */
export type CompanyIds = {
  teams: Record<TeamName, number>;
  fileTypes: Record<FileTypeName, number>;
  personId: (person: Person) => number;
  /** By the name of a supplier, customer or carrier. */
  partyId: (name: string) => number;
};

const person = (name: string, mailbox: string, role: RoleId, team: TeamName, more: Partial<Person> = {}): Person => ({
  name,
  email: `${mailbox}@northquay.example`,
  role,
  team,
  joinedDaysAgo: 430 + name.length * 17,
  ...more,
});

/** The first one is the administrator that the first start of the server creates. */
export const people: readonly Person[] = [
  person('Ingrid Solheim', 'ingrid.solheim', 1, 'General', { joinedDaysAgo: 1_200 }),
  person('Rafael Duarte', 'rafael.duarte', 1, 'General'),
  person('Mei-Ling Chen', 'meiling.chen', 2, 'Import Operations'),
  person('Kwame Boateng', 'kwame.boateng', 2, 'Export Operations'),
  person('Annelies de Vries', 'annelies.devries', 2, 'Customs'),
  person('Priya Raghunathan', 'priya.raghunathan', 2, 'Finance'),
  person('Tomasz Wójcik', 'tomasz.wojcik', 2, 'Warehouse'),
  person('Chloé Marchand', 'chloe.marchand', 2, 'Sales'),
  person('Yuki Tanaka', 'yuki.tanaka', 2, 'Quality'),
  person('Aisha Rahman', 'aisha.rahman', 3, 'Import Operations'),
  person('Lukas Brandt', 'lukas.brandt', 3, 'Import Operations'),
  person('Nguyễn Thị Lan', 'lan.nguyen', 3, 'Import Operations'),
  person('Omar Haddad', 'omar.haddad', 3, 'Import Operations', { joinedDaysAgo: 120 }),
  person('Sofia Papadopoulos', 'sofia.papadopoulos', 3, 'Export Operations'),
  person('Mateus Oliveira', 'mateus.oliveira', 3, 'Export Operations'),
  person('Hanna Lindqvist', 'hanna.lindqvist', 3, 'Export Operations'),
  person('Fatima Zahra El Amrani', 'fatima.elamrani', 3, 'Customs'),
  person('Jürgen Weiß', 'juergen.weiss', 3, 'Customs'),
  person('Eleni Georgiou', 'eleni.georgiou', 3, 'Customs', { joinedDaysAgo: 45 }),
  person('Grace Mwangi', 'grace.mwangi', 3, 'Finance'),
  person('Oliver Hughes', 'oliver.hughes', 3, 'Finance'),
  person('Paula Fernández', 'paula.fernandez', 3, 'Finance'),
  person('Ewa Kowalczyk', 'ewa.kowalczyk', 3, 'Warehouse'),
  person('Samuel Okonkwo', 'samuel.okonkwo', 3, 'Warehouse'),
  person('Björn Karlsson', 'bjorn.karlsson', 3, 'Warehouse'),
  person('Isabella Conti', 'isabella.conti', 3, 'Sales'),
  person('Noah Bergström', 'noah.bergstrom', 3, 'Sales'),
  person('Zeynep Aydın', 'zeynep.aydin', 3, 'Sales', { joinedDaysAgo: 210 }),
  person('Rosa Delgado', 'rosa.delgado', 3, 'Quality'),
  person('Arjun Mehta', 'arjun.mehta', 3, 'Quality'),
  person('Charlotte Baker', 'charlotte.baker', 3, 'General'),
  person('Henrik Nygaard', 'henrik.nygaard', 3, 'Import Operations', { leftDaysAgo: 75 }),
];

/** The people whose sign-ins are printed: one or two of each role, in different teams. */
export const introduced = ['ingrid.solheim', 'meiling.chen', 'tomasz.wojcik', 'lukas.brandt', 'isabella.conti'].map(
  (mailbox) => people.find(({ email }) => email.startsWith(`${mailbox}@`)) as Person,
);

/** Returns the other teams that this person sees: managers and administrators all, users the ones that their team sees. */
export function teamsSeenBy({ role, team }: Person): TeamName[] {
  const seen: readonly TeamName[] = role === 3 ? teams[team].sees : teamNames;
  return seen.filter((name) => name !== team);
}
