import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expectPath, open, pathOf, words } from './helpers.ts';
import { accountLink, askForCode, headerLogin, newNumber, sheet, signUp, sql, test } from './people.ts';

const zh = words['zh-Hant'];
const { login, register } = zh;

async function fillRegistration(page: Page, name: string, identity: string) {
  await sheet(page).getByLabel(register.name).fill(name);
  await sheet(page).getByRole('radio', { name: identity, exact: true }).check();
  await sheet(page).getByRole('checkbox', { name: register.agree }).check();
  await sheet(page).getByRole('button', { name: register.create }).click();
}

const methodOf = async (name: string) =>
  (
    await sql('select registration_method, last_identity, marketing_consent_at from users where name = $1', [
      name,
    ])
  )[0];

test.describe('registration', () => {
  test('as a parent, from the header', async ({ page }) => {
    await open(page, '/faq');
    await headerLogin(page).click();
    const code = await askForCode(page, newNumber());
    await page.keyboard.type(code);
    await fillRegistration(page, '家長甲', register.parent);
    await expect(accountLink(page)).toBeVisible();
    await expect(headerLogin(page)).toHaveCount(0);
    expect(await methodOf('家長甲')).toEqual({
      registration_method: 'quickly_register',
      last_identity: 1,
      marketing_consent_at: null,
    });
  });

  test('as a tutor, who asked for the own tutoring and returns there, with a pasted phone number', async ({
    page,
  }) => {
    const number = newNumber();
    await page.goto('/my-tutoring');
    await expectPath(page, '/');
    await expect(sheet(page)).toContainText(login.for.tutoring);
    await sheet(page)
      .getByLabel(login.mobile)
      .fill(`+852 ${number.slice(0, 4)}-${number.slice(4)}`);
    await sheet(page).getByRole('button', { name: login.sendCode }).click();
    await sheet(page).getByRole('button', { name: login.fillIn }).click();
    await fillRegistration(page, '導師乙', register.tutor);
    await expectPath(page, '/my-tutoring');
    expect(await methodOf('導師乙')).toMatchObject({
      registration_method: 'case_register',
      last_identity: 2,
    });
  });

  test('lists what is missing in a summary that links to the fields', async ({ page }) => {
    await open(page, '/faq');
    await headerLogin(page).click();
    await expect(sheet(page).getByLabel(login.mobile)).toBeFocused();
    await page.keyboard.type('12');
    await page.keyboard.press('Enter');
    await expect(sheet(page).getByText(login.mobileWrong)).toBeVisible();
    await page.keyboard.type(await askForCode(page, newNumber()));
    await sheet(page).getByRole('button', { name: register.create }).click();
    const summary = sheet(page).getByRole('alert');
    await expect(summary).toBeFocused();
    await expect(summary.getByRole('link')).toHaveText([
      register.nameMissing,
      register.identityMissing,
      register.agreeMissing,
    ]);
    await summary.getByRole('link', { name: register.nameMissing }).click();
    await expect(sheet(page).getByLabel(register.name)).toBeFocused();
    await expect(sheet(page).getByLabel(register.name)).toHaveAttribute('aria-invalid', 'true');
  });

  test('keeps what was typed when the sheet is closed and after a reload', { tag: '@whole' }, async ({
    page,
  }) => {
    await open(page, '/faq');
    await headerLogin(page).click();
    const code = await askForCode(page, newNumber());
    const again = async () => {
      await open(page, '/faq');
      await headerLogin(page).click();
    };
    await again();
    await sheet(page).getByLabel(login.code).fill(code);
    await sheet(page).getByLabel(register.name).fill('留住的名字');
    await page.keyboard.press('Escape');
    await headerLogin(page).click();
    await expect(sheet(page).getByLabel(register.name)).toHaveValue('留住的名字');
    await again();
    await expect(sheet(page).getByLabel(register.name)).toHaveValue('留住的名字');
    await fillRegistration(page, '留住的名字', register.parent);
    await expect(accountLink(page)).toBeVisible();
  });

  test('works by keyboard alone', async ({ page }) => {
    await open(page, '/faq');
    await headerLogin(page).focus();
    await page.keyboard.press('Enter');
    await expect(sheet(page).getByLabel(login.mobile)).toBeFocused();
    await page.keyboard.type(newNumber());
    await page.keyboard.press('Enter');
    await expect(sheet(page).getByLabel(login.code)).toBeFocused();
    await page.keyboard.type((await sheet(page).locator('strong').textContent()) ?? '');
    await expect(sheet(page).getByLabel(register.name)).toBeFocused();
    await page.keyboard.type('Keyboard Only');
    await page.keyboard.press('Tab');
    await expect(sheet(page).getByRole('radio', { name: register.genderU })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(sheet(page).getByRole('radio', { name: register.genderF })).toBeChecked();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect(sheet(page).getByRole('checkbox', { name: register.agree })).toBeChecked();
    // Tab past the links to the two documents and the marketing checkbox to the button.
    for (let stop = 0; stop < 4; stop++) await page.keyboard.press('Tab');
    await expect(sheet(page).getByRole('button', { name: register.create })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(sheet(page)).toBeHidden();
    expect(pathOf(page)).toBe('/faq');
    await expect(page.getByRole('main')).toBeFocused();
    await expect(accountLink(page)).toBeVisible();
    expect(await methodOf('Keyboard Only')).toMatchObject({ registration_method: 'quickly_register' });
  });

  test.describe('in English on a phone', () => {
    test.use({ locale: 'en-HK', viewport: { width: 375, height: 667 } });

    test('from the bottom bar', async ({ page }) => {
      const { en } = words;
      await open(page, '/en/faq');
      await page
        .getByRole('navigation', { name: en.nav.main })
        .getByRole('link', { name: en.login.title })
        .click();
      await page.keyboard.type(await askForCode(page, newNumber(), 'en'));
      await sheet(page).getByLabel(en.register.name).fill('Phoebe Phone');
      await sheet(page).getByRole('radio', { name: en.register.tutor, exact: true }).check();
      await sheet(page).getByRole('checkbox', { name: en.register.agree }).check();
      await sheet(page).getByRole('button', { name: en.register.create }).click();
      const bar = page.getByRole('navigation', { name: en.nav.main });
      await bar.getByRole('link', { name: en.nav.mine }).click();
      await expectPath(page, '/en/me');
      await expect(page.getByRole('main').getByText('Phoebe Phone')).toBeVisible();
      expect(await methodOf('Phoebe Phone')).toMatchObject({ registration_method: 'popup_register' });
    });
  });
});

test.describe('SMS codes', () => {
  test('a wrong code shows the remaining tries, and a new code can be requested after the wait', async ({
    page,
  }) => {
    const number = newNumber();
    await open(page, '/faq');
    await page.clock.install();
    await headerLogin(page).click();
    const first = await askForCode(page, number);
    const wrong = first === '000000' ? '000001' : '000000';
    await page.keyboard.type(wrong);
    const field = sheet(page).getByLabel(login.code);
    await expect(sheet(page).getByText(login.triesLeft.replace('{{count}}', '4'))).toBeVisible();
    await expect(field).toHaveValue('');
    await expect(field).toBeFocused();

    const resend = sheet(page).getByRole('button', { name: /重新傳送/ });
    await expect(resend).toBeDisabled();
    await sql(`update sms_messages set at = at - interval '1 minute'`);
    await page.clock.fastForward(31_000);
    await expect(resend).toBeEnabled();
    await resend.click();
    await expect.poll(() => sheet(page).locator('strong').textContent()).not.toBe(first);
    await field.fill('');
    await page.keyboard.type((await sheet(page).locator('strong').textContent()) ?? '');
    await expect(sheet(page).getByLabel(register.name)).toBeVisible();
  });

  test('the phone number can be changed, and a code already sent can still be used', {
    tag: '@whole',
  }, async ({ page }) => {
    const number = newNumber();
    await open(page, '/faq');
    await headerLogin(page).click();
    await askForCode(page, number);
    await sheet(page).getByRole('button', { name: login.changeNumber }).click();
    await expect(sheet(page).getByLabel(login.mobile)).toHaveValue(
      `${number.slice(0, 4)} ${number.slice(4)}`,
    );
    await sheet(page).getByRole('button', { name: login.sendCode }).click();
    await expect(sheet(page).getByLabel(login.code)).toBeVisible();
  });

  test('the server’s proof-of-work challenge is solved without any action by the visitor', {
    tag: '@whole',
  }, async ({ browser, baseURL }) => {
    // The fourth number from one network within ten minutes has to solve the challenge.
    const context = await browser.newContext({
      ...{ baseURL: baseURL ?? '', locale: 'zh-HK' },
      extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.9' },
    });
    const page = await context.newPage();
    await open(page, '/faq');
    const statuses: number[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/send_sms')) statuses.push(response.status());
    });
    for (let visit = 0; visit < 3; visit++) {
      await page.request.post('/api/users/send_sms', { data: { mobile: newNumber() } });
    }
    await headerLogin(page).click();
    await askForCode(page, newNumber());
    expect(statuses).toEqual([428, 200]);
    await context.close();
  });

  test('a failed request while offline is reported at the field, and can be retried at once', {
    tag: '@whole',
  }, async ({ page, context }) => {
    await open(page, '/faq');
    await headerLogin(page).click();
    await sheet(page).getByLabel(login.mobile).fill(newNumber());
    const timesDisabled = await sheet(page)
      .getByRole('button', { name: login.sendCode })
      .evaluateHandle((button) => {
        const count = { times: 0 };
        new MutationObserver(() => {
          count.times++;
        }).observe(button, { attributeFilter: ['disabled'] });
        return count;
      });
    await context.setOffline(true);
    await page.keyboard.press('Enter');
    await expect(sheet(page).getByText(zh.ui.notReached)).toBeVisible();
    await context.setOffline(false);
    // No wait is announced, so the button is never disabled.
    expect(await timesDisabled.jsonValue()).toEqual({ times: 0 });
    await page.keyboard.press('Enter');
    await expect(sheet(page).getByLabel(login.code)).toBeVisible();
  });
});

test('a second factor is set up, requested at login, and removed', { tag: '@whole' }, async ({ page }) => {
  test.slow();
  const person = await signUp(page, { mobile: newNumber(), name: '兩步' });
  const { security } = zh.me;
  await open(page, '/me/security');
  await page.getByRole('button', { name: security.turnOn }).click();
  const shown = (await page.locator('[data-secret]').textContent()) ?? '';
  const totp = new TOTP({ secret: Secret.fromBase32(shown.replaceAll(' ', '')) });
  await page.getByLabel(login.appCode).fill(totp.generate());
  const codes = page.locator('[data-recovery-code]');
  await expect(codes).toHaveCount(10);
  const recovery = (await codes.allTextContents()).map((text) => text.trim());
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: security.download }).click();
  expect((await download).suggestedFilename()).toBe('mingshi-recovery-codes.txt');
  await page.getByRole('button', { name: security.done }).click();
  await expect(codes).toHaveCount(0);

  await open(page, '/me');
  await page.getByRole('button', { name: zh.me.logOutHere }).click();
  await expectPath(page, '/');
  await sql('delete from sms_messages');
  await headerLogin(page).click();
  await page.keyboard.type(await askForCode(page, person.mobile));
  await expect(sheet(page).getByText(login.secondFactorText)).toBeVisible();
  // The code that turned it on cannot be used again.
  await sheet(page).getByRole('button', { name: login.useRecovery }).click();
  await sheet(page).getByLabel(login.recoveryCode).fill('AAAA-BBBB-CCCC-DDDD');
  await page.keyboard.press('Enter');
  await expect(sheet(page).getByLabel(login.recoveryCode)).toHaveAttribute('aria-invalid', 'true');
  await sheet(page)
    .getByLabel(login.recoveryCode)
    .fill(recovery[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(accountLink(page)).toBeVisible();

  await open(page, '/me/security');
  await expect(page.getByText(security.left.replace('{{count}}', '9'))).toBeVisible();
  await page.getByLabel(security.removeCode).fill(recovery[1] ?? '');
  await page.getByRole('button', { name: security.remove }).click();
  await expect(page.getByRole('button', { name: security.turnOn })).toBeVisible();
});
