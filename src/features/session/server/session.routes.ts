import { primeSession } from '#server/access/caller.ts';
import type { Context } from '#server/context.ts';
import type { Http, Routes } from '#server/http/mount.ts';
import type { AnswerOf, ParsedInputOf } from '#shared/endpoint.ts';
import type { CurrentUser, sessionContract } from '../session.contract.ts';
import { signOut } from './session.service.ts';
import { describeSelf } from './user-rows.queries.ts';

type Login = typeof sessionContract.login;

/** The sign-in by password and code, which the feature of the passwords has. */
type SignIn = {
  signIn: (ctx: Context, http: Http, input: ParsedInputOf<Login>) => Promise<AnswerOf<Login>>;
  signInByCode: (ctx: Context, http: Http, code: string) => Promise<CurrentUser>;
};

export const sessionRoutes = ({ signIn, signInByCode }: SignIn): Routes<typeof sessionContract> => ({
  primeAntiForgery: {
    gate: 'anyone',
    handle: async ({ ctx, http }) => primeSession(ctx, http, http.session),
  },
  currentUser: {
    gate: 'signed-in',
    handle: ({ ctx, caller }) => describeSelf(ctx.db, ctx.config, caller),
  },
  login: { gate: 'anyone', handle: ({ ctx, http, input }) => signIn(ctx, http, input) },
  loginCode: {
    gate: 'anyone',
    handle: async ({ ctx, http, input }) => ({ user: await signInByCode(ctx, http, input.code) }),
  },
  logout: {
    gate: 'signed-in',
    handle: ({ ctx, caller, http }) => signOut(ctx, caller, http),
  },
});
