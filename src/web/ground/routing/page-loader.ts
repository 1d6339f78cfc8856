import type { RouterContextProvider } from 'react-router';
import type { codes } from '#shared/codes/codes.ts';
import { ApiError, pageApi } from '../api/api.ts';
import { pageContext } from './page-context.ts';
import { refuseParams } from './route-params.ts';
import { splitLocale } from './rules.ts';

const notFound: (typeof codes)['notFound']['code'] = 1005;
const notSignedIn: (typeof codes)['notSignedIn']['code'] = 3002;

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
