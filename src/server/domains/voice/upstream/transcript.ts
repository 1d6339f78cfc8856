import { sql } from 'drizzle-orm';
import { titleOf } from '#server/domains/chat/thread/write-question.ts';
import type { Database } from '#server/ground/db/db.ts';

type Item = { role: 'user' | 'assistant'; text: string; isReady: boolean; isCut: boolean };
type Fields = Record<string, unknown>;

const longestText = 8_000;
const mostItems = 2_000;

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value ? (value as Fields) : {});
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const listOf = (value: unknown) => (Array.isArray(value) ? value.map(fieldsOf) : []);

/**
 * What was said in a call that an endpoint has: the socket beside the call tells it, and the thread keeps it, in the order
 * in which it was said. Speech is often written down only when the answer to it has begun.
 */
export function createTranscript(database: Database, threadId: number) {
  const items = new Map<string, Item>();
  let before: Promise<void> = Promise.resolve();

  function note(id: string, role: Item['role'], change: Partial<Item> = {}) {
    if (id === '' || (!items.has(id) && items.size >= mostItems)) return;
    const item = items.get(id) ?? { role, text: '', isReady: false, isCut: false };
    items.set(id, { ...item, ...change });
  }
  const said = (id: string, role: Item['role'], given: unknown, isReady: boolean) =>
    note(id, role, {
      text: textOf(given).replaceAll('\0', '').toWellFormed().trim().slice(0, longestText),
      isReady,
    });

  const reads: Record<string, (event: Fields) => void> = {
    'input_audio_buffer.committed': ({ item_id }) => note(textOf(item_id), 'user'),
    'conversation.item.added': ({ item }) => typed(fieldsOf(item)),
    'conversation.item.created': ({ item }) => typed(fieldsOf(item)),
    'conversation.item.input_audio_transcription.completed': ({ item_id, transcript }) =>
      said(textOf(item_id), 'user', transcript, true),
    'conversation.item.input_audio_transcription.failed': ({ item_id }) =>
      said(textOf(item_id), 'user', '', true),
    'response.output_item.added': ({ item }) => {
      if (fieldsOf(item).type === 'message') note(textOf(fieldsOf(item).id), 'assistant');
    },
    'response.output_audio_transcript.done': ({ item_id, transcript }) =>
      said(textOf(item_id), 'assistant', transcript, false),
    'response.done': ({ response }) => {
      const { status, output } = fieldsOf(response);
      for (const { id } of listOf(output))
        if (items.has(textOf(id)))
          note(textOf(id), 'assistant', { isReady: true, isCut: status !== 'completed' });
    },
  };

  function typed({ id, role, content }: Fields) {
    const [text] = listOf(content).filter(({ type }) => type === 'input_text');
    if (role === 'user' && text) said(textOf(id), 'user', text.text, true);
  }

  /** What is whole, up to the first that is not; at the end everything that there is. */
  async function keep(isEnd: boolean) {
    const whole: Item[] = [];
    for (const [id, item] of items) {
      if (!item.isReady && !isEnd) break;
      items.delete(id);
      if (item.text !== '') whole.push(item);
    }
    if (whole.length === 0) return;
    await database.transaction(async (tx) => {
      for (const { role, text, isCut } of whole)
        await tx.execute(sql`
          with thread as (select id, leaf_id from chat_threads where id = ${threadId} for update),
          made as (
            insert into chat_messages (thread_id, parent_id, role, text, state, is_spoken)
            select id, leaf_id, ${role}, ${text}, ${isCut ? 'stopped' : 'done'}, true from thread returning id)
          update chat_threads set leaf_id = made.id, updated_at = now(),
            title = case when title = '' then ${role === 'user' ? titleOf(text) : ''} else title end
          from made where chat_threads.id = ${threadId}`);
    });
  }
  const inTurn = (isEnd: boolean) => {
    const now = before.then(() => keep(isEnd));
    before = now.catch(() => {});
    return now;
  };

  return {
    /** One message of the socket; what is no event of these changes nothing. */
    async hear(data: unknown) {
      const event = parsed(data);
      const read = Object.hasOwn(reads, textOf(event.type)) ? reads[textOf(event.type)] : undefined;
      if (!read) return;
      read(event);
      await inTurn(false);
    },
    end: () => inTurn(true),
  };
}

function parsed(data: unknown): Fields {
  try {
    return fieldsOf(JSON.parse(textOf(data)));
  } catch {
    return {};
  }
}
