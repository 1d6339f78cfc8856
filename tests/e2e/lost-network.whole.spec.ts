import { expect, type Locator, type Page } from '@playwright/test';
import { formatLongDay } from '#shared/hong-kong.ts';
import { chooseDay, open, words } from './helpers.ts';
import { giveCase, giveListing, onPhone, onShow } from './pairs.ts';
import { newNumber, signUp, test } from './people.ts';

const { market, requests, policeCheck, ui } = words['zh-Hant'];
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Hong_Kong' }).format(new Date());

/** Clicks a button while its request fails: the page shows an error and stays. Then the network is back. */
async function pressWithoutNetwork(page: Page, button: Locator, call: string | RegExp) {
  const heading = page.getByRole('heading', { level: 1 });
  const before = await heading.innerText();
  await page.route(call, (route) => route.abort());
  await button.click();
  await expect(page.getByRole('alert').getByText(ui.notReached)).toBeVisible();
  await expect(heading).toHaveText(before);
  await expect(button).toBeEnabled();
  await page.unroute(call);
}

test('applying, inviting, accepting and the police check report a lost network, keep the input, and work when it is back', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(60_000);
  const [family, tutor] = [await onPhone(browser, baseURL), await onPhone(browser, baseURL)];
  const parent = await signUp(family, { mobile: newNumber(), name: '陳太' });
  const teacher = await signUp(tutor, { mobile: newNumber(), name: '李老師', identity: 2 });
  const shown = await onShow({
    ...{ tutors: 1, cases: 2 },
    case: { match_time: [], start_tutoring_date: null },
    tutor: { match_time: [] },
  });
  const [first, second] = shown.cases;
  for (const id of shown.cases) await giveCase(parent.id, id);
  await giveListing(teacher.id, shown.tutors[0]);
  const interest = '**/api/users/interest';

  await open(tutor, `/case/${second}`);
  const apply = tutor.getByRole('button', { name: market.applyNow });
  await pressWithoutNetwork(tutor, apply, interest);
  await apply.click();
  await expect(tutor.getByText(market.applied)).toBeVisible();

  await open(family, `/tutor/${shown.tutors[0]}`);
  await family.getByRole('button', { name: market.inviteShort, exact: true }).click();
  const sheet = family.getByRole('dialog');
  await sheet.getByLabel(market.forCase).selectOption(String(first));
  const invite = sheet.getByRole('button', { name: market.inviteNow });
  await pressWithoutNetwork(family, invite, interest);
  await expect(sheet.getByLabel(market.forCase)).toHaveValue(String(first));
  await invite.click();
  await expect(sheet.getByText(market.invited)).toBeVisible();

  await open(tutor, '/my-tutoring');
  const accept = tutor.getByRole('button', { name: requests.accept });
  await pressWithoutNetwork(tutor, accept, interest);
  await accept.click();
  await expect(tutor.getByText(requests.status.trial)).toBeVisible();

  await open(family, '/my-tutoring');
  const ask = family.getByRole('button', { name: policeCheck.ask });
  await pressWithoutNetwork(family, ask, '**/api/users/police_checks');
  await ask.click();
  await expect(family.getByRole('button', { name: policeCheck.cancel })).toBeVisible();

  await tutor.reload();
  const [code, issuedOn] = [tutor.getByLabel(policeCheck.code), tutor.getByLabel(policeCheck.issuedOn)];
  await code.fill('1234 5678 9012 34');
  await chooseDay(issuedOn, today());
  const share = tutor.getByRole('button', { name: policeCheck.share });
  await pressWithoutNetwork(tutor, share, '**/api/users/police_checks/*/share');
  await expect(code).toHaveValue('1234 5678 9012 34');
  await expect(issuedOn).toHaveValue(formatLongDay(today(), 'zh-Hant'));
  await share.click();
  await expect(tutor.getByRole('button', { name: policeCheck.takeBack })).toBeVisible();
});
