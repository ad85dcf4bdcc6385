import type { TableCell } from '#features/extraction/table.rules.ts';
import { roles } from '#shared/access.ts';
import type { RoleId } from '#shared/access.ts';
import { fold, normalForm } from '#shared/fold.ts';

/** More rows are imported in several files. Our choice: the rows of a request have a bound. */
export const maxImportedUsers = 1000;
export const maxImportedSheets = 5;
export const maxImportedColumns = 30;
/** As in a workbook. A cell may name a thousand teams. */
export const maxCellLetters = 32_767;

/** The link in an invitation works for this time. Our choice: people may be away for some days. */
export const invitationMs = 7 * 24 * 60 * 60 * 1000;

export const userFields = ['name', 'first_name', 'last_name', 'email', 'role', 'team', 'views'] as const;
export type UserField = (typeof userFields)[number];

const headings: Record<UserField, string> = {
  name: 'NAME,FULLNAME,DISPLAYNAME,USER,USERNAME,EMPLOYEE,PERSON,MITARBEITER,NOM,NOMBRE,NOMECOMPLETO,姓名,名字',
  first_name: 'FIRSTNAME,GIVENNAME,FORENAME,VORNAME,PRENOM,PRÉNOM,NOMBRES',
  last_name: 'LASTNAME,SURNAME,FAMILYNAME,NACHNAME,FAMILIENNAME,NOMDEFAMILLE,APELLIDO,APELLIDOS',
  email: 'EMAIL,EMAILADDRESS,MAIL,EMAILADRESSE,ADRESSEEMAIL,COURRIEL,CORREO,CORREOELECTRONICO,邮箱,电子邮件',
  role: 'ROLE,ROLENAME,PERMISSION,ROLLE,RÔLE,ROL,角色',
  team: 'TEAM,DEPARTMENT,BRANCH,OFFICE,GROUP,ABTEILUNG,EQUIPE,ÉQUIPE,EQUIPO,DEPARTAMENTO,部门,团队',
  views: 'CANVIEW,TEAMSCANVIEW,VIEWEDTEAMS,IDSOFVIEWEDTEAMS,OTHERTEAMS',
};

const fieldOfHeading = new Map(
  userFields.flatMap((field) => headings[field].split(',').map((heading) => [normalForm(heading), field] as const)),
);

const maxHeadingRows = 30;
const fieldOf = (cell: TableCell) => (typeof cell === 'string' ? fieldOfHeading.get(normalForm(cell)) : undefined);

/** Returns the index of the row with the headings, or -1 if no row looks like one. */
export function headingRowOf(rows: readonly (readonly TableCell[])[]): number {
  const known = rows.slice(0, maxHeadingRows).map((row) => new Set(row.map(fieldOf).filter(Boolean)).size);
  const best = Math.max(0, ...known);
  return best === 0 ? -1 : known.indexOf(best);
}

/** Guesses the field of each column by its heading, then e-mail addresses by their content. Each field is used once. */
export function guessFields(texts: readonly string[], rows: readonly (readonly TableCell[])[]): (UserField | null)[] {
  const used = new Set<UserField>();
  const take = (field: UserField | undefined): UserField | null => {
    if (field === undefined || used.has(field)) return null;
    used.add(field);
    return field;
  };
  const byHeading = texts.map((text) => take(fieldOfHeading.get(normalForm(text))));
  return byHeading.map((field, index) => {
    if (field !== null || used.has('email')) return field;
    const cells = rows.map((row) => row[index] ?? null).filter((cell) => cell !== null);
    const addresses = cells.filter((cell) => /^\S+@\S+\.\S+$/.test(String(cell).trim()));
    return cells.length > 0 && addresses.length >= cells.length * 0.8 ? take('email') : null;
  });
}

/** Each name of a role, on the screens and in the exports, and its number. An empty cell is an ordinary user. */
const roleNames: Record<string, RoleId> = {
  '': roles.user,
  user: roles.user,
  '3': roles.user,
  manager: roles.manager,
  admin: roles.manager,
  '2': roles.manager,
  administrator: roles.administrator,
  'super admin': roles.administrator,
  '1': roles.administrator,
};

export function roleNamed(text: string): RoleId | undefined {
  const name = fold(text.trim());
  return Object.hasOwn(roleNames, name) ? roleNames[name] : undefined;
}

/** Returns the teams that a cell names. The export of users has ids with spaces between them; other cells have names or ids. */
export function teamsIn(text: string): { areIds: boolean; teams: string[] } {
  const areIds = /^[\d\s]+$/.test(text);
  const parts = text.split(areIds ? /\s+/ : /[;,|\n]/).map((one) => one.trim());
  return { areIds, teams: parts.filter((one) => one !== '') };
}
