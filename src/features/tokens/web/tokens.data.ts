import { callPages, callQuery } from '#web/call-query.ts';
import { tokensContract } from '../tokens.contract.ts';
import { texts } from '../tokens.texts.ts';

const key = ['tokens'];

const meta = { failed: texts.loadFailed };

export const ownTokensQuery = callQuery([...key, 'own'], tokensContract.own, { meta });

export const allTokensQuery = callPages([...key, 'everyone'], tokensContract.everyone, { input: {}, meta });

export const staleTokenQueries = [key];
