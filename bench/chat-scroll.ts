/**
 * Whether a thread of 1,000 messages with formulas scrolls smoothly: a real browser scrolls to its beginning and
 * back, by wheel and by keyboard, at phone and desktop width, while older messages load; then asks a question at
 * its end. Measures frame times and the main thread's CPU time per frame, which is more reliable on a busy machine.
 * The time to open it is compared with a thread of 20 messages. Needs a build (`npm run build`). `npm run bench --
 * chat-scroll 200` uses a thread of 200 messages.
 */
import type { Page } from '@playwright/test';
import pg from 'pg';
import { runningPostgresUrl } from '../src/server/ground/postgres/postgres.ts';
import { inFolder, startServer } from './tools/server.ts';
import { atMost, missed, printTable, type Row } from './tools/table.ts';
import { type Conversation, createConversation, questions } from './web/chat-page.ts';
import { launchChromium } from './web/chromium.ts';
import { type Frames, framesOf, openThread, smoothMs } from './web/frames.ts';
import { inTurn } from './web/load.ts';

const messages = Number(process.argv[2] ?? 1000);
/** As many as the first page of messages has. */
const fewMessages = 20;
const mostProcessorMs = 8;
const openings = 5;
const mostOpening = 1.25;
/** Fast scrolling: about twenty phone screens per second. */
const wheelPx = 240;
const screens = [
  { width: 375, height: 700 },
  { width: 1280, height: 800 },
];
const milliseconds = (value: number) => `${value.toFixed(1)} ms`;

/** Repeats the messages of a conversation in the same order until it has `count` messages. */
async function repeatMessages(database: pg.Pool, { id }: Conversation, count: number) {
  await database.query(`
    do $$ declare before bigint; said bigint[]; begin
      select leaf_id into before from chat_threads where id = ${id};
      select array_agg(id order by id) into said from chat_messages where thread_id = ${id};
      for number in cardinality(said) .. ${count - 1} loop
        insert into chat_messages (thread_id, parent_id, role, text, parts, state)
        select thread_id, before, role, text, parts, state from chat_messages
        where id = said[number % cardinality(said) + 1]
        returning id into before;
      end loop;
      update chat_threads set leaf_id = before where id = ${id};
    end $$`);
}

/** Milliseconds from requesting the page until it reacts to typing. */
async function usableAfter(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' });
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        // Uses the native setter: React tracks the field's value and would ignore a change made through its own
        // setter.
        const put = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
        const type = (field: HTMLTextAreaElement, text: string) => {
          put?.call(field, text);
          field.dispatchEvent(new Event('input', { bubbles: true }));
        };
        const poll = () => {
          const field = document.querySelector<HTMLTextAreaElement>('form textarea');
          const isReady = document.querySelector('form button[type=submit][aria-disabled=false]') !== null;
          if (field) type(field, isReady || field.value ? '' : 'x');
          if (isReady) resolve(performance.now());
          else requestAnimationFrame(poll);
        };
        poll();
      }),
  );
}

const stateOf = (page: Page) =>
  page.evaluate(() => {
    const box = document.querySelector('section[tabindex="0"]') as HTMLElement;
    return {
      isAtTop: box.scrollTop === 0,
      isAtFoot: box.scrollHeight - box.scrollTop - box.clientHeight <= 2,
      count: document.querySelectorAll('li[data-message]').length,
    };
  });

const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise<number>((resolve) => requestAnimationFrame(resolve)));

/** Repeats the step until the position is reached, also while older messages are still loading at the top. */
async function scrollUntil(
  page: Page,
  step: () => Promise<void>,
  isThere: (state: Awaited<ReturnType<typeof stateOf>>) => boolean,
) {
  let state = await stateOf(page);
  while (!isThere(state)) {
    for (let steps = 0; steps < 4; steps++) {
      await step();
      await nextFrame(page);
    }
    state = await stateOf(page);
  }
}

const rowsOf = (name: string, { count, half, most, worst, late, processor }: Frames): Row[] => [
  atMost(`${name}: 19 of 20 frames`, most, smoothMs, milliseconds),
  atMost(`${name}: processor time a frame`, processor, mostProcessorMs, milliseconds),
  {
    metric: `${name}: half of the frames, the longest; how many, those over 33 ms`,
    value: `${milliseconds(half)}, ${milliseconds(worst)}; ${count}, ${(late * 100).toFixed(1)} %`,
  },
];

async function scroll(page: Page, url: string, name: string): Promise<Row[]> {
  const rows: Row[] = [];
  const thread = await openThread(page);
  const measure = async (what: string, work: () => Promise<void>) => {
    const measured = rowsOf(`${name}, ${what}`, await framesOf(page, thread, work));
    rows.push(...measured);
    // Progress output: the run takes minutes.
    console.error(measured.map(({ metric, value }) => `${metric}: ${value}`).join('\n'));
  };
  const up = (step: () => Promise<void>) => () =>
    scrollUntil(page, step, ({ isAtTop, count }) => isAtTop && count === messages);
  const down = (step: () => Promise<void>) => () => scrollUntil(page, step, ({ isAtFoot }) => isAtFoot);
  const begin = async () => {
    await usableAfter(page, url);
    await page.locator('section[tabindex="0"]').focus();
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    await page.mouse.move(width - 200, height / 2);
  };

  await begin();
  await measure(
    'wheel up, while older ones come',
    up(() => page.mouse.wheel(0, -wheelPx)),
  );
  await measure(
    'wheel down',
    down(() => page.mouse.wheel(0, wheelPx)),
  );
  await begin();
  await measure(
    'PageUp, while older ones come',
    up(() => page.keyboard.press('PageUp')),
  );
  await measure(
    'PageDown',
    down(() => page.keyboard.press('PageDown')),
  );
  await measure('Home and End', async () => {
    for (let times = 0; times < 5; times++) {
      await up(() => page.keyboard.press('Home'))();
      await down(() => page.keyboard.press('End'))();
    }
  });
  await measure('an answer at its end', async () => {
    const field = page.locator('form textarea').first();
    await field.fill('解方程 x^2 - 6x + 7 = 0');
    await field.press('Enter');
    await page.waitForFunction(
      (count) =>
        document.querySelectorAll('li[data-message]').length > count &&
        !document.querySelector('li[data-message] [aria-busy=true]'),
      messages,
    );
  });
  return rows;
}

await inFolder(async (dataDir) => {
  const server = startServer(dataDir, { AI_TRIALS_PER_ADDRESS: '1000' });
  const address = await server.address;
  const database = new pg.Pool({ connectionString: await runningPostgresUrl(dataDir), max: 1 });
  const browser = await launchChromium();
  try {
    const rows: Row[] = [];
    for (const viewport of screens) {
      const [many, few] = [
        await createConversation(address, questions.slice(0, 4)),
        await createConversation(address, questions.slice(0, 4)),
      ];
      await repeatMessages(database, many, messages);
      await repeatMessages(database, few, fewMessages);
      const openAs = async ({ cookie }: Conversation) => {
        const page = await browser.newPage({ viewport, locale: 'zh-HK' });
        await page.context().addCookies([
          { ...cookie, url: address },
          // Without this cookie the consent banner would cover the conversation.
          { name: 'consent', value: 'denied', url: address },
        ]);
        return page;
      };
      const [long, short] = [await openAs(many), await openAs(few)];
      const opening = await inTurn(openings, {
        many: () => usableAfter(long, address + many.path),
        few: () => usableAfter(short, address + few.path),
      });
      await short.context().close();
      rows.push(
        atMost(
          `${viewport.width}, opening it / opening one of ${fewMessages}`,
          opening.ratio('many', 'few'),
          mostOpening,
          (value) => `${value.toFixed(2)} ×`,
        ),
        {
          metric: `${viewport.width}, until usable: of ${messages}, of ${fewMessages}`,
          value: `${milliseconds(opening.median('many'))}, ${milliseconds(opening.median('few'))}`,
        },
        ...(await scroll(long, address + many.path, String(viewport.width))),
      );
      await long.context().close();
    }
    printTable(rows);
    process.exitCode = missed(rows) ? 1 : 0;
  } finally {
    await browser.close();
    await database.end();
  }
});
