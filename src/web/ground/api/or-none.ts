import type { codes } from '#shared/codes/codes.ts';
import { ApiError } from './api.ts';

const notFound: (typeof codes)['notFound']['code'] = 1005;
const notSignedIn: (typeof codes)['notSignedIn']['code'] = 3002;

/** Undefined for what is not there, or not the caller's to see. */
export async function orNone<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError && (error.code === notFound || error.code === notSignedIn))
      return undefined;
    throw error;
  }
}
