import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { newNetwork, newNumber } from './people.ts';

type Answer = { code: number; data: Record<string, unknown>; message: string };

async function post(request: APIRequestContext, url: string, data: object, headers = {}): Promise<Answer> {
  const response = await request.post(url, { data, headers });
  return response.json();
}

/** Creates an account in this browser, as if its owner had logged in by the sheet. */
export async function register(page: Page, { identity, name = '陳太' }: { identity: 1 | 2; name?: string }) {
  const mobile = newNumber();
  const { request } = page.context();
  const from = newNetwork();
  const sent = await post(request, '/api/users/send_sms', { mobile }, from);
  const { request_id, demo_code } = sent.data;
  const proven = await post(request, '/api/users/verify_sms', { mobile, request_id, code: demo_code }, from);
  const made = await post(
    request,
    '/api/common_info/simple_registration',
    {
      ticket: proven.data.ticket,
      name,
      gender: 'F',
      identity,
      agreed: true,
      registration_method: 'case_register',
    },
    from,
  );
  expect(made.code, made.message).toBe(0);
  const { token, ai_token } = made.data as { token: string; ai_token: string };
  // Only once: a token that was renewed or removed later must not be overwritten.
  await page.addInitScript(
    ([product, ai]) => {
      if (localStorage.getItem('test:token') === product) return;
      localStorage.setItem('test:token', product ?? '');
      localStorage.setItem('token', product ?? '');
      localStorage.setItem('ai_token', ai ?? '');
    },
    [token, ai_token],
  );
  return {
    token,
    /** An API call of the account's owner from outside the page. */
    async call(method: 'GET' | 'POST' | 'PUT', url: string, data?: object) {
      const csrf = (await page.context().cookies()).find(({ name: cookie }) => cookie === 'csrftoken');
      const response = await request.fetch(url, {
        method,
        headers: { authorization: `Bearer ${token}`, 'x-csrftoken': csrf?.value ?? '' },
        ...(data && { data }),
      });
      return (await response.json()) as Answer;
    },
  };
}
