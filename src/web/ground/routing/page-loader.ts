import type { RouterContextProvider } from 'react-router';
import { createContext, data } from 'react-router';
import { notFound, notSignedIn } from '#shared/codes/numbers.ts';
import type { PageRequest } from '#shared/page-request.ts';
import { ApiError, pageApi } from '../api/api.ts';
import { splitLocale } from './rules.ts';

type LoaderArgs = { url: URL; context: Readonly<RouterContextProvider> };

/** The API for a page's loader, in the language of the page's address. */
export function apiOf({ url, context }: LoaderArgs) {
  const { locale } = splitLocale(url.pathname);
  return pageApi(context.get(pageContext), locale);
}

/** What a page was asked for does not exist: the same 404 as a parameter that cannot be one. */
export function orNotFound(error: unknown): never {
  throw error instanceof ApiError && error.code === notFound ? refuseParams() : error;
}

/** Undefined for who is not, or no longer, signed in. The page then offers log-in. */
export async function ifSignedIn<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError && error.code === notSignedIn) return undefined;
    throw error;
  }
}

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

export const pageContext = createContext<PageRequest>();

export const pageNotFound = 'Page Not Found';

/** A route that matched but does not accept its parameters: 404 'Page Not Found'. */
export const refuseParams = () => data(pageNotFound, { status: 404, statusText: pageNotFound });

/** An id in a path is a non-zero number in decimal digits. */
export function requireId(param: string | undefined) {
  if (!/^[1-9]\d{0,14}$/.test(param ?? '')) throw refuseParams();
  return Number(param);
}
