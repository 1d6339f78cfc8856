import { Readable } from 'node:stream';
import type { TutorMessage } from '#shared/chat.ts';
import type { Locale } from '#shared/locale.ts';
import type { Db } from '../db.ts';
import type { FileAnswer } from '../file-answer.ts';
import { readPath } from './messages.ts';
import type { Owner } from './owner.ts';
import { readThread } from './threads.ts';

const words = {
  'zh-Hant': { me: '我', tutor: '導師', file: '（附有檔案）', mismatch: '核對不符', cut: '（回答未完）' },
  en: {
    me: 'Me',
    tutor: 'Tutor',
    file: '(file attached)',
    mismatch: 'Found not to be true',
    cut: '(unfinished)',
  },
} satisfies Record<Locale, unknown>;

const mostMessages = 10_000;

/** The version that is shown, as Markdown. */
export async function exportThread(
  db: Db,
  owner: Owner | undefined,
  id: number,
  locale: Locale,
): Promise<FileAnswer> {
  const thread = await readThread(db, owner, id);
  const messages = await readPath(db, { threadId: id, count: mostMessages });
  const title = `# ${thread.title.replaceAll('\n', ' ') || thread.path_name}`;
  const text = [title, ...messages.map((message) => section(message, locale))].join('\n\n');
  return {
    content: Readable.from([Buffer.from(`${text}\n`)]),
    mediaType: 'text/markdown; charset=utf-8',
    fileName: `mingshi-${id}.md`,
  };
}

function section({ role, text, files, parts, state, created_at }: TutorMessage, locale: Locale) {
  const say = words[locale];
  const checks = parts.flatMap((part) => (part.type === 'data-checks' ? part.data.mismatches : []));
  return [
    `## ${role === 'user' ? say.me : say.tutor} · ${created_at}`,
    ...(files.length > 0 ? [say.file] : []),
    ...(text === '' ? [] : [text]),
    ...(role === 'assistant' && state !== 'done' ? [say.cut] : []),
    ...checks.map(({ statement }) => `> ${say.mismatch}: \`${statement.replaceAll('\n', ' ')}\``),
  ].join('\n\n');
}
