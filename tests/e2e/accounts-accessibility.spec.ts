import { expect } from '@playwright/test';
import {
  complaintsOf,
  expectAccessibleOnce,
  type Locale,
  navigate,
  open,
  repetition,
  words,
} from './helpers.ts';
import { askForCode, headerLogin, newNumber, sheet, signUp, sql, test } from './people.ts';

const at = (locale: Locale, path: string) => (locale === 'en' ? `/en${path}` : path);

for (const [locale, width] of [
  ['zh-Hant', 375],
  ['en', 1280],
] as const)
  test.describe(`${locale} at ${width} px`, repetition(locale === 'en'), () => {
    test.use({ viewport: { width, height: 740 }, locale: locale === 'en' ? 'en-HK' : 'zh-HK' });
    const t = words[locale];
    const expectSoundHere = expectAccessibleOnce(locale);

    test('every step of the login sheet is accessible', async ({ page }) => {
      test.slow();
      await open(page, at(locale, '/faq'));
      await headerLogin(page, locale).click();
      await sheet(page).getByLabel(t.login.mobile).fill('12');
      await page.keyboard.press('Enter');
      await expect(sheet(page).getByText(t.login.mobileWrong)).toBeVisible();
      await expectSoundHere(page, 'the number');
      const code = await askForCode(page, newNumber(), locale);
      await page.keyboard.type(code === '000000' ? '000001' : '000000');
      await expect(sheet(page).getByLabel(t.login.code)).toHaveAttribute('aria-invalid', 'true');
      await expectSoundHere(page, 'the code');
      await sheet(page).getByRole('button', { name: t.login.fillIn }).click();
      await sheet(page).getByRole('button', { name: t.register.create }).click();
      await expect(sheet(page).getByRole('alert')).toBeVisible();
      await expectSoundHere(page, 'registration');
    });

    test('the AI login is accessible', { tag: '@whole' }, async ({ page }) => {
      await open(page, at(locale, '/erase'));
      await headerLogin(page, locale).click();
      await expect(sheet(page).getByRole('img', { name: t.aiLogin.qrAlt })).toBeVisible();
      await expectSoundHere(page, 'the QR code');
      await sheet(page).getByRole('tab', { name: t.aiLogin.sms }).click();
      await expectSoundHere(page, 'SMS');
    });

    test('the account pages are accessible', async ({ page }) => {
      test.slow();
      await signUp(page, { mobile: newNumber(), name: locale === 'en' ? 'Ada Wong' : '陳大文' });
      const complaints = complaintsOf(page);
      await open(page, at(locale, '/me'));
      const openAndCheck = async (path: string) => {
        await navigate(page, at(locale, path));
        await expect(page.locator('h1')).toHaveCount(1);
        await expectSoundHere(page, path);
      };
      for (const path of ['/me', '/me/profile', '/me/notifications', '/me/sessions', '/lost-number'])
        await test.step(path, () => openAndCheck(path));

      await test.step('/me/confirm-login', async () => {
        const { code } = (await (await page.request.get('/api_ai/user/qrcode')).json()).data;
        await openAndCheck(`/me/confirm-login?code=${code}`);
        await expect(page.getByText(t.me.confirm.chooseNumber)).toBeVisible();
        await expectSoundHere(page, 'the numbers');
      });
      await test.step('/me/number', async () => {
        await openAndCheck('/me/number');
        await sql('delete from sms_messages');
        await page.getByLabel(t.me.changeNumber.new).fill(newNumber());
        await page.getByRole('button', { name: t.me.changeNumber.sendBoth }).click();
        await expect(page.getByText(t.me.changeNumber.sent)).toBeVisible();
        await expectSoundHere(page, 'two codes');
      });
      await test.step('/me/security', async () => {
        await openAndCheck('/me/security');
        await page.getByRole('button', { name: t.me.security.turnOn }).click();
        await expect(page.locator('[data-secret]')).toBeVisible();
        await expectSoundHere(page, 'setting the second factor up');
      });
      await test.step('/me/children', async () => {
        await openAndCheck('/me/children');
        await page.getByRole('button', { name: t.me.children.add }).click();
        await sheet(page).getByRole('button', { name: t.me.children.save }).click();
        await expectSoundHere(page, 'a child');
      });
      await test.step('/me/privacy', async () => {
        await openAndCheck('/me/privacy');
        await page.getByRole('button', { name: t.me.privacy.deleteStart }).click();
        await page
          .getByLabel(t.me.privacy.deleteTyped.replace('{{word}}', t.me.privacy.deleteWord))
          .fill('x');
        await page.keyboard.press('Enter');
        await expectSoundHere(page, 'deleting the account');
      });
      expect(complaints).toEqual([]);
    });
  });
