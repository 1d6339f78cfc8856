import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { eraserLimits } from '../../src/shared/eraser/limits.ts';
import { createChatClient } from '../../tests/chat.ts';
import { drawPaper } from '../../tests/eraser/papers.ts';
import type { Random } from '../../tests/random.ts';
import { type Address, caseForm, join } from './people.ts';

/** Writes that go on until the server dies, and the check that what was acknowledged is there. */
export type Stream = {
  name: string;
  /** Writes until `stop` or the end of the server; whether a request was cut. */
  write: () => Promise<boolean>;
  stop: () => void;
  /** What is lost of the last round, in words. */
  check: () => Promise<string[]>;
  /** What must have come to its end after all rounds. */
  finish: () => Promise<string[]>;
  acknowledged: () => number;
  lost: () => number;
};
export const streamNames = ['posting', 'chunked upload', 'chat', 'erasing'] as const;
type Name = (typeof streamNames)[number];

/** One kind of write: `once` resolves when it is acknowledged, with how to see later that it is there. */
type Writer = {
  writers: number;
  once: () => Promise<() => Promise<string | undefined>>;
  /** Also for a write that was cut: it must be possible to go on, or to send it again. */
  resume?: () => Promise<string[]>;
  finish?: () => Promise<string[]>;
};

export async function createStream(name: Name, address: Address, random: Random): Promise<Stream> {
  const writer = await writersOf[name](address, random);
  let isOver = false;
  let acknowledged = 0;
  let lost = 0;
  let checks: (() => Promise<string | undefined>)[] = [];

  async function keepWriting() {
    while (!isOver) {
      try {
        checks.push(await writer.once());
        acknowledged += 1;
      } catch (error) {
        // The server died in the middle; anything else is a fault of the product or of this bench.
        if (isOver || isCut(error)) return true;
        throw error;
      }
    }
    return false;
  }

  const counted = (problems: (string | undefined)[]) => {
    const found = problems.filter((problem) => problem !== undefined);
    lost += found.length;
    return found.map((problem) => `${name}: ${problem}`);
  };

  return {
    name,
    async write() {
      isOver = false;
      checks = [];
      return (await Promise.all(Array.from({ length: writer.writers }, keepWriting))).includes(true);
    },
    stop() {
      isOver = true;
    },
    async check() {
      const problems = [];
      for (const check of checks) problems.push(await check());
      return counted([...problems, ...((await writer.resume?.()) ?? [])]);
    },
    finish: async () => counted((await writer.finish?.()) ?? []),
    acknowledged: () => acknowledged,
    lost: () => lost,
  };
}

/** A connection that was refused or broke off. */
export const isCut = (error: unknown) =>
  error instanceof TypeError || (error as Error)?.name === 'AbortError';

const writersOf: Record<Name, (address: Address, random: Random) => Promise<Writer>> = {
  async posting(address, random) {
    const path = '/api/common_info/student_detailed_registration';
    const newFamily = async () => {
      const { browser } = await join(address, random, 1);
      const first = await browser.call('POST', path, caseForm);
      return { browser, child: { ...caseForm.child_info[0], id: first.child_info[0].id } };
    };
    // One account may have so many cases; then another family posts.
    const casesOfFamily = 12;
    let family = newFamily();
    let posts = 0;
    return {
      writers: 4,
      async once() {
        posts += 1;
        if (posts % casesOfFamily === 0) family = newFamily();
        const { browser, child } = await family.catch((error) => {
          posts = casesOfFamily - 1;
          throw error;
        });
        const special_note = randomUUID();
        const posted = await browser.call('POST', path, {
          ...caseForm,
          child_info: [child],
          special_note,
          idempotency_key: randomUUID(),
        });
        return async () => {
          const { data } = await browser.send('GET', `${path}/${posted.id}`);
          return data?.special_note === special_note ? undefined : `case ${posted.id} is lost`;
        };
      },
    };
  },

  async 'chunked upload'(address, random) {
    const { browser } = await join(address, random, 1);
    // Noise does not compress, so that every file is of two chunks.
    const noise = async () => {
      const raw = { width: 1240, height: 1240, channels: 3 } as const;
      return sharp(randomBytes(raw.width * raw.height * 3), { raw })
        .png({ compressionLevel: 1 })
        .toBuffer();
    };
    let current: { bytes: Buffer; sha256: string; received: number; fileId: number | undefined } | undefined;
    const begin = (bytes: Buffer, sha256: string) =>
      browser.call('POST', '/api_ai/eraser/upload', { sha256, byte_size: bytes.length, name: 'a.png' });
    async function go() {
      const { bytes, sha256 } = current as NonNullable<typeof current>;
      let open = await begin(bytes, sha256);
      const problem =
        open.file === null && open.received < (current?.received ?? 0)
          ? `${open.received} of ${current?.received} acknowledged bytes are left`
          : undefined;
      while (open.file === null) {
        const chunk = bytes.subarray(open.received, open.received + eraserLimits.chunkBytes);
        const answer = await browser.send('POST', `/api_ai/eraser/upload/${open.upload_id}/chunk`, {
          body: { offset: open.received },
          file: { field: 'chunk', name: 'chunk', type: 'application/octet-stream', bytes: chunk },
        });
        if (answer.code !== 0) throw new Error(`a chunk answered ${answer.code} ${answer.message}`);
        open = answer.data;
        if (current) current.received = open.received;
      }
      return { file: open.file, problem };
    }
    return {
      writers: 1,
      async once() {
        const bytes = await noise();
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        current = { bytes, sha256, received: 0, fileId: undefined };
        const { file } = await go();
        current = undefined;
        return async () => {
          const again = await begin(bytes, sha256);
          return again.file?.id === file.id ? undefined : `file ${file.id} is lost`;
        };
      },
      async resume() {
        if (!current) return [];
        const { problem } = await go();
        current = undefined;
        return problem ? [problem] : [];
      },
    };
  },

  async chat(address, random) {
    const { browser } = await join(address, random, 1);
    const { list } = await browser.call('GET', '/api_ai/chat_ai/assistants');
    const newThread = async () =>
      (await browser.call('POST', '/api_ai/chat_ai/threads', { assistant_id: list[0].id })).id as number;
    let cut: { thread: number; text: string; shown: string }[] = [];
    const stored = async (thread: number) =>
      (await browser.call('GET', `/api_ai/chat_ai/messages?thread_id=${thread}`)).list as {
        role: string;
        text: string;
      }[];
    const missing = async ({ thread, text, shown }: (typeof cut)[number]) => {
      const messages = await stored(thread);
      if (!messages.some((message) => message.role === 'user' && message.text === text))
        return `the question in thread ${thread} is lost`;
      return messages.some((message) => message.role === 'assistant' && message.text.startsWith(shown))
        ? undefined
        : `an answer in thread ${thread} was shown and is not stored`;
    };
    return {
      writers: 2,
      async once() {
        const thread = await newThread();
        const text = `解方程 ${2 + random.below(9)}x + ${1 + random.below(9)} = ${20 + random.below(80)}`;
        const client = createChatClient(await address(), {
          authorization: `Bearer ${browser.tokens.ai}`,
          'x-forwarded-for': '10.200.0.1',
        });
        const shown = await client.stream('POST', 'messages', {
          thread_id: thread,
          text,
          client_key: randomUUID(),
        });
        const asked = { thread, text, shown: shown.text };
        if (!shown.isDone) {
          // What was shown before the stream broke off must be there as well.
          if (shown.messageId > 0) cut.push(asked);
          throw new TypeError('the stream broke off');
        }
        return () => missing(asked);
      },
      async resume() {
        const problems = [];
        for (const asked of cut) problems.push(await missing(asked));
        cut = [];
        return problems.filter((problem) => problem !== undefined);
      },
    };
  },

  async erasing(address, random) {
    const { browser } = await join(address, random, 1);
    let drawn = 0;
    let tasks: number[] = [];
    const ofTask = async (task: number) =>
      (await browser.send('GET', `/api_ai/eraser/erase_trace_task?task_id=${task}`)).data?.list?.[0];
    return {
      writers: 1,
      async once() {
        drawn += 1;
        const bytes = await drawPaper({ width: 200, height: 280, seed: drawn });
        const file = { field: 'file', name: 'a.jpg', type: 'image/jpeg', bytes };
        const cached = await browser.send('POST', '/api_ai/eraser/cache_file', {
          body: { name: 'a.jpg' },
          file,
        });
        if (cached.code !== 0) throw new Error(`a file answered ${cached.code} ${cached.message}`);
        const task = await browser.call('POST', '/api_ai/eraser/erase_trace_task', {
          files: [{ id: cached.data.id }],
        });
        tasks.push(task.id);
        // One page at a time: the pages of all rounds have to be erased in the end.
        await sleep(400);
        return async () => ((await ofTask(task.id)) ? undefined : `task ${task.id} is lost`);
      },
      async finish() {
        const deadline = Date.now() + 180_000;
        while (tasks.length > 0 && Date.now() < deadline) {
          const left: number[] = [];
          for (const task of tasks) if ((await ofTask(task))?.pages_done !== 1) left.push(task);
          tasks = left;
          await sleep(500);
        }
        return tasks.map((task) => `task ${task} was never done`);
      },
    };
  },
};
