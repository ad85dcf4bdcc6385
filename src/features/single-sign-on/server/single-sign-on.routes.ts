import type { Routes } from '#server/http/mount.ts';
import type { singleSignOnContract } from '../single-sign-on.contract.ts';
import { beginSignIn, finishSignIn } from './single-sign-on.service.ts';
import type { CompleteSignIn } from './single-sign-on.service.ts';

export const singleSignOnRoutes = (completeSignIn: CompleteSignIn): Routes<typeof singleSignOnContract> => ({
  begin: { gate: 'anyone', handle: ({ ctx, http }) => beginSignIn(ctx, http) },
  finish: { gate: 'anyone', handle: ({ ctx, http, input }) => finishSignIn(ctx, http, input, completeSignIn) },
});
