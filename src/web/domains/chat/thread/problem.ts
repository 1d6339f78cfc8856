import type { codes } from '#shared/codes/codes.ts';
import { ApiError } from '#web/ground/api/api.ts';

/** Why a message was not sent: the network, or what the server said. */
export type Problem = { code: number | undefined; message: string };

const notFound: (typeof codes)['notFound']['code'] = 1005;
const notSignedIn: (typeof codes)['notSignedIn']['code'] = 3002;
const sessionInvalid: (typeof codes)['sessionInvalid']['code'] = 3001;
const final = new Set<number>([notFound, notSignedIn, sessionInvalid]);

/** What the server refuses for good it refuses again; all else, such as a restart, passes. */
export const mayComeBack = (error: unknown) => !(error instanceof ApiError && final.has(error.code));

/** There is no such thing, or not any more. */
export const isGone = (error: unknown) => error instanceof ApiError && error.code === notFound;

export const problemOf = (error: unknown): Problem =>
  error instanceof ApiError ? { code: error.code, message: error.message } : { code: undefined, message: '' };
