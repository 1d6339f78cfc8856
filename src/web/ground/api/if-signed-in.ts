import { notSignedIn } from '#shared/codes/numbers.ts';
import { ApiError } from './api.ts';

/** In a loader: what only its owner may read, or nothing while nobody is logged in; the page then says so. */
export async function ifSignedIn<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError && error.code === notSignedIn) return undefined;
    throw error;
  }
}
