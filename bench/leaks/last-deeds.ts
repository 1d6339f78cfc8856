import { TOTP } from 'otpauth';
import type { Browser } from '../tools/browser.ts';
import type { KnownCalls, Person } from './plant.ts';
import type { Town } from './town.ts';

/**
 * What people do that ends or changes so much that it comes after everything is read; only what is answered is
 * looked at. Two of them then leave, when the function that is answered is called.
 */
export async function doLastDeeds(
  { people, ids, codes, mobiles, showCode }: Town,
  calls: KnownCalls,
  newBrowser: (role: string) => Browser,
) {
  const named = (pattern: RegExp) => people.find(({ role }) => pattern.test(role)) as Person;
  const [stranger, student, spare, tutor] = [
    named(/^stranger/),
    named(/^student/),
    named(/^spare/),
    named(/^tutor B/),
  ];
  const proof = async ({ role }: Person, browser: Browser, side = '/api/users') => {
    const mobile = mobiles.get(role) as string;
    const { request_id, demo_code } = await browser.call('POST', `${side}/send_sms`, { mobile });
    return { request_id, mobile, code: demo_code };
  };

  await tutor.browser.call('PUT', '/api/users/safety_timer', {
    ends_at: new Date(Date.now() + 2 * 3_600_000).toISOString(),
  });
  for (const code of codes.promotion ?? [])
    await stranger.browser.call('POST', `/api_ai/eraser/promotion_link_access/${code}`);
  for (const [side, { browser }] of [
    ['/api/users', spare],
    ['/api_ai/user', student],
  ] as const) {
    if (!calls.has(`POST ${side}/stop_number_request`)) continue;
    const { pending } = await browser.call('GET', `${side}/number_request`);
    await browser.call('POST', `${side}/stop_number_request`, { id: pending.id });
  }
  await student.browser.call('POST', '/api_ai/user/confirm_login', await showCode());

  const [page] = ids.pages ?? [];
  await student.browser.call('DELETE', `/api_ai/eraser/image_record/${page}/`);
  await student.browser.call('POST', '/api_ai/eraser/restore', { images: [page] });
  const { list: copies } = await stranger.browser.call('GET', '/api_ai/eraser/erase_trace_record/');
  await stranger.browser.call('DELETE', `/api_ai/eraser/batch_delete?records=${copies[0].id}`);

  // A second step of logging in, and the end of the other session and of the step.
  const { secret } = await stranger.browser.call('POST', '/api/users/second_factor/setup');
  const totp = new TOTP({ secret });
  const { recovery_codes } = await stranger.browser.call('POST', '/api/users/second_factor/confirm', {
    code: totp.generate(),
  });
  const second = newBrowser(stranger.role);
  const { challenge } = await second.call('POST', '/api/users/verify_sms', await proof(stranger, second));
  second.keep(
    await second.call('POST', '/api/users/second_factor_login', {
      challenge,
      code: totp.generate({ timestamp: Date.now() + 30_000 }),
    }),
  );
  const { list: sessions } = await second.call('GET', '/api/users/sessions');
  const other = sessions.find(({ is_current }: { is_current: boolean }) => !is_current);
  await second.call('DELETE', `/api/users/sessions/${other.id}`);
  await second.call('POST', '/api/users/second_factor/remove', { code: recovery_codes[0] });

  return async function leave() {
    for (const [person, browser, side] of [
      [stranger, second, '/api/users'],
      [student, student.browser, '/api_ai/user'],
    ] as const) {
      const { request_id, code } = await proof(person, browser, side);
      await browser.call('POST', `${side}/delete_account`, { request_id, code });
    }
  };
}
