import type { Assistant } from '#shared/chat/chat.ts';
import type { Api } from '#web/ground/api/api.ts';
import { orNone } from '#web/ground/routing/page-loader.ts';

const threadsPerPage = 8;
/** Enough for a screen or two; older messages are loaded on demand. */
const firstMessages = 20;

export async function loadThread(api: Api, id: number) {
  const thread = await orNone(api('GET /api_ai/chat_ai/threads/{id}', { params: { id } }));
  if (!thread) return undefined;
  const [messages, assistants] = await Promise.all([
    api('GET /api_ai/chat_ai/messages', { query: { thread_id: id, page_size: firstMessages } }),
    api('GET /api_ai/chat_ai/assistants'),
  ]);
  return { thread, messages, assistants: assistants.list };
}

export type ThreadsWanted = { page: number; search: string };

export async function loadStart(api: Api, pathName: string, { page, search }: ThreadsWanted) {
  const { list: assistants } = await api('GET /api_ai/chat_ai/assistants');
  const assistant = assistants.find(({ path_name }) => path_name === pathName);
  const [examples, threads] = await Promise.all([
    api('GET /api_ai/chat_ai/ai_question_examples', {
      query: assistant ? { assistant_id: assistant.id } : {},
    }),
    api('GET /api_ai/chat_ai/threads', { query: { page, page_size: threadsPerPage, search } }),
  ]);
  return { assistants, assistant, examples: examples.list, threads };
}

export const assistantOf = (assistants: readonly Assistant[], id: number) =>
  assistants.find((assistant) => assistant.id === id);
