import { beforeEach, expect, it, vi } from 'vitest';
import { zhHant } from '../i18n/all-translations.ts';
import { addTranslations } from '../i18n/i18n.ts';
import { type Api, ApiError, NotReached } from './api.ts';
import { actedJustNow, createAction } from './use-action.ts';

const t = addTranslations('zh-Hant', zhHant);
const conflict = 1012;
const badInput = 1001;
const notReady = 1010;
const refusal = (code: number, fields = {}) =>
  new ApiError({ code, data: { fields }, message: `no ${code}` });

/** Creates an action with mocks for everything around it. */
function start(overrides: Partial<ReturnType<Parameters<typeof createAction>[1]>> = {}) {
  let state = { busy: false, problem: undefined, fields: {}, refusal: undefined } as Parameters<
    Parameters<Parameters<typeof createAction>[0]>[0]
  >[0];
  const refresh = vi.fn(async () => {});
  const sayDone = vi.fn();
  const api = vi.fn() as unknown as Api;
  const action = createAction(
    (next) => {
      state = next(state);
    },
    () => ({ t, api, refresh, sayDone, sayProblem: false, ...overrides }),
  );
  return { ...action, api, refresh, sayDone, state: () => state };
}

const failing = (error: unknown) => () => Promise.reject(error);
let logged = vi.spyOn(console, 'error');
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => {});
});

it('a successful action refreshes the page first and then reports success', async () => {
  const { run, refresh, sayDone, state, api } = start();
  const order: string[] = [];
  refresh.mockImplementation(async () => void order.push('refreshed'));
  const work = vi.fn(async () => void order.push('worked'));
  expect(await run(work, 'Saved')).toBe(true);
  expect(work).toHaveBeenCalledWith(api);
  expect(sayDone).toHaveBeenCalledWith('Saved');
  expect(
    await run(
      async () => 7,
      (result) => order.push(`got ${result}`),
    ),
  ).toBe(true);
  expect(order).toEqual(['worked', 'refreshed', 'refreshed', 'got 7']);
  expect(state()).toMatchObject({ busy: false, problem: undefined });
});

it('a double click sends the action once, and the action is available again afterwards, even after a failure', async () => {
  const { run, state } = start();
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = vi.fn(() => promise);
  const first = run(work);
  expect(state().busy).toBe(true);
  expect(await run(work)).toBeUndefined();
  resolve();
  expect(await first).toBe(true);
  expect(work).toHaveBeenCalledOnce();
  await run(failing(refusal(conflict)));
  expect(state().busy).toBe(false);
  expect(await run(work)).toBe(true);
});

it('a network failure shows the not-reached message and leaves the page unchanged', async () => {
  const { run, refresh, sayDone, state } = start();
  expect(await run(failing(new NotReached('PUT /api/x')), 'Saved')).toBe(false);
  expect(state()).toMatchObject({ busy: false, problem: t('ui.notReached') });
  expect(refresh).not.toHaveBeenCalled();
  expect(sayDone).not.toHaveBeenCalled();
  expect(logged).not.toHaveBeenCalled();
});

it('the server’s error message and field errors are shown, and removed at the next try', async () => {
  const { run, refresh, state } = start();
  await run(failing(refusal(badInput, { name: 'too long' })));
  expect(state()).toMatchObject({ problem: 'no 1001', fields: { name: 'too long' } });
  expect(refresh).not.toHaveBeenCalled();
  let during: unknown;
  await run(async () => {
    during = state();
  });
  expect(during).toMatchObject({ busy: true, problem: undefined, fields: {}, refusal: undefined });
});

it('an error that says the page is out of date refreshes the page and keeps the error message', async () => {
  const { run, refresh, state } = start();
  await run(failing(refusal(conflict)));
  expect(refresh).toHaveBeenCalledOnce();
  expect(state().problem).toBe('no 1012');
  // After a server failure a refresh would only replace the page by an error.
  await run(failing(refusal(notReady)));
  expect(refresh).toHaveBeenCalledOnce();
});

it('an action can replace the server’s message for some error codes and show it in a toast', async () => {
  const sayProblem = vi.fn();
  const { run, state } = start({ sayProblem, messages: { [conflict]: 'somebody was first' } });
  await run(failing(refusal(conflict)));
  await run(failing(refusal(badInput, { name: 'too long' })));
  expect(sayProblem.mock.calls).toEqual([['somebody was first'], ['too long']]);
  expect(state().problem).toBeUndefined();
});

it('an error that the page handles itself shows no message', async () => {
  const refused = vi.fn((error: ApiError) => error.code === conflict);
  const { run, state } = start({ refused });
  await run(failing(refusal(conflict)));
  expect(state()).toMatchObject({ problem: undefined, refusal: { code: conflict } });
  await run(failing(refusal(badInput)));
  expect(state().problem).toBe('no 1001');
});

it('a failure while the page handles an error is shown as well', async () => {
  const { run, state } = start({ refused: failing(new NotReached('GET /api/x')) });
  await run(failing(refusal(conflict)));
  expect(state()).toMatchObject({ busy: false, problem: t('ui.notReached') });
});

it('a programming error is logged and reported as not done', async () => {
  const { run, refresh, state } = start();
  const mistake = new TypeError('undefined is not a function');
  expect(await run(failing(mistake))).toBe(false);
  expect(state()).toMatchObject({ busy: false, problem: t('ui.notDone') });
  expect(logged).toHaveBeenCalledWith(expect.stringMatching(/^應用層錯誤/), mistake);
  expect(refresh).not.toHaveBeenCalled();
});

it('an error in the callback after a successful action is thrown, not reported as a failed action', async () => {
  const { run, state } = start();
  const late = run(async () => 1, failing(new Error('after')));
  await expect(late).rejects.toThrow('after');
  expect(state()).toMatchObject({ busy: false, problem: undefined });
});

it('the page’s own validation messages, for the form or for fields, stay until they are cleared', () => {
  const { refuse, clear, state } = start();
  refuse({ name: 'missing' });
  expect(state()).toMatchObject({ fields: { name: 'missing' }, problem: undefined });
  refuse('too short');
  expect(state()).toMatchObject({ fields: {}, problem: 'too short' });
  clear();
  expect(state()).toMatchObject({ fields: {}, problem: undefined });
});

it('actedJustNow is true for three seconds after the user’s own action', async () => {
  vi.useFakeTimers();
  try {
    await start().run(async () => {});
    expect(actedJustNow()).toBe(true);
    vi.advanceTimersByTime(3000);
    expect(actedJustNow()).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});
