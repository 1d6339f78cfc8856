import { data, type LoaderFunctionArgs } from 'react-router';
import {
  notAllowed,
  notSignedIn,
  secondFactorNeeded,
  sessionInvalid,
  tokenExpired,
} from '#shared/codes/numbers.ts';
import { type Api, ApiError } from '#web/ground/api/api.ts';
import { translator } from '#web/ground/i18n/i18n.ts';
import { apiOf, orNotFound } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';

const notOperatorCodes: readonly number[] = [sessionInvalid, notSignedIn, tokenExpired, notAllowed];

/** `setUp`: the operator has no second factor yet. `code`: it was not passed in this session. */
export type Closed = 'setUp' | 'code';
export type ConsoleData<T> = { closed: Closed; desk: undefined } | { closed: undefined; desk: T };

/** The data of a console page; for anybody but an operator the page does not exist. */
export async function consoleData<T>(
  args: LoaderFunctionArgs,
  read: (api: Api) => Promise<T>,
): Promise<ConsoleData<T>> {
  const api = apiOf(args);
  try {
    return { closed: undefined, desk: await read(api) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (notOperatorCodes.includes(error.code)) throw data({ unmatched: args.url.pathname }, 404);
    if (error.code !== secondFactorNeeded) return orNotFound(error);
    const { is_on } = await api('GET /api/users/second_factor');
    return { closed: is_on ? 'code' : 'setUp', desk: undefined };
  }
}

export type ConsolePart = 'queue' | 'users' | 'sms' | 'jobs' | 'assistants' | 'weather' | 'audit';

/** A page that failed to load sets its title in its error state: strangers must not even see the title. */
export function consoleMeta(part: ConsolePart) {
  const meta = pageMeta<ConsoleData<unknown>>('operator', ({ closed }, locale) => {
    const title = translator(locale)?.(`operator.${part}.title`);
    return closed || !title ? undefined : { title };
  });
  return (args: Parameters<typeof meta>[0]) => (args.loaderData === undefined ? [] : meta(args));
}

/** The page number in the URL; an invalid one counts as 1. */
export function pageNumber({ searchParams }: URL) {
  const param = searchParams.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(param) ? Number(param) : 1;
}

/** An id in the URL; an invalid one is ignored. */
export function idParam({ searchParams }: URL, name: string) {
  const param = (searchParams.get(name) ?? '').trim();
  return /^[1-9]\d{0,14}$/.test(param) ? Number(param) : undefined;
}
