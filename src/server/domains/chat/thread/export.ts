import { Readable } from 'node:stream';
import type { Db } from '#server/ground/db/db.ts';
import type { FileAnswer } from '#server/ground/http/file-answer.ts';
import { createGate } from '#server/ground/threads/gate.ts';
import { runInThread } from '#server/ground/threads/run-in-thread.ts';
import type { Thread, TutorMessage } from '#shared/chat/chat.ts';
import { clockOf, dayOf, type Timestamp } from '#shared/hong-kong.ts';
import type { Locale } from '#shared/locale.ts';
import type { PrintedThread } from './export-page.ts';
import { readPath } from './messages.ts';
import type { Owner } from './owner.ts';
import { readThread } from './threads.ts';

const translations = {
  'zh-Hant': { me: '我', tutor: '導師', file: '（附有檔案）', mismatch: '核對不符', cut: '（回答未完）' },
  en: {
    me: 'Me',
    tutor: 'Tutor',
    file: '(file attached)',
    mismatch: 'Found not to be true',
    cut: '(unfinished)',
  },
} satisfies Record<Locale, unknown>;

/** More than a conversation that a student would print. */
const mostMessages = { markdown: 10_000, pdf: 400 };
const longestPrinted = 400_000;

type ExportRequest = { owner: Owner | undefined; id: number; locale: Locale };

/** The shown version of a thread, as Markdown. */
export async function exportThread(db: Db, { owner, id, locale }: ExportRequest): Promise<FileAnswer> {
  const thread = await readThread(db, owner, id);
  const messages = await readPath(db, { threadId: id, count: mostMessages.markdown });
  const title = `# ${harmless(titleOf(thread))}`;
  const text = [title, ...messages.map((message) => section(message, locale))].join('\n\n');
  return {
    content: Readable.from([Buffer.from(`${text}\n`)]),
    mediaType: 'text/markdown; charset=utf-8',
    fileName: `mingshi-${id}.md`,
  };
}

/** The same as PDF; of a very long thread only the end. */
export async function printedThread(db: Db, { owner, id, locale }: ExportRequest): Promise<FileAnswer> {
  const thread = await readThread(db, owner, id);
  const messages = await readPath(db, { threadId: id, count: mostMessages.pdf });
  let room = longestPrinted;
  const first = messages.findLastIndex(({ text }) => {
    room -= text.length;
    return room < 0;
  });
  const bytes = await printThread({
    title: titleOf(thread),
    locale,
    made: hongKongTime(new Date()),
    messages: messages.slice(first + 1).map((message) => ({
      heading: headingOf(message, locale),
      isTutor: message.role === 'assistant',
      text: message.text,
      notes: notesOf(message, locale).map(({ words, statement }) =>
        statement === undefined ? words : `${words}：${statement}`,
      ),
    })),
  });
  return {
    content: Readable.from([Buffer.from(bytes)]),
    mediaType: 'application/pdf',
    fileName: `mingshi-${id}.pdf`,
  };
}

const titleOf = ({ title, path_name }: Thread) => title.replaceAll('\n', ' ') || path_name;

const hongKongTime = (at: Timestamp) => `${dayOf(at)} ${clockOf(at)}`;

const headingOf = ({ role, created_at }: TutorMessage, locale: Locale) =>
  `${role === 'user' ? translations[locale].me : translations[locale].tutor} · ${hongKongTime(created_at)}`;

type Note = { words: string; statement?: string };

function notesOf({ role, state, files, parts }: TutorMessage, locale: Locale): Note[] {
  const say = translations[locale];
  return [
    ...(files.length > 0 ? [{ words: say.file }] : []),
    ...(role === 'assistant' && state !== 'done' ? [{ words: say.cut }] : []),
    ...parts
      .flatMap((part) => (part.type === 'data-checks' ? part.data.mismatches : []))
      .map(({ statement }) => ({ words: say.mismatch, statement: statement.replaceAll('\n', ' ') })),
  ];
}

const code = /(^ {0,3}```[^`\n]*\n[\s\S]*?(?:^ {0,3}```[ \t]*$|(?![\s\S])))/gm;

/** Content that a viewer would fetch or run becomes plain text: pictures become links, elements text. */
const harmless = (text: string) =>
  text
    .split(code)
    .map((piece, index) =>
      index % 2 === 1 ? piece : piece.replaceAll('![', '\\![').replace(/<(?=[a-zA-Z/!?])/g, '< '),
    )
    .join('');

function section(message: TutorMessage, locale: Locale) {
  return [
    `## ${headingOf(message, locale)}`,
    ...(message.text === '' ? [] : [harmless(message.text)]),
    ...notesOf(message, locale).map(({ words, statement }) =>
      statement === undefined ? words : `> ${words}: \`${statement}\``,
    ),
  ].join('\n\n');
}

const defaultTimeoutMs = 15_000;
const memoryMb = 256;
const worker = new URL('./export-worker.ts', import.meta.url);
const gate = createGate({ mostAtOnce: 2, mostWaiting: 20 });

/** In a worker thread: long conversations occupy the processor for a while. */
export const printThread = (thread: PrintedThread, timeoutMs = defaultTimeoutMs) =>
  gate.inTurn(() => runInThread<Uint8Array>(worker, thread, { timeoutMs, memoryMb }));
