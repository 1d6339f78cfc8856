import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { vapidKeysOf } from '#server/domains/push/deliver.ts';
import type { DeliveryTopic } from '#shared/notices/delivery-rules.ts';
import { topicTitle } from '#shared/notices/topic-names.ts';
import { expectPosted, leaveFinderDraft, postButton } from './case-form.ts';
import { expectAccessible, expectPath, open, words } from './helpers.ts';
import { giveListing, onPhone, onShow, sendOffer } from './pairs.ts';
import { logInByApi, newNumber, signUp, sql, test } from './people.ts';

const { publicKey: p256dh } = vapidKeysOf(Buffer.alloc(32, 9));

/** A browser that can get push messages; only its push service is replaced. */
async function withPush(page: Page, permission: NotificationPermission = 'granted') {
  const subscription = {
    endpoint: `http://127.0.0.1:9/${randomUUID()}`,
    keys: { p256dh, auth: 'A'.repeat(22) },
  };
  await page.addInitScript(
    ([form, allowed]) => {
      Object.defineProperty(Notification, 'permission', { get: () => allowed });
      Notification.requestPermission = async () => allowed;
      let subscribed: object | null = null;
      const pushManager = {
        getSubscription: async () => subscribed,
        subscribe: async () => {
          subscribed = { options: { applicationServerKey: null }, toJSON: () => form };
          return subscribed;
        },
      };
      const registration = { pushManager } as unknown as ServiceWorkerRegistration;
      navigator.serviceWorker.getRegistration = async () => registration;
    },
    [subscription, permission] as const,
  );
}

/** The server's words. */
const oneStays = {
  'zh-Hant': '帳戶和安全的消息要留下至少一種能找到你的通知方式',
  en: 'News of your account and safety needs at least one channel that reaches you',
};

for (const [width, locale] of [
  [375, 'zh-Hant'],
  [1280, 'en'],
] as const) {
  const { notify, me, pages, rooms, ui } = words[locale];
  const at = (path: string) => (locale === 'en' ? `/en${path}` : path);
  const named = (channel: 'push' | 'email' | 'sms', topic: DeliveryTopic) =>
    notify.byChannel
      .replace('{{channel}}', notify.channel[channel])
      .replace('{{topic}}', topicTitle(topic, locale));

  test(`the page of notifications stores each choice at once, at ${width} px in ${locale}`, {
    tag: '@whole',
  }, async ({ browser, baseURL }) => {
    const page = await onPhone(browser, baseURL, { width });
    await withPush(page);
    await signUp(page, { mobile: newNumber(), name: '通知設定' });
    const choice = (name: string, of = page) => of.getByRole('switch', { name, exact: true });
    const saved = page.getByRole('region', { name: ui.notifications }).getByText(notify.saved);

    await open(page, at('/message'));
    await expect(page.getByRole('heading', { level: 1, name: rooms.message.title })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: pages.meNotifications.title }).click();
    await expectPath(page, at('/me/notifications'));
    await expect(page.getByText(notify.paused)).toBeVisible();
    await expect(page.getByText(notify.quiet)).toBeVisible();
    await expect(choice(named('push', 'offers'))).toHaveAttribute('aria-disabled', 'true');

    // Push in this browser turns the master switch on.
    await choice(notify.push.title).click();
    await expect(choice(notify.push.title)).toBeChecked();
    await expect(choice(notify.remind)).toBeChecked();
    await expect(page.getByText(notify.paused)).toBeHidden();
    await expectAccessible(page, `/me/notifications at ${width}`);

    const second = await page.context().newPage();
    await open(second, at('/me/notifications'));
    await expect(choice(named('push', 'offers'), second)).toBeChecked();
    await page.bringToFront();
    await choice(named('push', 'offers')).click();
    await expect(saved).toBeVisible();
    await expect(choice(named('push', 'offers'), second)).not.toBeChecked();

    // Without a network the change stays, and is stored once it is back.
    await page.context().setOffline(true);
    await choice(named('push', 'messages')).click();
    await expect(page.getByText(notify.waiting)).toBeVisible();
    await expect(choice(named('push', 'messages'))).not.toBeChecked();
    await page.context().setOffline(false);
    await expect(page.getByText(notify.waiting)).toBeHidden();
    await expect(choice(named('push', 'messages'), second)).not.toBeChecked();

    // One channel that reaches the person stays.
    await choice(named('email', 'safety')).click();
    await choice(named('sms', 'safety')).click();
    await expect(choice(named('sms', 'safety'), second)).not.toBeChecked();
    await choice(named('push', 'safety')).click();
    await expect(page.getByText(oneStays[locale])).toBeVisible();
    await expect(choice(named('push', 'safety'))).toBeChecked();

    await page.getByLabel(notify.digest).selectOption('20');
    await expect(second.getByLabel(notify.digest)).toHaveValue('20');
    await page.reload();
    await expect(page.getByLabel(notify.digest)).toHaveValue('20');
    await expect(choice(named('push', 'offers'))).not.toBeChecked();
    await expect(choice(named('push', 'lessons'))).toBeChecked();
    await expect(page.getByRole('link', { name: me.back })).toBeVisible({ visible: width < 1024 });
  });
}

const { notify, caseForm, market, ask } = words['zh-Hant'];

test('who has posted is asked whether to be told; after a no never again, on no device', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  const page = await onPhone(browser, baseURL);
  await withPush(page);
  const mobile = newNumber();
  const { id } = await signUp(page, { mobile, name: '陳太' });
  await leaveFinderDraft(page);
  await open(page, '/me/case/new');
  await postButton(page).click();
  await expectPosted(page);
  await expect(page.getByText(notify.ask.posted)).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: notify.ask.no }).click();
  await expect(page.getByRole('alert').getByText(words['zh-Hant'].ui.notReached)).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: notify.ask.no }).click();
  await expect(page.getByText(notify.ask.posted)).toBeHidden();

  // As a tutor, in another browser.
  const other = await onPhone(browser, baseURL);
  await withPush(other);
  await logInByApi(other, mobile);
  const answered = other.waitForResponse('**/api/users/notification-settings');
  await apply(other, id);
  expect((await (await answered).json()).data.may_ask).toBe(false);
  await expect(other.getByText(notify.ask.applied)).toHaveCount(0);
  await open(page, new URL(page.url()).pathname);
  await expect(page.getByRole('main').getByRole('link', { name: caseForm.toMine })).toBeVisible();
  await expect(page.getByText(notify.ask.posted)).toHaveCount(0);
});

/** Applies to somebody's case on its page, with a listing of one's own. */
async function apply(page: Page, userId: number) {
  const shown = await onShow({ tutors: 1, cases: 1 });
  await giveListing(userId, shown.tutors[0]);
  await open(page, `/case/${shown.cases[0]}`);
  await page.getByRole('button', { name: market.applyNow }).click();
  await sendOffer(page, ask.sendApply);
  await expect(page.getByText(market.applied).first()).toBeVisible();
}

test('who has applied is asked whether to be told, and is told after a yes', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  const page = await onPhone(browser, baseURL);
  await withPush(page);
  const { id } = await signUp(page, { mobile: newNumber(), name: '李老師', identity: 2 });
  await apply(page, id);
  await expect(page.getByText(notify.ask.applied)).toBeVisible();
  await expectAccessible(page, 'the question after applying');
  await page.getByRole('button', { name: notify.ask.yes }).click();
  await expect(page.getByText(notify.ask.done)).toBeVisible();
  expect(await sql('select is_remind from users where id = $1', [id])).toEqual([{ is_remind: true }]);
  await page.getByRole('link', { name: notify.ask.settings }).click();
  await expectPath(page, '/me/notifications');
  await expect(page.getByRole('switch', { name: notify.remind })).toBeChecked();
});

test('who has applied in a browser that blocks push is offered e-mail', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  const page = await onPhone(browser, baseURL);
  await withPush(page, 'denied');
  const { id } = await signUp(page, { mobile: newNumber(), name: '李老師', identity: 2 });
  await apply(page, id);
  await expect(page.getByText(notify.ask.email)).toBeVisible();
  await page.getByRole('link', { name: notify.ask.yesEmail }).click();
  await expect(page.getByText(notify.push.denied)).toBeVisible();
  await expect(page.getByRole('heading', { name: words['zh-Hant'].email.title })).toBeVisible();
});

test('where no e-mail is set up, the page says so and asks for no address', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  const { email } = words['zh-Hant'];
  const page = await onPhone(browser, baseURL);
  await withPush(page);
  await signUp(page, { mobile: newNumber(), name: '沒有電郵' });
  await page.route('**/api/users/email', (route) =>
    route.fulfill({ json: { code: 0, data: { is_available: false, address: null, pending: null } } }),
  );
  await page.route('**/api/users/notification-settings', async (route) => {
    const response = await route.fetch();
    const { code, data } = await response.json();
    const push = data.channels.filter(({ channel }: { channel: string }) => channel === 'push');
    await route.fulfill({ response, json: { code, data: { ...data, channels: push } } });
  });
  await open(page, '/me/notifications');
  await page.getByRole('switch', { name: notify.push.title }).click();
  const none = `${notify.channel.email}${notify.and}${notify.channel.sms}`;
  await expect(page.getByText(notify.notHere.replace('{{channels}}', none))).toBeVisible();
  await expect(page.getByText(notify.here.replace('{{channels}}', notify.channel.push))).toBeVisible();
  await expect(page.getByRole('heading', { name: email.title })).toHaveCount(0);
  await expect(page.getByText(notify.sms)).toHaveCount(0);
  // The page may be asking again in this moment.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
