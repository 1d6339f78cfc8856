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
import { useWords } from '../i18n/words.tsx';
import { useToast } from '../toast.ts';
import { type Api, ApiError, NotReached } from './api.ts';
import { useApi } from './api-provider.tsx';

export type Fields = Record<string, string>;

export type ActionOptions = {
  /** What is read anew once it is done: the page's data, or something the page reads by itself. */
  refresh?: boolean | (() => unknown);
  /** Tells a problem by a toast, where the page has no place for it; in words that say more than why, if any. */
  toast?: boolean | ((why: string) => string);
  /** Our own words for some codes; the server's words for the rest. */
  words?: Partial<Record<number, string>>;
  /** What else follows when the server says no. True: it is told already. */
  refused?: (refusal: ApiError) => unknown;
};

type State = { busy: boolean; problem: string | undefined; fields: Fields; refusal: ApiError | undefined };
const untold = { problem: undefined, fields: {}, refusal: undefined };

/** Said when it is done, or what then happens. */
type Done<Result> = string | ((result: Result) => unknown);

export type Action = ReturnType<typeof useAction>;

/** Something that a person does on the server: once at a time, and whatever comes of it is told in words. */
export function useAction(options: ActionOptions = {}) {
  const t = useWords();
  const api = useApi();
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const [state, show] = useState<State>({ ...untold, busy: false });
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

/** What to say of a failure: the server's words, or that nobody was reached. */
export function problemWords(t: Translate, error: unknown) {
  if (error instanceof ApiError && error.message !== '') return error.message;
  return t(error instanceof NotReached ? 'ui.notReached' : 'ui.notDone');
}

const ownForMs = 3000;
let lastActionAt = 0;
/** Whether what changes just now is most likely one's own doing. */
export const actedJustNow = () => Date.now() - lastActionAt < ownForMs;

/** Bad input, haste, and a server that is not well say nothing of what is shown; any other no may come of its age. */
const silentOnThePage: number[] = [
  ...[badInput, badBody, tooLarge, wrongType, tooMany, tooSlow, notReady, internal, sessionInvalid],
];

type Setting = Omit<ActionOptions, 'refresh' | 'toast'> & {
  t: Translate;
  api: Api;
  refresh: () => Promise<unknown>;
  sayDone: (words: string) => unknown;
  sayProblem: false | ((words: string) => unknown);
};

/** The hook without React. `setting` is asked anew at each step: the page may have been drawn again meanwhile. */
export function createAction(show: (next: (now: State) => State) => void, setting: () => Setting) {
  // The button hears of `busy` only at its next drawing; a double click is faster.
  let busy = false;
  const put = (changes: Partial<State>) => show((now) => ({ ...now, ...changes }));

  async function tell(error: unknown) {
    const { t, words, refused, refresh, sayProblem } = setting();
    const refusal = error instanceof ApiError ? error : undefined;
    const fields = refusal?.fields ?? {};
    put({ fields, refusal });
    let left: unknown = error;
    try {
      if (refusal && (await refused?.(refusal)) === true) left = undefined;
    } catch (next) {
      left = next;
    }
    if (left) {
      // The call layer has logged the others.
      if (!(left instanceof ApiError || left instanceof NotReached))
        console.error('應用層錯誤: an action failed', left);
      const problem = (left instanceof ApiError && words?.[left.code]) || problemWords(t, left);
      if (sayProblem) sayProblem(Object.values(fields)[0] ?? problem);
      else put({ problem });
    }
    // Not where nobody was reached: the page would be replaced by an error. Who tries again at once is not kept waiting.
    if (refusal && !silentOnThePage.includes(refusal.code)) void refresh();
  }

  return {
    /** Whether it was done; undefined where something is under way already, and this was not begun. */
    async run<Result>(
      work: (api: Api) => Promise<Result>,
      done?: Done<Result>,
    ): Promise<boolean | undefined> {
      if (busy) return undefined;
      busy = true;
      lastActionAt = Date.now();
      put({ ...untold, busy: true });
      try {
        let result: Result;
        try {
          result = await work(setting().api);
        } catch (error) {
          await tell(error);
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
    /** What the page itself finds wrong, before anything is sent. */
    refuse: (wrong: string | Fields) =>
      put({ ...untold, ...(typeof wrong === 'string' ? { problem: wrong } : { fields: wrong }) }),
    clear: () => put(untold),
  };
}
