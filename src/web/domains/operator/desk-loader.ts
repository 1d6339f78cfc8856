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

const strangers: readonly number[] = [sessionInvalid, notSignedIn, tokenExpired, notAllowed];

/** `setUp`: the operator has no second factor yet. `code`: it was not shown in this session. */
export type Closed = 'setUp' | 'code';
export type DeskData<T> = { closed: Closed; desk: undefined } | { closed: undefined; desk: T };

/** What a page of the desk shows; to anybody but an operator the page does not exist. */
export async function deskData<T>(
  args: LoaderFunctionArgs,
  read: (api: Api) => Promise<T>,
): Promise<DeskData<T>> {
  const api = apiOf(args);
  try {
    return { closed: undefined, desk: await read(api) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (strangers.includes(error.code)) throw data({ unmatched: args.url.pathname }, 404);
    if (error.code !== secondFactorNeeded) return orNotFound(error);
    const { is_on } = await api('GET /api/users/second_factor');
    return { closed: is_on ? 'code' : 'setUp', desk: undefined };
  }
}

export type DeskPart = 'queue' | 'users' | 'sms' | 'jobs' | 'assistants' | 'weather' | 'audit';

/** A page that did not load names itself in its error state: to a stranger not even the title is there. */
export function deskMeta(part: DeskPart) {
  const meta = pageMeta<DeskData<unknown>>('operator', ({ closed }, locale) => {
    const title = translator(locale)?.(`operator.${part}.title`);
    return closed || !title ? undefined : { title };
  });
  return (args: Parameters<typeof meta>[0]) => (args.loaderData === undefined ? [] : meta(args));
}

/** A page number of the address; what is none is the first. */
export function pageNumber({ searchParams }: URL) {
  const asked = searchParams.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1;
}

/** An id of the address; what cannot be one is not asked for. */
export function idParam({ searchParams }: URL, name: string) {
  const asked = (searchParams.get(name) ?? '').trim();
  return /^[1-9]\d{0,14}$/.test(asked) ? Number(asked) : undefined;
}
