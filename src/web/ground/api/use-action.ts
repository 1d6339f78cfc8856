import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import {
  badBody,
  badInput,
  internal,
  notReady,
  sessionInvalid,
  tooLarge,
  tooMany,
  tooSlow,
  wrongType,
} from '#shared/codes/numbers.ts';
import type { Translate } from '../i18n/i18n.ts';
import { useTranslate } from '../i18n/translate-provider.tsx';
import { useToast } from '../toast.ts';
import { type Api, ApiError, NotReached } from './api.ts';
import { useApi } from './api-provider.tsx';

export type Fields = Record<string, string>;

export type ActionOptions = {
  /** What to reload on success: `true` for the page's loader data, or a function. */
  refresh?: boolean | (() => unknown);
  /** Shows problems in a toast, for pages without a place for them; a function may rephrase the message. */
  toast?: boolean | ((why: string) => string);
  /** Our own messages for some error codes; the server's message is used for the rest. */
  messages?: Partial<Record<number, string>>;
  /**
   * Called when the server refuses. If it returns true, the page has handled the refusal and no message is
   * shown.
   */
  refused?: (refusal: ApiError) => unknown;
};

type State = { busy: boolean; problem: string | undefined; fields: Fields; refusal: ApiError | undefined };
const noProblem = { problem: undefined, fields: {}, refusal: undefined };

/** The success message, or a callback that receives the result. */
type Done<Result> = string | ((result: Result) => unknown);

export type Action = ReturnType<typeof useAction>;

/** Runs a user's action on the server: one at a time, and the user always gets a message about the result. */
export function useAction(options: ActionOptions = {}) {
  const t = useTranslate();
  const api = useApi();
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const [state, show] = useState<State>({ ...noProblem, busy: false });
  const { refresh, toast: inToast = false, ...rest } = options;
  const latest = useRef<Setting>(undefined as never);
  latest.current = {
    ...rest,
    t,
    api,
    refresh: async () => {
      if (typeof refresh === 'function') await refresh();
      else if (refresh) await revalidate();
    },
    sayDone: toast.success,
    sayProblem: inToast && ((why) => toast.error(typeof inToast === 'function' ? inToast(why) : why)),
  };
  const [action] = useState(() => createAction(show, () => latest.current));
  return { ...state, ...action };
}

/** The message for a failure: the server's own, or that the server was not reached. */
export function problemMessage(t: Translate, error: unknown) {
  if (error instanceof ApiError && error.message !== '') return error.message;
  return t(error instanceof NotReached ? 'ui.notReached' : 'ui.notDone');
}

const ownChangeMs = 3000;
let lastActionAt = 0;
/** Whether a change that arrives now was most likely caused by this user's own action. */
export const actedJustNow = () => Date.now() - lastActionAt < ownChangeMs;

/** Errors that do not suggest that the page shows stale data. Any other refusal refreshes the page. */
const withoutRefresh: number[] = [
  ...[badInput, badBody, tooLarge, wrongType, tooMany, tooSlow, notReady, internal, sessionInvalid],
];

type Setting = Omit<ActionOptions, 'refresh' | 'toast'> & {
  t: Translate;
  api: Api;
  refresh: () => Promise<unknown>;
  sayDone: (words: string) => unknown;
  sayProblem: false | ((words: string) => unknown);
};

/**
 * The hook without React. `setting` is read again at each step because the page may have rendered meanwhile.
 */
export function createAction(show: (next: (now: State) => State) => void, setting: () => Setting) {
  // The button learns of `busy` only at the next render; a double click is faster.
  let busy = false;
  const put = (changes: Partial<State>) => show((now) => ({ ...now, ...changes }));

  async function showProblem(error: unknown) {
    const { t, messages: words, refused, refresh, sayProblem } = setting();
    const refusal = error instanceof ApiError ? error : undefined;
    const fields = refusal?.fields ?? {};
    put({ fields, refusal });
    let unhandled: unknown = error;
    try {
      if (refusal && (await refused?.(refusal)) === true) unhandled = undefined;
    } catch (next) {
      unhandled = next;
    }
    if (unhandled) {
      // The API client has logged the other errors.
      if (!(unhandled instanceof ApiError || unhandled instanceof NotReached))
        console.error('應用層錯誤: an action failed', unhandled);
      const problem =
        (unhandled instanceof ApiError && words?.[unhandled.code]) || problemMessage(t, unhandled);
      if (sayProblem) sayProblem(Object.values(fields)[0] ?? problem);
      else put({ problem });
    }
    // Not after a network failure: the refresh would replace the page by an error. Not awaited, so that the
    // user can try again at once.
    if (refusal && !withoutRefresh.includes(refusal.code)) void refresh();
  }

  return {
    /** True on success, false on failure, undefined when another run is still under way. */
    async run<Result>(
      work: (api: Api) => Promise<Result>,
      done?: Done<Result>,
    ): Promise<boolean | undefined> {
      if (busy) return undefined;
      busy = true;
      lastActionAt = Date.now();
      put({ ...noProblem, busy: true });
      try {
        let result: Result;
        try {
          result = await work(setting().api);
        } catch (error) {
          await showProblem(error);
          return false;
        }
        await setting().refresh();
        if (typeof done === 'string') setting().sayDone(done);
        else await done?.(result);
        return true;
      } finally {
        busy = false;
        put({ busy: false });
      }
    },
    /** Shows a validation problem found by the page itself before anything is sent. */
    refuse: (wrong: string | Fields) =>
      put({ ...noProblem, ...(typeof wrong === 'string' ? { problem: wrong } : { fields: wrong }) }),
    clear: () => put(noProblem),
  };
}
