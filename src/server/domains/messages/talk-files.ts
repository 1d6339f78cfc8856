import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { lockAccount } from '#server/domains/accounts/lock-account.ts';
import type { Database, Db, Tx } from '#server/ground/db/db.ts';
import { deleteFilesLater } from '#server/ground/files/delete-files-job.ts';
import type { Files } from '#server/ground/files/files.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { FileAnswer } from '#server/ground/http/file-answer.ts';
import { cleanFile } from '#server/ground/incoming/clean-file.ts';
import { headBytes, kindOf } from '#server/ground/incoming/file-kind.ts';
import { addJob, defineJob } from '#server/ground/jobs/jobs.ts';
import type { TalkFile } from '#shared/conversations.ts';
import type { Locale } from '#shared/locale.ts';
import { talkRules } from '#shared/rules/talk-rules.ts';
import { isSide, refuseClosed, talkOf } from './talk-access.ts';

/** A file that is never sent is deleted after a day. */
const unsentAfterMs = 24 * 60 * 60 * 1000;
/** Of the longer side of a preview: sharp at twice the width that a message has. */
const previewPx = 640;

type FileRow = {
  id: string;
  message_id: string | null;
  file_key: string;
  preview_key: string;
  media_type: TalkFile['media_type'];
  byte_size: number;
  width: number;
  height: number;
  pages: number;
};
/** By the id of their message. */
export type TalkFiles = ReadonlyMap<number, TalkFile[]>;

/** Draws the first page of a file in the process that reads untrusted ones, and counts the pages. */
export type DrawFirstPage = (
  file: Uint8Array,
  locale: Locale,
) => Promise<{ picture: Uint8Array; pages: number }>;

const toFile = ({ id, media_type, byte_size, width, height, pages }: FileRow): TalkFile => ({
  id: Number(id),
  ...{ media_type, byte_size, width, height, pages },
});

type Parts = { database: Database; files: Files; drawFirstPage: DrawFirstPage };
type NewFile = { userId: number; id: number; file: Uint8Array; clientKey: string; locale: Locale };

export function openTalkFiles({ database: { db, transaction }, files, drawFirstPage }: Parts) {
  const removal = removeUnsentTalkFile(files);

  return {
    /** First the clean-up job, then the files, then the row: wherever the process dies, nothing stays behind. */
    async add({ userId, id, file, clientKey, locale }: NewFile): Promise<TalkFile> {
      refuseClosed(await talkOf(db, userId, id));
      const before = await fileWith(db, userId, id, clientKey);
      if (before) return toFile(before);
      await checkDay(db, userId);
      const made = await prepare(file, locale);
      const fileKey = `talk/${randomUUID()}`;
      const previewKey = `${fileKey}-small`;
      const runAt = new Date(Date.now() + unsentAfterMs);
      await transaction((tx) => addJob(tx, removal, { key: fileKey }, { key: fileKey, runAt }));
      await files.put(fileKey, made.bytes);
      await files.put(previewKey, made.preview);
      return transaction(async (tx) => {
        await lockAccount(tx, userId);
        refuseClosed(await talkOf(tx, userId, id));
        const earlier = await fileWith(tx, userId, id, clientKey);
        if (earlier) return toFile(earlier);
        await checkDay(tx, userId);
        const { mediaType, bytes, width, height, pages } = made;
        const { rows } = await tx.execute<FileRow>(sql`
          insert into conversation_files (interest_id, user_id, client_key, file_key, preview_key, media_type,
            byte_size, width, height, pages)
          values (${id}, ${userId}, ${clientKey}, ${fileKey}, ${previewKey}, ${mediaType}, ${bytes.byteLength},
            ${width}, ${height}, ${pages})
          on conflict (user_id, client_key) do nothing returning *`);
        // A key is one file; used for another conversation, it is a mistake of the page.
        if (!rows[0]) throw new AppError('conflict');
        return toFile(rows[0]);
      });
    },

    /** Checked at each request: a block, or a deleted account, closes it at once. */
    async file(userId: number, id: number, size: 'small' | 'whole'): Promise<FileAnswer> {
      const { rows } = await db.execute<FileRow>(sql`
        select shown.* from conversation_files shown join interests on interests.id = shown.interest_id
        where shown.id = ${id} and ${isSide(userId)}
          and (shown.message_id is not null or shown.user_id = ${userId})`);
      return openTalkFile(files, rows[0], size);
    },
  };

  async function prepare(file: Uint8Array, locale: Locale) {
    const { fileKind, upright } = await readable(file, locale);
    const { bytes, mediaType } = await cleanFile(upright, locale);
    const { default: sharp } = await import('sharp');
    const drawn = fileKind === 'pdf' ? await drawFirstPage(bytes, locale) : { picture: bytes, pages: 1 };
    const { data, info } = await sharp(drawn.picture)
      .autoOrient()
      .resize({ width: previewPx, height: previewPx, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .webp({ quality: 78, effort: 4 })
      .toBuffer({ resolveWithObject: true });
    return { bytes, mediaType, preview: data, width: info.width, height: info.height, pages: drawn.pages };
  }

  /** Phones send HEIC pictures, which browsers do not show. */
  async function readable(file: Uint8Array, locale: Locale) {
    const fileKind = kindOf(file.subarray(0, headBytes));
    if (fileKind !== 'heic') return { fileKind, upright: file };
    return { fileKind, upright: (await drawFirstPage(file, locale)).picture };
  }
}

/** A stored file as an answer; the caller has checked who asks. */
export async function openTalkFile(
  files: Files,
  row: Pick<FileRow, 'id' | 'file_key' | 'preview_key' | 'media_type'> | undefined,
  size: 'small' | 'whole',
): Promise<FileAnswer> {
  const content = row && (await files.get(size === 'small' ? row.preview_key : row.file_key));
  if (!content) throw new AppError('notFound');
  const mediaType = size === 'small' ? 'image/webp' : row.media_type;
  return { content, mediaType, fileName: talkFileName(Number(row.id), mediaType) };
}

export const talkFileName = (id: number, mediaType: string) =>
  `message-${id}.${mediaType === 'image/webp' ? 'webp' : 'pdf'}`;

async function fileWith(db: Db | Tx, userId: number, id: number, clientKey: string) {
  const { rows } = await db.execute<FileRow>(sql`
    select * from conversation_files
    where user_id = ${userId} and interest_id = ${id} and client_key = ${clientKey}`);
  return rows[0];
}

async function checkDay(db: Db | Tx, userId: number) {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from conversation_files
    where user_id = ${userId} and created_at > now() - interval '1 day'`);
  if ((rows[0]?.count ?? 0) >= talkRules.filesPerDay)
    throw new AppError('reachedLimit', { details: { limit: talkRules.filesPerDay } });
}

type Sent = { userId: number; id: number; messageId: number; files: readonly number[] };

/** Only one's own files of this conversation that no message has yet can be sent. */
export async function sendFiles(tx: Tx, { userId, id, messageId, files }: Sent) {
  const wanted = [...new Set(files)];
  if (wanted.length === 0) return;
  const { rows } = await tx.execute(sql`
    update conversation_files set message_id = ${messageId},
      position = array_position(${sql.param(wanted)}::bigint[], conversation_files.id)
    where id = any(${sql.param(wanted)}::bigint[]) and user_id = ${userId} and interest_id = ${id}
      and message_id is null
    returning id`);
  if (rows.length !== wanted.length) throw new AppError('badInput', { fields: { files: '' } });
}

const byMessage = (rows: readonly FileRow[]): TalkFiles => {
  const found = new Map<number, TalkFile[]>();
  for (const row of rows) {
    const message = Number(row.message_id);
    found.set(message, [...(found.get(message) ?? []), toFile(row)]);
  }
  return found;
};

export async function filesOfMessages(
  db: Db | Tx,
  id: number,
  messages: readonly number[],
): Promise<TalkFiles> {
  const { rows } = await db.execute<FileRow>(sql`
    select * from conversation_files
    where interest_id = ${id} and message_id = any(${sql.param([...messages])}::bigint[]) order by position`);
  return byMessage(rows);
}

/** The files of the last message of each of these conversations. */
export async function filesOfLatest(
  db: Db | Tx,
  latest: readonly { id: number; message: number }[],
): Promise<TalkFiles> {
  if (latest.length === 0) return new Map();
  const { rows } = await db.execute<FileRow>(sql`
    select files.* from conversation_files files
    join unnest(${sql.param(latest.map(({ id }) => id))}::bigint[],
                ${sql.param(latest.map(({ message }) => message))}::bigint[]) as last (interest_id, message_id)
      using (interest_id, message_id)
    order by position`);
  return byMessage(rows);
}

/** For applications and invitations that are about to be deleted, with what both sides sent. */
export async function removeFilesOf(tx: Tx, interests: readonly number[]) {
  const { rows } = await tx.execute<{ file_key: string; preview_key: string }>(sql`
    delete from conversation_files where interest_id = any(${sql.param([...interests])}::bigint[])
    returning file_key, preview_key`);
  await deleteFilesLater(
    tx,
    rows.flatMap(({ file_key, preview_key }) => [file_key, preview_key]),
  );
}

/** Deletes a file that no message has: never sent, or left behind by a process that died. */
export const removeUnsentTalkFile = (files: Files) =>
  defineJob({
    name: 'remove_unsent_talk_file',
    payload: z.object({ key: z.string().regex(/^talk\//) }),
    async run({ key }, { database }) {
      const used = await database.transaction(async (tx) => {
        await tx.execute(sql`delete from conversation_files where file_key = ${key} and message_id is null`);
        return (
          (await tx.execute(sql`select from conversation_files where file_key = ${key}`)).rows.length > 0
        );
      });
      if (used) return;
      await files.delete(key);
      await files.delete(`${key}-small`);
    },
  });
