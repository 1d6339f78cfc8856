import { expect } from '@playwright/test';
import { expectAccessible, open, words } from './helpers.ts';
import { headerLogin, newNumber, sheet, test } from './people.ts';

const { login, register, consent } = words['zh-Hant'];
const { login: english } = words.en;

test('with a single configured country the login shows no country list', async ({ page }) => {
  await open(page, '/faq');
  await headerLogin(page).click();
  await expect(sheet(page).getByLabel(login.mobile)).toBeVisible();
  await expect(sheet(page).getByRole('combobox')).toHaveCount(0);
});

test.describe('with several configured countries', () => {
  test.use({
    baseURL: `http://127.0.0.1:${process.env.E2E_ANALYTICS_PORT}`,
    viewport: { width: 375, height: 740 },
  });

  test('the login sheet offers a country list, and the code is sent to the chosen country', {
    tag: '@whole',
  }, async ({ page }) => {
    await open(page, '/');
    await page.getByRole('region', { name: consent.title }).getByRole('button').first().click();
    await headerLogin(page).click();
    const number = sheet(page).getByLabel(login.mobileAny);
    const area = sheet(page).getByRole('combobox', { name: login.areaCode });
    await expect(area).toHaveValue('852');
    await expect(area.locator('option')).toHaveText(['香港 +852', '澳門 +853', '內地 +86']);
    await area.selectOption('853');
    await number.fill('6612');
    await number.press('Enter');
    await expect(page.getByText(login.mobileWrong)).toBeVisible();
    await number.fill('66123456');
    await expect(number).toHaveValue('6612 3456');
    await number.press('Enter');
    await expect(sheet(page).getByText('+853 6612 3456')).toBeVisible();

    await sheet(page).getByRole('button', { name: login.changeNumber }).click();
    await expect(area).toHaveValue('853');
    await expectAccessible(page, 'the choice of places');
    // A number with its country code selects that country.
    await number.fill('+86 13800138000');
    await expect(area).toHaveValue('86');
    await expect(number).toHaveValue('138 0013 8000');
    await number.fill('138');
    await number.press('Enter');
    await expect(sheet(page).getByText(login.mobileWrongAny)).toBeVisible();
    await number.fill('13800138000');
    await number.press('Enter');
    await expect(sheet(page).getByText('+86 138 0013 8000')).toBeVisible();
    await sheet(page).getByRole('button', { name: login.fillIn }).click();
    await expect(sheet(page).getByLabel(register.name)).toBeVisible();
  });

  test('the countries have English names on the English site', { tag: '@whole' }, async ({ page }) => {
    await open(page, '/en/faq');
    await headerLogin(page, 'en').click();
    const area = sheet(page).getByRole('combobox', { name: english.areaCode });
    await expect(area.locator('option')).toHaveText(['Hong Kong +852', 'Macau +853', 'Mainland China +86']);
    await sheet(page).getByLabel(english.mobileAny).fill(newNumber());
    await sheet(page).getByRole('button', { name: english.sendCode }).click();
    await expect(sheet(page).getByLabel(english.code)).toBeFocused();
  });
});
