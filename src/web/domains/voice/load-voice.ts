import type { Locale } from '#shared/locale.ts';
import { scenes } from '#shared/voice/scenes.ts';
import { tasks } from '#shared/voice/tasks.ts';
import type { VoiceMode } from '#shared/voice/voice.ts';
import { type Api, ApiError } from '#web/ground/api/api.ts';
import { orNone } from '#web/ground/routing/page-loader.ts';

/**
 * Loads what the page needs before a call. Runs on the server: the words by which goals are recognised stay
 * there.
 */
export async function loadVoice(api: Api, locale: Locale, mode: VoiceMode, threadId: number | undefined) {
  const [voices, assistants, thread] = await Promise.all([
    orUnknown(api('GET /api_ai_jp/realtime/voice_list')),
    api('GET /api_ai/chat_ai/assistants'),
    threadId === undefined
      ? undefined
      : orNone(api('GET /api_ai/chat_ai/threads/{id}', { params: { id: threadId } })),
  ]);
  return {
    voices,
    assistants: assistants.list.map(({ id, name, path_name, isChecked }) => ({
      ...{ id, name, path_name, isChecked },
    })),
    thread: thread ? { id: thread.id, title: thread.title, path_name: thread.path_name } : null,
    isThreadGone: threadId !== undefined && thread === undefined,
    scenes: mode === 'realworld' ? scenesIn(locale) : [],
    tasks: mode === 'assessment' ? tasksIn(locale) : [],
  };
}
export type Loaded = Awaited<ReturnType<typeof loadVoice>>;
export type ShownScene = Loaded['scenes'][number];
export type ShownTask = Loaded['tasks'][number];
export type ShownAssistant = Loaded['assistants'][number];

/** null: the service did not answer. Tasks and scenes are shown all the same, and the page offers a retry. */
async function orUnknown<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    console.error('應用層錯誤: the voices could not be listed', error);
    return null;
  }
}

const scenesIn = (locale: Locale) =>
  scenes.map(({ id, language, title, setting, student, partner, goals }) => ({
    ...{ id, language },
    title: title[locale],
    setting: setting[locale],
    student: student[locale],
    partner: partner[locale],
    goals: goals.map((goal) => ({ id: goal.id, text: goal.text[locale] })),
  }));

const tasksIn = (locale: Locale) =>
  tasks.map(({ id, language, kind, title, prompt, passage, prepareSeconds, answerSeconds, points }) => ({
    ...{ id, language, kind, prompt, passage, prepareSeconds, answerSeconds },
    title: title[locale],
    points: points.map((point) => point.text[locale]),
  }));
