import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { addDays, formatShortDay, today } from '#shared/hong-kong.ts';
import { calledBySurname } from '#shared/tutor-name.ts';
import { complaintsOf, expectAccessibleOnce, type Locale, untilHydrated, words } from './helpers.ts';
import { giveListing, onPhone, onShow } from './pairs.ts';
import { newNumber, sheet, signUp, sql, test } from './people.ts';

/** Nobody else in the tests teaches Spanish to this grade; each repetition has a district of its own. */
const looksFor = {
  grade: { id: 8, 'zh-Hant': '小五', en: 'Primary 5' },
  subject: { id: 24, 'zh-Hant': '西班牙語', en: 'Spanish' },
};
const districts = {
  'zh-Hant': [
    [13, '元朗區'],
    [12, '屯門區'],
    [14, '北區'],
  ],
  en: [
    [15, 'Tai Po'],
    [11, 'Tsuen Wan'],
    [17, 'Sai Kung'],
  ],
} as const;

/** A listed tutor with an account, who has gone home, and two others of the same subject. */
async function tutorsOnShow(browser: Browser, baseURL: string | undefined, district: number) {
  const teaches = {
    subject_grades: [{ major_subject: null, other_subject: looksFor.subject.id, grade: [looksFor.grade.id] }],
    tutoring_region: [district],
    travel_region: [],
    tutoring_type: [1],
    teaching_language: [1],
    match_time: [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
      ['17:00', '17:30', '18:00', '18:30'].map((start) => ({ weekday, start })),
    ),
  };
  const hired = await onPhone(browser, baseURL);
  const mobile = newNumber();
  const { id } = await signUp(hired, { mobile, name: '慕容老師', identity: 2 });
  await hired.context().close();
  const price = { price_min: 120, price_max: 160 };
  const { tutors } = await onShow({
    tutors: 1,
    tutor: { ...teaches, ...price, display_name: '慕容老師' },
    seed: id,
  });
  await giveListing(id, tutors[0]);
  await onShow({ tutors: 2, tutor: { ...teaches, ...price }, seed: id + 1 });
  // Removes the half-minute wait for the next code.
  await sql('delete from sms_messages');
  return { mobile, id };
}

const say = (text: string, values: Record<string, string | number> = {}) =>
  Object.entries(values).reduce((said, [name, value]) => said.replaceAll(`{{${name}}}`, String(value)), text);

/** The front door, in the person's language, which is one tap on the first page. */
async function enter(page: Page, locale: Locale) {
  await page.goto('/');
  await untilHydrated(page);
  const english = page.getByRole('banner').getByRole('link', { name: /English/ });
  if (locale === 'en' && (await english.isVisible())) {
    await english.click();
    await expect(page.getByRole('banner').getByRole('link', { name: /繁體中文/ })).toBeVisible();
    await untilHydrated(page);
  }
}

/** Taps and screens of posting, as a person counts them: a choice is one tap, typed digits are none. */
function countedHand() {
  const done = { taps: 0, screens: 0 };
  return {
    done,
    async screen(shownBy: Locator) {
      await expect(shownBy).toBeVisible();
      done.screens += 1;
    },
    async choose(field: Locator, label: string) {
      done.taps += 1;
      await field.selectOption({ label });
    },
    async tap(target: Locator) {
      done.taps += 1;
      await target.click();
    },
  };
}

/** A person who only sees the screen: what is found by its role and its words, and is visible. */
function personAt(page: Page, locale: Locale) {
  const { nav, talk, trial, waiting, classes, contact } = words[locale];
  const main = page.getByRole('main');
  const navigation = page.getByRole('navigation', { name: nav.main, exact: true }).filter({ visible: true });
  const log = page.getByRole('log');
  return {
    page,
    main,
    button: (name: string) => page.getByRole('button', { name, exact: true }).filter({ visible: true }),
    link: (name: string | RegExp) =>
      main.getByRole('link', { name, exact: typeof name === 'string' }).filter({ visible: true }),
    confirm: (name: string) =>
      page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click(),
    async goHome() {
      await navigation.getByRole('link', { name: nav.home, exact: true }).click();
      await expect(main.getByRole('heading', { name: waiting.shortcuts })).toBeVisible();
    },
    /** What waits is a card of the home page with one button. */
    waits: (title: string | RegExp) =>
      main.getByRole('listitem').filter({ hasText: title }).getByRole('link'),
    async write(text: string) {
      await page.getByRole('textbox', { name: talk.write }).fill(text);
      await page.getByRole('button', { name: talk.send, exact: true }).click();
      await expect(log.getByText(text, { exact: true })).toBeVisible();
    },
    reads: (text: string) => expect(log.getByText(text, { exact: true })).toBeVisible(),
    async proposes(name: string, daysAhead: number, time: string) {
      await page.getByRole('button', { name, exact: true }).click();
      const day = formatShortDay(addDays(today(), daysAhead), locale);
      await sheet(page).getByRole('radio', { name: day }).check();
      await sheet(page).getByRole('radio', { name: time, exact: true }).check();
      await sheet(page).getByRole('button', { name: trial.send }).click();
      await expect(sheet(page)).toBeHidden();
    },
    /** The lessons to come, in the person's own calendar. */
    async calendar() {
      await this.goHome();
      await main.getByRole('link', { name: nav.schedule, exact: true }).click();
      const lessons = page.getByRole('region', {
        name: new RegExp(`^(${classes.todays}|${classes.nextOnes})$`),
      });
      await expect(lessons.first()).toBeVisible();
      return lessons.getByRole('listitem');
    },
    async seesNumber(mobile: string) {
      await page.getByRole('button', { name: contact.show }).click();
      const spaced = mobile.replace(/(\d{4})(\d{4})/, '$1\u00a0$2');
      await expect(main.getByText(spaced).first()).toBeVisible();
      await expect(main.getByRole('link', { name: new RegExp(contact.call) })).toHaveAttribute(
        'href',
        `tel:+852${mobile}`,
      );
      await expect(main.getByRole('link', { name: new RegExp(contact.whatsapp) })).toHaveAttribute(
        'href',
        `https://wa.me/852${mobile}`,
      );
    },
  };
}

/** The code that demo mode shows on the screen. */
const shownCode = (page: Page) => page.getByText(/^\d{6}$/).filter({ visible: true });

for (const { locale, width, tag } of [
  { locale: 'zh-Hant', width: 375, tag: '@ci' },
  { locale: 'en', width: 1280, tag: '@whole' },
] as const) {
  test(`a family goes from the first visit to the weekly class, ${locale} at ${width} px`, { tag }, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(180_000);
    const t = words[locale];
    const { ask, caseForm: form, home, login, market, register, requests, trial, waiting, classes } = t;
    const [districtId, district] = districts[locale][test.info().repeatEachIndex % 3] ?? districts[locale][0];
    const { mobile: tutorMobile, id: tutorId } = await tutorsOnShow(browser, baseURL, districtId);
    const began = Date.now();
    const fits = expectAccessibleOnce(locale);
    const family = personAt(await onPhone(browser, baseURL, { width }), locale);
    const tutor = personAt(await onPhone(browser, baseURL), locale);
    // A step that cannot be found fails soon.
    for (const { page } of [family, tutor]) page.setDefaultTimeout(15_000);
    const complaints = [complaintsOf(family.page), complaintsOf(tutor.page)];
    const name = calledBySurname('慕容', (surname) => say(t.ui.tutorCalled, { surname }));
    const familyMobile = newNumber();

    // First visit: three choices lead to the tutors, without log-in.
    await enter(family.page, locale);
    const hand = countedHand();
    await hand.screen(family.page.getByLabel(home.grade));
    await hand.choose(family.page.getByLabel(home.grade), looksFor.grade[locale]);
    await hand.choose(family.page.getByLabel(home.subject), looksFor.subject[locale]);
    await hand.choose(family.page.getByLabel(home.region), district);
    await family.button(say(home.seeCount, { count: 3 })).click();
    await expect(family.link(name)).toBeVisible();
    await fits(family.page, 'tutors without log-in');
    await family.link(name).click();
    await expect(family.main.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(family.main.getByRole('row', { name: new RegExp(looksFor.subject[locale]) })).toContainText(
      looksFor.grade[locale],
    );
    await family.link(market.backToList).click();
    await expect(family.link(name)).toBeVisible();

    // Back home the choices are still there, and are counted with the rest of posting.
    await family.page.getByRole('banner').getByRole('link').first().click();
    await hand.tap(family.link(home.postThis));
    const number = family.page.getByLabel(login.mobile);
    await hand.screen(number);
    await hand.tap(number);
    await family.page.keyboard.type(familyMobile);
    await hand.tap(family.page.getByRole('checkbox', { name: register.agree }));
    await hand.tap(family.button(login.sendCode));
    await expect(family.page.getByLabel(login.code)).toBeFocused();
    await family.page.keyboard.type((await shownCode(family.page).textContent()) ?? '');
    await hand.screen(family.button(form.post));
    await expect(family.main).toContainText(district);
    await hand.tap(family.button(form.post));
    await hand.screen(family.main.getByRole('heading', { name: form.posted }));
    console.log(`posting: ${hand.done.taps} taps, ${hand.done.screens} screens`);
    expect(hand.done.taps).toBeLessThanOrEqual(9);
    expect(hand.done.screens).toBeLessThanOrEqual(4);

    // From the tutors who fit to the tutor's page, and an invitation with fee, time and line.
    await family.link(say(form.seeFits, { count: 3 })).click();
    await expect(family.link(name)).toBeVisible();
    await fits(family.page, 'the tutors who fit');
    await family.link(name).click();
    await expect(family.main.getByRole('heading', { level: 1 })).toHaveText(name);
    await family.button(width < 1024 ? market.inviteShort : market.inviteNow).click();
    const fee = sheet(family.page).getByLabel(ask.fee);
    const before = Number(await fee.inputValue());
    await sheet(family.page).getByRole('checkbox', { name: '17:00–18:30' }).first().check();
    await sheet(family.page).getByRole('button', { name: ask.more }).click();
    await expect(fee).toHaveValue(String(before + 10));
    const line = locale === 'en' ? 'She would like to speak before she writes.' : '想先練好會話，再學寫作。';
    await sheet(family.page).getByLabel(ask.line).fill(line);
    await fits(family.page, 'the invitation');
    await sheet(family.page).getByRole('button', { name: ask.sendInvite, exact: true }).click();
    await expect(sheet(family.page)).toBeHidden();

    // The tutor comes in by the front door, logs in, and sees what waits.
    await enter(tutor.page, locale);
    await tutor.page
      .getByRole('navigation', { name: t.nav.main, exact: true })
      .filter({ visible: true })
      .getByText(login.title)
      .click();
    await sheet(tutor.page).getByLabel(login.mobile).fill(tutorMobile);
    await sheet(tutor.page).getByRole('button', { name: login.sendCode }).click();
    await expect(sheet(tutor.page).getByLabel(login.code)).toBeFocused();
    await tutor.page.keyboard.type((await shownCode(tutor.page).textContent()) ?? '');
    await expect(sheet(tutor.page)).toBeHidden();
    // The second visit, by the front door again.
    await enter(tutor.page, locale);
    await tutor.waits(waiting.invitation).click();
    await expect(tutor.main.getByText(line)).toBeVisible();
    await expect(tutor.main.getByText(say(requests.perHour, { price: before + 10 }))).toBeVisible();

    // They talk before anything is decided; each reads the other without a reload.
    const texts =
      locale === 'en'
        ? ['Is she learning at school too?', 'Yes, for a year now.', 'Then we shall get on well.']
        : ['她在學校也有學嗎？', '有，學了一年。', '那就很好上手了。'];
    const [first = '', second = '', third = ''] = texts;
    await tutor.link(requests.talk).click();
    await tutor.write(first);
    await family.link(market.toTalk).click();
    await family.reads(first);
    await family.write(second);
    await tutor.reads(second);
    await tutor.write(third);
    await family.reads(third);
    await fits(family.page, 'the conversation before the decision');

    // The tutor accepts, told first what follows.
    await tutor.button(requests.accept).click();
    await expect(tutor.page.getByRole('alertdialog')).toContainText(`HK$${before + 10}`);
    await tutor.confirm(requests.acceptConfirm);
    await expect(tutor.main.getByText(trial.line.open, { exact: true })).toBeVisible();

    // The family proposes a trial in the conversation, the tutor another time, and the family accepts.
    await expect(family.button(trial.propose)).toBeVisible();
    await family.proposes(trial.propose, 2, '18:00');
    await expect(family.main.getByText(trial.line.mine)).toBeVisible();
    await expect(tutor.button(trial.accept)).toBeVisible();
    await tutor.main.getByRole('button', { expanded: false }).click();
    await tutor.proposes(trial.other, 3, '17:00');
    await expect(family.main.getByText(trial.line.theirs)).toBeVisible();
    await family.button(trial.accept).click();
    for (const person of [family, tutor]) {
      await expect(
        person.main.getByText(trial.agreed, { exact: true }).filter({ visible: true }),
      ).toBeVisible();
      const lessons = await person.calendar();
      await expect(lessons.filter({ hasText: '17:00' })).toContainText(classes.trialLesson);
    }

    // Time passes: as no test waits for days, the trial moves into the past instead.
    await sql(
      `update trial_proposals set starts_at = now() - interval '3 hours'
       where match_id in (select id from matches where tutor_user_id = $1)`,
      [tutorId],
    );
    await sql(
      `update classes set trial_at = now() - interval '3 hours'
       where match_id in (select id from matches where tutor_user_id = $1)`,
      [tutorId],
    );

    await family.goHome();
    await family.waits(waiting.trial).click();
    await expect(family.main.getByText(trial.over)).toBeVisible();
    await fits(family.page, 'the question after the trial');
    await family.button(trial.passed).click();
    await family.confirm(trial.passed);
    await expect(family.main.getByText(requests.status.going, { exact: true })).toBeVisible();
    for (const person of [family, tutor]) {
      const lessons = await person.calendar();
      await expect(lessons.filter({ hasText: '17:00' }).nth(1)).toBeVisible();
    }

    // Both share their numbers.
    for (const person of [tutor, family]) {
      await person.goHome();
      await person.link(t.nav.tutoring).first().click();
      const words = person === tutor ? t.contact.offer : t.contact.agree;
      await person.button(words).click();
      await person.confirm(words);
    }
    await family.seesNumber(tutorMobile);
    await tutor.seesNumber(familyMobile);
    await fits(family.page, 'a class with the tutor’s number');
    expect(complaints.flat()).toEqual([]);
    console.log(`the journey in ${locale} took ${((Date.now() - began) / 1000).toFixed(1)} s`);
  });
}
