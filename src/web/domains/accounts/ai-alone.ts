import { notAllowed, notSignedIn } from '#shared/codes/numbers.ts';
import { ApiError } from '#web/ground/api/api.ts';

/** Undefined where the AI session has a product account behind it, which its owner logs in to first. */
export async function ifAllowed<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError && (error.code === notAllowed || error.code === notSignedIn))
      return undefined;
    throw error;
  }
}
