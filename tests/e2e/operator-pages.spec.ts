import { expect } from '@playwright/test';
import { complaintsOf, expectAccessible, expectAccessibleOnce, navigate, words } from './helpers.ts';
import { inDatabase, newOperator, sharedOperator } from './operator-people.ts';
import { test } from './people.ts';

// Each test first creates users, and an operator by a separate command.
test.describe.configure({ timeout: 90_000 });

const zh = words['zh-Hant'].operator;

/** A queue item of an unregistered kind: it is shown, but offers no decisions. */
/** About somebody else: operators do not see what they are a party to. */
async function addItem(state: 'open' | 'decided', operatorId: number) {
  const [person] = await inDatabase<{ id: string }>('insert into users default values returning id', []);
  const [row] = await inDatabase<{ id: string }>(
    `insert into queue_items (kind, subject_id, about_user, state, decision, note, decided_by, decided_at)
     values ('sample', gen_random_uuid()::text, $1, $2, $3, $4, $5, $6) returning id`,
    state === 'open'
      ? [person?.id, state, null, '', null, null]
      : [person?.id, state, 'accept', '文件齊全', operatorId, new Date()],
  );
  return Number(row?.id);
}
async function addFailedJob() {
  const [row] = await inDatabase<{ id: string }>(
    `select id from graphile_worker.add_job('sample_job', '{}'::json, max_attempts => 3)`,
  );
  await inDatabase(
    `update graphile_worker._private_jobs set attempts = 3, last_error = 'the printer is out of paper' where id = $1`,
    [row?.id],
  );
  return row?.id;
}

test('while a console page loads slowly, a skeleton is shown', { tag: '@whole' }, async ({ browser }) => {
  const { page, open } = await sharedOperator(browser);
  await open('/operator');
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/operator/jobs.data*', async (route) => {
    await promise;
    await route.continue();
  });
  await page.getByRole('link', { name: zh.tabs.jobs }).click();
  await expect(page.getByRole('status').filter({ hasText: words['zh-Hant'].ui.loading })).toBeVisible();
  resolve();
  await expect(page.getByRole('heading', { level: 1, name: zh.jobs.title })).toBeVisible();
});

/** Serial: the second test makes the jobs view unavailable for a short time. */
test.describe('the job list and every console page', () => {
  test.describe.configure({ mode: 'default' });

  test('an operator sees a failed job with its error, and runs it again', async ({ browser }) => {
    const operator = await sharedOperator(browser);
    const id = await addFailedJob();
    const { page } = operator;
    await operator.open('/operator/jobs?state=failed');
    const row = page.getByRole('row').filter({ hasText: `#${id}` });
    await expect(row).toContainText('the printer is out of paper');
    await row.getByRole('button').click();
    await expect(row).toHaveCount(0);
    await page.getByRole('link', { name: zh.jobs.waiting }).click();
    await expect(row).toContainText('0 / 3');
  });

  test('a console page that failed to load can be retried in place', { tag: '@whole' }, async ({
    browser,
  }) => {
    const { page, open } = await sharedOperator(browser);
    await open('/operator');
    await inDatabase('alter view graphile_worker.jobs rename to jobs_away');
    try {
      await page.getByRole('link', { name: zh.tabs.jobs }).click();
      await expect(page.getByRole('heading', { level: 1, name: zh.failedTitle })).toBeVisible();
      await expectAccessible(page, 'a page that failed');
    } finally {
      await inDatabase('alter view graphile_worker.jobs_away rename to jobs');
    }
    await page.getByRole('button', { name: words['zh-Hant'].ui.retry }).click();
    await expect(page.getByRole('heading', { level: 1, name: zh.jobs.title })).toBeVisible();
  });

  for (const [prefix, width] of [
    ['', 375],
    ['/en', 1280],
  ] as const)
    test(`every console page is accessible at ${width} px${prefix && ', in English'}`, {
      tag: '@whole',
    }, async ({ browser }) => {
      test.setTimeout(150_000);
      const operator = await newOperator(browser);
      const { page } = operator;
      const id = await operator.id();
      const [open, decided] = [await addItem('open', id), await addItem('decided', id)];
      await addFailedJob();
      await page.setViewportSize({ width, height: 800 });
      const complaints = complaintsOf(page);
      const paths = [
        '/operator',
        '/operator?state=decided',
        '/operator?kind=none',
        `/operator/queue/${open}`,
        `/operator/queue/${decided}`,
        '/operator/users',
        '/operator/users?view=bans',
        `/operator/users/${id}`,
        '/operator/sms',
        '/operator/jobs',
        '/operator/jobs?state=running',
        '/operator/assistants',
        '/operator/weather',
        '/operator/audit',
        '/operator/audit?operator_id=999999',
      ];
      await operator.open(`${prefix}/operator`);
      for (const path of paths) {
        await navigate(page, prefix + path);
        await expect(page.locator('h1')).toHaveCount(1);
        await expectAccessibleOnce(prefix ? 'en' : 'zh-Hant')(page, path);
      }
      expect(complaints).toEqual([]);
    });
});
