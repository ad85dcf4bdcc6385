import { randomBytes } from 'node:crypto';
import { insertFileType } from '#features/file-types/server/file-types.queries.ts';
import { findPasswordFault } from '#features/passwords/server/password-rules.ts';
import { insertTeam } from '#features/teams/server/teams.queries.ts';
import { insertUser } from '#features/users/server/users.queries.ts';
import { hashPassword } from '#server/access/password-hash.ts';
import { CannotStart } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/database/db.ts';
import { lockForMigration } from '#server/database/dialect/locks.ts';
import { deleteSetting, readSetting, saveSetting } from '#server/database/settings.queries.ts';
import { roles } from '#shared/access.ts';
import type { RoleId } from '#shared/access.ts';
import { productModuleNames, productModules } from '#shared/product-modules.ts';
import type { ProductModule } from '#shared/product-modules.ts';
import { fillAccess, hasUsers, replacePassword } from './first-run.queries.ts';

export type FirstSignIn = { email: string; password: string };

// Set until the generated password has been printed. If the start fails before that, the next one generates a new password.
const passwordNotShown = 'first_password_not_shown';

const visibleToEveryRole: ProductModule[] = [
  productModules.upload,
  productModules.files,
  productModules.containers,
  productModules.changePassword,
];

/** The permission matrix of a new installation. See docs/choices.md#first-start. */
const defaultMatrix: Record<RoleId, ProductModule[]> = {
  1: productModuleNames.filter((name) => name !== productModules.userDashboard),
  2: productModuleNames.filter((name) => name !== productModules.userDashboard && name !== productModules.permissions),
  3: [productModules.userDashboard, ...visibleToEveryRole],
};

/**
 * Fills an empty database with roles, modules, matrix, the team 'General', the type 'Document' and the administrator.
 * Returns the administrator's sign-in if its password was generated here. See docs/choices.md#first-start.
 */
export async function firstRun(db: Db, config: Config, now: Date): Promise<FirstSignIn | undefined> {
  if (await hasUsers(db)) return renewUnshown(db, config);
  const password = await firstPassword(config);
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (tx) => {
    await lockForMigration(tx);
    if (await hasUsers(tx)) return undefined;
    const at = now.toISOString();
    await fillAccess(tx, defaultMatrix);
    const team = await insertTeam(tx, { name: 'General' }, at);
    await insertFileType(tx, { name: 'Document' }, at);
    const { name, email } = config.admin;
    const administrator = { name, email, role_id: roles.administrator, team_id: team.id };
    const id = await insertUser(tx, { ...administrator, password_hash: passwordHash, created_at: at });
    if (config.admin.password) return undefined;
    await saveSetting(tx, passwordNotShown, String(id));
    return { email, password };
  });
}

/** Throws CannotStart if ADMIN_PASSWORD breaks a rule for passwords. */
async function firstPassword({ admin: { email, password } }: Config): Promise<string> {
  if (password === undefined) return randomBytes(12).toString('base64url');
  const fault = await findPasswordFault(password, email);
  if (fault) throw new CannotStart(`ADMIN_PASSWORD: ${fault.text}`);
  return password;
}

/** Only the hash of a generated password is stored. If the password was never printed, a new one replaces it. */
async function renewUnshown(db: Db, config: Config): Promise<FirstSignIn | undefined> {
  const unshown = await readSetting(db, passwordNotShown);
  if (unshown === undefined) return undefined;
  const password = await firstPassword(config);
  const email = await replacePassword(db, Number(unshown), await hashPassword(password));
  if (email !== undefined && !config.admin.password) return { email, password };
  await recordSignInShown(db);
  return undefined;
}

/** Records that the first sign-in has been printed. It is not printed again. */
export const recordSignInShown = (db: Db): Promise<void> => deleteSetting(db, passwordNotShown);
