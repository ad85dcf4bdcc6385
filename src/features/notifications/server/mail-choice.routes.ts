import type { Routes } from '#server/http/mount.ts';
import type { mailChoiceContract } from '../mail-choice.contract.ts';
import { readMailChoice, saveMailChoice } from './mail-choice.service.ts';

export const mailChoiceRoutes: Routes<typeof mailChoiceContract> = {
  read: { gate: 'signed-in', handle: ({ ctx, caller }) => readMailChoice(ctx, caller) },
  save: { gate: 'signed-in', handle: ({ ctx, caller, input }) => saveMailChoice(ctx, caller, input) },
};
