import { sql } from 'drizzle-orm';
import { titleOf } from '#server/domains/chat/thread/write-question.ts';
import type { Database } from '#server/ground/db/db.ts';
import type { DataPart } from '#shared/chat/parts.ts';

type Item = { role: 'user' | 'assistant'; text: string; isReady: boolean; isCut: boolean };
type Found = { part: DataPart; words: string; title: string };
type Help = {
  /** What to store beside the answer if this is a cry for help. */
  helpFor: (text: string) => Promise<Found | undefined>;
  helped: () => void;
};
type Row = Omit<Item, 'isReady'> & { parts: DataPart[]; title: string };
type Fields = Record<string, unknown>;

const longestText = 8_000;
const maxItems = 2_000;

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value ? (value as Fields) : {});
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const listOf = (value: unknown) => (Array.isArray(value) ? value.map(fieldsOf) : []);

/**
 * Saves what was said in an upstream call to its thread, in the order of speaking; the socket beside the call
 * reports it. The transcript of speech often arrives after the answer to it has begun.
 */
export function createTranscript(database: Database, threadId: number, { helpFor, helped }: Help) {
  const items = new Map<string, Item>();
  let queue: Promise<void> = Promise.resolve();
  /** Found in what the student said, until it stands beside the answer. */
  let help: Found | undefined;

  function updateItem(id: string, role: Item['role'], change: Partial<Item> = {}) {
    if (id === '' || (!items.has(id) && items.size >= maxItems)) return;
    const item = items.get(id) ?? { role, text: '', isReady: false, isCut: false };
    items.set(id, { ...item, ...change });
  }
  const setText = (id: string, role: Item['role'], transcript: unknown, isReady: boolean) =>
    updateItem(id, role, {
      text: textOf(transcript).replaceAll('\0', '').toWellFormed().trim().slice(0, longestText),
      isReady,
    });

  const handlers: Record<string, (event: Fields) => void> = {
    'input_audio_buffer.committed': ({ item_id }) => updateItem(textOf(item_id), 'user'),
    'conversation.item.added': ({ item }) => typed(fieldsOf(item)),
    'conversation.item.created': ({ item }) => typed(fieldsOf(item)),
    'conversation.item.input_audio_transcription.completed': ({ item_id, transcript }) =>
      setText(textOf(item_id), 'user', transcript, true),
    'conversation.item.input_audio_transcription.failed': ({ item_id }) =>
      setText(textOf(item_id), 'user', '', true),
    'response.output_item.added': ({ item }) => {
      if (fieldsOf(item).type === 'message') updateItem(textOf(fieldsOf(item).id), 'assistant');
    },
    'response.output_audio_transcript.done': ({ item_id, transcript }) =>
      setText(textOf(item_id), 'assistant', transcript, false),
    'response.done': ({ response }) => {
      const { status, output } = fieldsOf(response);
      for (const { id } of listOf(output))
        if (items.has(textOf(id)))
          updateItem(textOf(id), 'assistant', { isReady: true, isCut: status !== 'completed' });
    },
  };

  function typed({ id, role, content }: Fields) {
    const [text] = listOf(content).filter(({ type }) => type === 'input_text');
    if (role === 'user' && text) setText(textOf(id), 'user', text.text, true);
  }

  /** Saves complete items up to the first incomplete one; at the end everything. */
  async function save(isEnd: boolean) {
    const complete: Item[] = [];
    for (const [id, item] of items) {
      if (!item.isReady && !isEnd) break;
      items.delete(id);
      if (item.text !== '') complete.push(item);
    }
    const rows: Row[] = [];
    for (const { role, text, isCut } of complete) {
      const found = role === 'user' ? await helpFor(text) : undefined;
      if (found) helped();
      const parts = role === 'assistant' && help ? [help.part] : [];
      rows.push({ role, text, isCut, parts, title: found?.title ?? titleOf(text) });
      help = found ?? (role === 'assistant' ? undefined : help);
    }
    // Hung up before an answer: the thread has the words and the lines all the same.
    if (isEnd && help)
      rows.push({ role: 'assistant', text: help.words, isCut: false, parts: [help.part], title: '' });
    if (rows.length === 0) return;
    await database.transaction(async (tx) => {
      for (const { role, text, isCut, parts, title } of rows)
        await tx.execute(sql`
          with thread as (select id, leaf_id from chat_threads where id = ${threadId} for update),
          made as (
            insert into chat_messages (thread_id, parent_id, role, text, state, is_spoken, parts)
            select id, leaf_id, ${role}, ${text}, ${isCut ? 'stopped' : 'done'}, true, ${JSON.stringify(parts)}::jsonb
            from thread returning id)
          update chat_threads set leaf_id = made.id, updated_at = now(),
            title = case when title = '' then ${role === 'user' ? title : ''} else title end
          from made where chat_threads.id = ${threadId}`);
    });
  }
  const saveInOrder = (isEnd: boolean) => {
    const saved = queue.then(() => save(isEnd));
    queue = saved.catch(() => {});
    return saved;
  };

  return {
    /** Handles one message of the socket; unknown events are ignored. */
    async hear(data: unknown) {
      const event = parsed(data);
      const handle = Object.hasOwn(handlers, textOf(event.type)) ? handlers[textOf(event.type)] : undefined;
      if (!handle) return;
      handle(event);
      await saveInOrder(false);
    },
    end: () => saveInOrder(true),
  };
}

function parsed(data: unknown): Fields {
  try {
    return fieldsOf(JSON.parse(textOf(data)));
  } catch {
    return {};
  }
}
