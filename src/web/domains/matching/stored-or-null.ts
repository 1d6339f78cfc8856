import { notFound } from '#shared/codes/numbers.ts';
import { ApiError } from '#web/ground/api/api.ts';

/** A stored result, or null where none was computed yet. */
export async function storedOrNull<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError && error.code === notFound) return null;
    throw error;
  }
}
