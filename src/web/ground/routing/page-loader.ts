import type { RouterContextProvider } from 'react-router';
import { createContext, data } from 'react-router';
import { notFound, notSignedIn } from '#shared/codes/numbers.ts';
import type { PageRequest } from '#shared/page-request.ts';
import { ApiError, pageApi } from '../api/api.ts';
import { splitLocale } from './rules.ts';

type LoaderArgs = { url: URL; context: Readonly<RouterContextProvider> };

/** The API client for a page's loader, in the language of the page's address. */
export function apiOf({ url, context }: LoaderArgs) {
  const { locale } = splitLocale(url.pathname);
  return pageApi(context.get(pageContext), locale);
}

/** Turns the API's "not found" into the same 404 as an invalid parameter. */
export function orNotFound(error: unknown): never {
  throw error instanceof ApiError && error.code === notFound ? refuseParams() : error;
}

/** Undefined if the visitor is not, or no longer, signed in. The page then offers login. */
export async function ifSignedIn<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError && error.code === notSignedIn) return undefined;
    throw error;
  }
}

/** Undefined for a record that does not exist or that the caller may not see. */
export async function orNone<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError && (error.code === notFound || error.code === notSignedIn))
      return undefined;
    throw error;
  }
}

export const pageContext = createContext<PageRequest>();

/** Whether the visitor of this request is suspended; the root's middleware finds out. */
export const suspendedContext = createContext(false);

export const pageNotFound = 'Page Not Found';

/** The 404 'Page Not Found' of a route that matched but does not accept its parameters. */
export const refuseParams = () => data(pageNotFound, { status: 404, statusText: pageNotFound });

/** An id in a path is a positive decimal number without leading zeros. */
export function requireId(param: string | undefined) {
  if (!/^[1-9]\d{0,14}$/.test(param ?? '')) throw refuseParams();
  return Number(param);
}
