import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { addDays, isoTimeAt, today } from '#shared/hong-kong.ts';
import { pdf, photoWithPlace } from '../documents.ts';
import { openPushPeer } from '../push-peer.ts';
import { complaintsOf, expectAccessible, expectFits, expectPath, open, words } from './helpers.ts';
import { call, confirmWith, matched as makeMatch, onPhone, onShowFor } from './pairs.ts';
import { newNumber, signUp, sql, test } from './people.ts';

const { contact, talk, nav, ui, rooms, requests, notify } = words['zh-Hant'];

/** A matched pair: a parent on a phone and a tutor on a desktop screen. */
async function matched(browser: Browser, baseURL: string | undefined, more = {}) {
  const family = { viewport: { width: 375, height: 720 }, ...more };
  const pair = await makeMatch(browser, baseURL, { family, tutor: { width: 1280, ...more } });
  return { ...pair, id: pair.talkId };
}

/** A parent on a phone who invited a tutor at a desk, and has no answer yet. */
async function invited(browser: Browser, baseURL: string | undefined) {
  const family = await onPhone(browser, baseURL);
  const tutor = await onPhone(browser, baseURL, { width: 1280 });
  const parent = await signUp(family, { mobile: newNumber(), name: '陳太' });
  const teacher = await signUp(tutor, { mobile: newNumber(), name: '李老師', identity: 2 });
  const { caseId, listingId } = await onShowFor(parent.id, teacher.id, {
    case: { match_time: [], start_tutoring_date: null },
    tutor: { match_time: [] },
  });
  const offer = {
    price: 320,
    slots: [
      { weekday: 3, start: '17:00' },
      { weekday: 3, start: '17:30' },
    ],
  };
  const invite = { action: 'invite', case_id: caseId, listing_id: listingId, ...offer };
  const { id } = await call(family, 'POST', '/api/users/interest', invite);
  return { family, tutor, id: id as number };
}

const field = (page: Page) => page.getByRole('textbox', { name: talk.write });
const log = (page: Page) => page.getByRole('log');
const bubble = (page: Page, text: string) => log(page).getByText(text, { exact: true });

async function write(page: Page, text: string) {
  await field(page).fill(text);
  await page.getByRole('button', { name: talk.send, exact: true }).click();
}

test('family and tutor exchange messages live, and the unread count goes up and down', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  test.setTimeout(90_000);
  const { family, tutor, id } = await matched(browser, baseURL);
  const complaints = [complaintsOf(family), complaintsOf(tutor)];
  // The tutor is on another page; the notices about the match have been read.
  for (const page of [family, tutor])
    await call(page, 'PUT', '/api/users/notices/read', { up_to: Number.MAX_SAFE_INTEGER });
  await open(tutor, '/faq');
  const bell = tutor.getByRole('banner').getByRole('link', { name: nav.message });
  await expect(bell).toHaveAccessibleName(nav.message);

  // On a phone: from the list to the conversation, and back.
  await open(family, '/message');
  await family.getByRole('link', { name: new RegExp(talk.nothingYet) }).click();
  await expectPath(family, `/message/${id}`);
  await expect(family.getByText(talk.emptyText)).toBeVisible();
  await write(family, '老師你好，星期三可以試堂嗎？');
  await expect(bubble(family, '老師你好，星期三可以試堂嗎？')).toBeVisible();
  await expect(field(family)).toHaveValue('');

  await expect(bell).toHaveAccessibleName(new RegExp(nav.unread.replace('{{count}}', '1')));
  await bell.click();
  await expectPath(tutor, '/message');
  await tutor.getByRole('link', { name: /星期三可以試堂嗎/ }).click();
  await expectPath(tutor, `/message/${id}`);
  await expect(bubble(tutor, '老師你好，星期三可以試堂嗎？')).toBeVisible();
  await expect(bell).toHaveAccessibleName(nav.message);
  await expect(log(family).getByText(talk.read)).toBeVisible();

  // On a desktop Enter sends; Shift+Enter and the Enter that ends an IME composition do not.
  await field(tutor).pressSequentially('可以');
  await field(tutor).press('Shift+Enter');
  await field(tutor).pressSequentially('五點見');
  await field(tutor).evaluate((element) =>
    element.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, isComposing: true }),
    ),
  );
  await expect(log(tutor).getByText('五點見')).toHaveCount(0);
  await field(tutor).press('Enter');
  await expect(log(family).getByText('可以\n五點見')).toBeVisible();

  // Outside the conversation, the phone's bottom bar shows the unread count.
  await family.goBack();
  await expectPath(family, '/message');
  await write(tutor, '到時見');
  await write(tutor, '帶課本來');
  const mine = family.getByRole('navigation', { name: nav.main }).getByRole('link', { name: nav.mine });
  await expect(mine).toHaveAccessibleName(new RegExp(nav.unread.replace('{{count}}', '2')));
  const row = family.getByRole('link', { name: /帶課本來/ });
  await expect(row).toHaveAccessibleName(new RegExp(nav.unread.replace('{{count}}', '2')));
  await row.click();
  await expect(bubble(family, '帶課本來')).toBeVisible();
  await expect(mine).toHaveAccessibleName(nav.mine);
  expect(complaints.flat()).toEqual([]);

  await write(tutor, 'w'.repeat(300));
  await sql(
    `update tutor_listings set display_name = $1 where user_id = (select tutor_user_id from matches where interest_id = $2)`,
    ['名字很長的導師'.repeat(4), id],
  );
  await open(family, `/message/${id}`);
  await expect(bubble(family, 'w'.repeat(300))).toBeVisible();
  await expectAccessible(family, 'a conversation');
  await expectFits(tutor, 'a conversation at a desk');
  await open(tutor, '/message');
  await expectFits(tutor, 'the list at a desk');
  await open(family, '/message');
  await expectAccessible(family, 'the list');
});

test('names, titles and messages three times as long make no page wider than the screen', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  test.setTimeout(60_000);
  const { family, tutor, id } = await matched(browser, baseURL);
  const word = 'w'.repeat(300);
  await sql(
    `insert into conversation_messages (interest_id, user_id, client_key, text)
     select id, person, gen_random_uuid(), text
     from interests, unnest(array[family_user_id, tutor_user_id]) person, unnest($2::text[]) text where id = $1`,
    [id, ['老師你好，星期三下午五時半可以在太古城上第一堂試堂課嗎？'.repeat(3), word, `${word} ${word}`]],
  );
  await sql(
    `update tutor_listings set display_name = $1 where user_id = (select tutor_user_id from interests where id = $2)`,
    ['名字很長的導師'.repeat(4), id],
  );
  // The whole name is shown once both share their contacts.
  await sql('update matches set family_agreed_at = now(), tutor_agreed_at = now() where interest_id = $1', [
    id,
  ]);
  for (const page of [family, tutor])
    for (const width of [320, 375, 1280]) {
      await page.setViewportSize({ width, height: 720 });
      for (const path of ['/message', `/message/${id}`]) {
        await open(page, path);
        await expectFits(page, `${path} at ${width}`);
        const main = page.getByRole('main');
        const [wide, room] = await main.evaluate((element) => {
          const over = [...element.querySelectorAll('a, p, li, ul, ol, section')].map(
            (one) => one.getBoundingClientRect().right,
          );
          return [Math.max(...over), document.documentElement.clientWidth];
        });
        expect(wide, `${path} at ${width}`).toBeLessThanOrEqual(room + 1);
      }
      // The list stays in its own column.
      if (width === 1280) {
        await open(page, '/message');
        const [row, next] = await Promise.all([
          page.getByRole('link', { name: /w{20}/ }).boundingBox(),
          page.locator('[aria-labelledby=notices-title]').boundingBox(),
        ]);
        expect((row?.x ?? 0) + (row?.width ?? 0)).toBeLessThanOrEqual(next?.x ?? 0);
      }
    }
});

test('an invitation is talked over before it is answered, with photos and a PDF, and ends read only', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  test.setTimeout(90_000);
  const { family, tutor, id } = await invited(browser, baseURL);
  await open(tutor, '/message');
  await tutor.getByRole('link', { name: new RegExp(talk.status.yourTurn) }).click();
  await expectPath(tutor, `/message/${id}`);
  await expect(tutor.getByText(talk.offer.invited.theirs)).toBeVisible();
  await expect(tutor.getByText(talk.offer.price.replace('{{price}}', '320')).first()).toBeVisible();
  await expect(tutor.getByRole('button', { name: requests.accept, exact: true })).toBeVisible();
  await open(family, `/message/${id}`);
  await expect(family.getByRole('link', { name: /導師/ }).first()).toHaveAttribute(
    'href',
    /\/tutor\/\d+\?case=/,
  );

  // Photos and a PDF in one message; the picture opens large.
  const files = [
    { name: 'page.jpg', mimeType: 'image/jpeg', buffer: await photoWithPlace(900, 600) },
    { name: 'paper.pdf', mimeType: 'application/pdf', buffer: await pdf(undefined, 2) },
  ];
  await family.getByLabel(talk.attach).setInputFiles(files);
  await expect(family.getByText(talk.filesNotCovered)).toBeVisible();
  await write(family, '這是昨天的測驗');
  const pictures = (page: Page) => log(page).getByRole('button', { name: talk.openPicture });
  await expect(pictures(tutor)).toBeVisible();
  await expect(bubble(tutor, '這是昨天的測驗')).toBeVisible();
  await expect(
    log(tutor)
      .getByRole('button', { name: talk.openPdf.replace('{{count}}', '2') })
      .locator('img'),
  ).toBeVisible();
  await pictures(tutor).click();
  await expect(tutor.getByRole('dialog').getByRole('img', { name: talk.picture })).toBeVisible();
  await expectAccessible(tutor, 'a photo of a message');
  await tutor.keyboard.press('Escape');
  await expectFits(family, 'a message with files');

  // Without a network the file waits with its text, also over a reload, and is sent once.
  await family.route('**/conversations/*/files', (route) => route.abort());
  await family.getByLabel(talk.attach).setInputFiles(files.slice(0, 1));
  await family.getByRole('button', { name: talk.send, exact: true }).click();
  await expect(family.getByText(talk.notSent)).toBeVisible();
  await family.unrouteAll();
  await family.reload();
  await expect(pictures(tutor)).toHaveCount(2);
  await expect(family.getByText(talk.notSent)).toHaveCount(0);

  // The decision is taken in the conversation; the sheet says first what follows.
  const decline = tutor.getByRole('button', { name: requests.decline, exact: true });
  await decline.first().click();
  await expect(tutor.getByRole('alertdialog')).toContainText(
    requests.declineTutor.replace('{{about}}：', ''),
  );
  await tutor.getByRole('alertdialog').getByLabel(requests.declineLine).fill('時間對不上，多謝邀請');
  await confirmWith(tutor, requests.decline);
  await expect(bubble(family, '時間對不上，多謝邀請')).toBeVisible();
  await expect(tutor.getByText(talk.over.declined.mine).last()).toBeVisible();
  await expect(decline).toHaveCount(0);
  await expect(family.getByText(talk.over.declined.theirs).last()).toBeVisible();
  await expect(field(family)).toHaveCount(0);
});

test('phone numbers in messages are masked until both sides agree to share contacts in the conversation', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  test.setTimeout(60_000);
  const { family, tutor, id, mobiles } = await matched(browser, baseURL);
  for (const page of [family, tutor]) await open(page, `/message/${id}`);
  await expect(family.getByText(talk.covers.phone)).toHaveCount(0);
  await field(family).fill('我的電話是 6123 4567');
  await expect(family.getByText(talk.covers.phone)).toBeVisible();
  await expectFits(family, 'the hint below a message');
  await write(family, '我的電話是 6123 4567');
  // The writer sees what the other sees.
  for (const page of [family, tutor]) {
    await expect(log(page).getByText(talk.covered)).toBeVisible();
    await expect(log(page).getByText('6123')).toHaveCount(0);
  }

  // Folded into one line; the sheet says what follows, and it can be taken back until both agreed.
  const offers = async () => {
    await tutor.getByRole('button', { name: contact.offer, exact: true }).click();
    await expect(tutor.getByRole('alertdialog')).toContainText(contact.first.tutor);
    await confirmWith(tutor, contact.offer);
  };
  await expect(tutor.getByRole('button', { name: contact.offer, exact: true })).toBeHidden();
  await tutor.getByRole('main').getByRole('button', { expanded: false }).click();
  await offers();
  await expect(tutor.getByText(contact.waiting)).toBeVisible();
  await expect(family.getByText(contact.asked).first()).toBeVisible();
  await tutor.getByRole('button', { name: contact.takeBack }).click();
  await expect(tutor.getByText(contact.closed)).toBeVisible();
  await offers();
  await family.getByRole('button', { name: talk.answer, exact: true }).click();
  await family.getByRole('button', { name: contact.agree }).click();
  await expect(family.getByRole('alertdialog')).toContainText(contact.last.family.split('}}')[1] ?? '');
  await confirmWith(family, contact.agree);

  await expect(bubble(tutor, '我的電話是 6123 4567')).toBeVisible();
  await expect(log(tutor).getByText(talk.covered)).toHaveCount(0);
  await family.getByRole('button', { name: contact.show }).click();
  await expect(family.getByText(`${mobiles.tutor.slice(0, 4)} ${mobiles.tutor.slice(4)}`)).toBeVisible();
  await expect(family.getByRole('link', { name: new RegExp(contact.call) })).toHaveAttribute(
    'href',
    `tel:+852${mobiles.tutor}`,
  );
  await expect(family.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    `https://wa.me/852${mobiles.tutor}`,
  );
});

test('while a trial is arranged, the messages and the writing box keep their room at every height', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  test.setTimeout(90_000);
  const { family, tutor, talkId, matchId } = await makeMatch(browser, baseURL, { onTrial: true });
  const starts_at = isoTimeAt(addDays(today(), 3), '18:00');
  await call(tutor, 'POST', `/api/users/matches/${matchId}/trial_proposal`, { starts_at });
  await call(tutor, 'PUT', `/api/users/matches/${matchId}/contact`, { agree: true });
  const heightOf = async (of: Locator) => (await of.boundingBox())?.height ?? 0;
  for (const [width, height] of [
    [768, 1024],
    [375, 667],
    [375, 812],
    [320, 700],
  ] as const) {
    await family.setViewportSize({ width, height });
    await open(family, `/message/${talkId}`);
    const line = family.getByRole('main').getByRole('button', { expanded: false });
    await expect(line).toContainText(contact.asked);
    const rem = await family.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize));
    expect(await heightOf(log(family)), `messages at ${width} × ${height}`).toBeGreaterThan(9 * rem);
    for (const isOpen of [false, true]) {
      if (isOpen) await line.click();
      expect(await heightOf(log(family))).toBeGreaterThanOrEqual(4 * rem - 1);
      const box = await field(family).boundingBox();
      const bar = await family.getByRole('navigation', { name: nav.main, exact: true }).last().boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
      await expectFits(family, `a conversation at ${width} × ${height}`);
    }
  }
  await expectAccessible(family, 'a conversation with its line open');
});

test('a message whose file this device has lost gives its words back', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  const { family, id } = await matched(browser, baseURL);
  await open(family, `/message/${id}`);
  await family.route('**/api/users/conversations/*/files', (route) => route.abort());
  await family
    .getByLabel(talk.attach)
    .setInputFiles({ name: 'marks.pdf', mimeType: 'application/pdf', buffer: await pdf(undefined, 1) });
  await write(family, '這是上次的成績');
  await expect(family.getByText(talk.notSent)).toBeVisible();
  await family.evaluate(
    () => new Promise((resolve) => (indexedDB.deleteDatabase('mingshi-talk').onsuccess = resolve)),
  );
  await family.reload();
  await expect(family.getByText(talk.fileLost.replace('{{name}}', 'marks.pdf'))).toBeVisible();
  await family.getByRole('button', { name: talk.takeBack }).click();
  await expect(field(family)).toHaveValue('這是上次的成績');
  await expect(family.getByText(talk.notSent)).toHaveCount(0);
});

test('messages written offline are sent exactly once when the network is back, even after leaving the page', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  test.setTimeout(60_000);
  const { family, tutor, id } = await matched(browser, baseURL);
  for (const page of [family, tutor]) await open(page, `/message/${id}`);
  await family.context().setOffline(true);
  await write(family, '在地鐵上寫的');
  await write(family, '第二則');
  await expect(log(family).getByText(talk.waitsForNetwork)).toHaveCount(2);
  await field(family).fill('還未寫完');
  await family.context().setOffline(false);
  for (const text of ['在地鐵上寫的', '第二則']) await expect(bubble(tutor, text)).toBeVisible();
  await expect(log(family).getByText(talk.waitsForNetwork)).toHaveCount(0);
  await family.reload();
  await expect(field(family)).toHaveValue('還未寫完');

  // The server stores the message but its response is lost: the retry does not duplicate it.
  let lost = 0;
  await family.route('**/messages', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.fallback();
    lost += 1;
    await route.fetch();
    await route.abort('connectionreset');
  });
  await write(family, '只有一則');
  await expect(family.getByText(talk.notSent)).toBeVisible();
  await expect(bubble(tutor, '只有一則')).toBeVisible();
  await family.reload();
  await expect(bubble(family, '只有一則')).toHaveCount(1);
  await expect(family.getByText(talk.notSent)).toHaveCount(0);

  // The message never reached the server: it survives a reload and is then sent.
  await family.unrouteAll();
  await family.route('**/messages', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );
  await write(family, '重新載入也在');
  await expect(family.getByText(talk.notSent)).toBeVisible();
  await family.unrouteAll();
  await family.reload();
  await expect(bubble(tutor, '重新載入也在')).toBeVisible();
  await expect(bubble(family, '重新載入也在')).toHaveCount(1);
  expect(
    await sql('select text from conversation_messages where interest_id = $1 order by id', [id]),
  ).toEqual(['在地鐵上寫的', '第二則', '只有一則', '重新載入也在'].map((text) => ({ text })));
});

test('a message the server refuses can be retried or deleted, and the conversation of an ended match is read only', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  test.setTimeout(60_000);
  const { family, tutor, id, matchId } = await matched(browser, baseURL);
  await open(family, `/message/${id}`);
  await family.route('**/messages', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 429, json: { code: 1008, data: null, message: '請稍後再試' } })
      : route.fallback(),
  );
  await write(family, '太快了');
  await expect(log(family).getByText('請稍後再試')).toBeVisible();
  await write(family, '排在後面');
  await family.unroute('**/messages');
  await log(family).getByRole('button', { name: ui.retry }).click();
  await expect(
    log(family).getByRole('listitem').filter({ hasText: '排在後面' }).getByRole('time'),
  ).toBeVisible();
  const texts = await log(family)
    .getByRole('listitem')
    .filter({ has: family.locator('p') })
    .allInnerTexts();
  expect(texts.map((text) => (text.includes('太快了') ? 1 : 2))).toEqual([1, 2]);

  await open(tutor, `/message/${id}`);
  await call(family, 'PUT', `/api/users/matches/${matchId}/end`, {});
  await expect(tutor.getByText(talk.closed)).toBeVisible();
  await expect(field(tutor)).toHaveCount(0);
});

test('older messages load while scrolling up, without moving the messages in view', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  test.setTimeout(60_000);
  const { family, tutor, id } = await matched(browser, baseURL);
  await sql(
    `insert into conversation_messages (interest_id, user_id, client_key, text, sent_at)
     select $1, (select tutor_user_id from interests where id = $1), gen_random_uuid(), '第 ' || n || ' 則',
       now() - interval '3 days' + n * interval '40 minutes'
     from generate_series(1, 80) n`,
    [id],
  );
  await open(family, `/message/${id}`);
  await expect(bubble(family, '第 80 則')).toBeInViewport();
  await expect(bubble(family, '第 20 則')).toHaveCount(0);
  const message = bubble(family, '第 53 則');
  const top = () => message.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  await message.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const before = await top();
  await expect(bubble(family, '第 22 則')).toHaveCount(1);
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(2);

  // A new message below does not move them either.
  await open(tutor, `/message/${id}`);
  await write(tutor, '剛剛寫的');
  await expect(bubble(family, '剛剛寫的')).toHaveCount(1);
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(2);
  await expect(bubble(family, '剛剛寫的')).not.toBeInViewport();
  await family.getByRole('button', { name: talk.newMessages.replace('{{count}}', '1') }).click();
  await expect(bubble(family, '剛剛寫的')).toBeInViewport();
  await expect(log(family).getByText(talk.yesterday)).toHaveCount(1);
});

test('another family’s conversation is a 404, and a conversation that failed to load can be retried', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  test.setTimeout(60_000);
  const { family, id } = await matched(browser, baseURL);
  const stranger = await onPhone(browser, baseURL, { width: 1280 });
  await signUp(stranger, { mobile: newNumber(), name: '路人' });
  expect((await open(stranger, `/message/${id}`))?.status()).toBe(404);
  await open(stranger, '/message');
  await expect(stranger.getByText(talk.noneText)).toBeVisible();
  await expect(stranger.getByText(rooms.message.emptyTitle)).toBeVisible();
  await expectAccessible(stranger, 'no conversation yet');

  // An infinite timestamp makes the server fail for this conversation only.
  await sql(
    `insert into conversation_messages (interest_id, user_id, client_key, text, sent_at)
     select id, tutor_user_id, gen_random_uuid(), '你好', 'infinity' from interests where id = $1`,
    [id],
  );
  expect((await open(family, `/message/${id}`))?.status()).toBe(500);
  await expect(family.getByText(ui.errorTitle)).toBeVisible();
  await sql('update conversation_messages set sent_at = now() where interest_id = $1', [id]);
  await family.getByRole('button', { name: ui.retry }).click();
  await expect(bubble(family, '你好')).toBeVisible();
});

test('older messages that failed to load can be requested again', { tag: '@whole' }, async ({
  browser,
  baseURL,
}) => {
  const { family, id } = await matched(browser, baseURL);
  await sql(
    `insert into conversation_messages (interest_id, user_id, client_key, text)
     select $1, (select tutor_user_id from interests where id = $1), gen_random_uuid(), '第 ' || n || ' 則'
     from generate_series(1, 40) n`,
    [id],
  );
  await family.route('**/messages?before=*', (route) => route.abort());
  await open(family, `/message/${id}`);
  await bubble(family, '第 11 則').scrollIntoViewIfNeeded();
  await expect(log(family).getByText(talk.olderFailed)).toBeVisible();
  await family.unroute('**/messages?before=*');
  await log(family).getByRole('button', { name: ui.retry }).click();
  await expect(bubble(family, '第 1 則')).toHaveCount(1);
});

test('a failure to load more conversations is shown and can be retried', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  const { family } = await matched(browser, baseURL);
  let isAway = true;
  await family.route('**/api/users/conversations?*', async (route) => {
    if (isAway && new URL(route.request().url()).searchParams.get('page') === '2') return route.abort();
    const response = await route.fetch();
    const answer = await response.json();
    return route.fulfill({ response, json: { ...answer, data: { ...answer.data, total: 31 } } });
  });
  await open(family, '/message');
  await family.getByRole('button', { name: talk.more }).click();
  await expect(family.getByText(talk.moreFailed)).toBeVisible();
  isAway = false;
  await family.getByRole('button', { name: ui.retry }).click();
  await expect(family.getByText(talk.moreFailed)).toHaveCount(0);
});

/** The service worker shows a notification that opens the conversation, and removes it once the message is read. */
async function expectNotification(
  family: Page,
  origin: string,
  { id, payload }: { id: number; payload: unknown },
) {
  const devtools = await family.context().newCDPSession(family);
  const registration = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [one] }) => {
      if (one) resolve(one.registrationId);
    }),
  );
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registration,
    data: JSON.stringify(payload),
  });
  const shown = () =>
    family.evaluate(async () => {
      const there = await (await navigator.serviceWorker.ready).getNotifications();
      return there.map(({ title, body, tag }) => ({ title, body, tag }));
    });
  await expect.poll(shown).toEqual([{ title: '明師', body: '你有一則新訊息', tag: `m${id}` }]);

  const worker = family.context().serviceWorkers()[0];
  await worker?.evaluate(async () => {
    const scope = self as unknown as {
      registration: ServiceWorkerRegistration;
      NotificationEvent: new (type: string, init: object) => Event;
    };
    const [notification] = await scope.registration.getNotifications();
    self.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
  });
  await expectPath(family, `/message/${id}`);
  await expect(bubble(family, '星期三見')).toBeVisible();
  await expect.poll(shown).toEqual([]);
}

test('with no page open, the browser shows a notification that leads to the message', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  test.setTimeout(60_000);
  const pushServer = await openPushPeer();
  const subscribed = pushServer.subscription();
  const { family, tutor, id } = await matched(browser, baseURL, {
    serviceWorkers: 'allow',
    permissions: ['notifications'],
  });
  for (const page of [family, tutor])
    await call(page, 'PUT', '/api/users/notices/read', { up_to: Number.MAX_SAFE_INTEGER });
  await open(family, '/faq');
  /** A headless browser may show no notifications, whatever its permissions. */
  const showsNotifications = await family.evaluate(() => Notification.permission === 'granted');
  if (!showsNotifications)
    test.info().annotations.push({ type: 'left out', description: 'this browser shows no notifications' });
  // A browser without internet access has no push service; only that is replaced here.
  await family.addInitScript((fakeSubscription) => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = async () => 'granted';
    let subscription: object | null = null;
    PushManager.prototype.getSubscription = async () => subscription as PushSubscription | null;
    PushManager.prototype.subscribe = async (options) => {
      const key = Uint8Array.from(
        atob(String(options?.applicationServerKey).replaceAll('-', '+').replaceAll('_', '/')),
        (letter) => letter.charCodeAt(0),
      );
      subscription = {
        ...fakeSubscription,
        options: { applicationServerKey: key.buffer },
        toJSON: () => fakeSubscription,
        unsubscribe: async () => {
          subscription = null;
          return true;
        },
      };
      return subscription as PushSubscription;
    };
  }, subscribed);

  await open(family, '/me/notifications');
  const toggle = family.getByRole('switch', { name: notify.push.title });
  await expect(toggle).not.toBeChecked();
  await toggle.click();
  await expect(toggle).toBeChecked();
  await open(family, '/faq');
  await family.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await open(tutor, `/message/${id}`);
  await write(tutor, '星期三見');
  await expect.poll(() => pushServer.deliveries.length, { timeout: 20_000 }).toBe(1);
  expect(pushServer.problems).toEqual([]);

  const [delivery] = pushServer.deliveries;
  if (showsNotifications) await expectNotification(family, baseURL ?? '', { id, payload: delivery?.payload });

  // After logout no push subscription is stored.
  await call(family, 'GET', '/api/users/logout');
  expect(await sql('select from push_subscriptions where endpoint = $1', [subscribed.endpoint])).toEqual([]);
  await pushServer.close();
});

test('a visitor loads none of the messaging code and is asked to log in', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await open(page, '/');
  await page.waitForLoadState('networkidle');
  expect(
    requests.filter((path) => /unread|live-events|\/api\/users\/(unread|events|push)/.test(path)),
  ).toEqual([]);
  await expect(page.getByRole('banner').getByRole('link', { name: nav.message })).toHaveCount(0);
  await open(page, '/message/1');
  await expectPath(page, '/');
});
