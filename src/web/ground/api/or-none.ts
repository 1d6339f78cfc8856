import { notFound, notSignedIn } from '#shared/codes/numbers.ts';
import { ApiError } from './api.ts';

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
