import type { SpokenLanguage, Voice, VoiceList } from '#shared/voice/voice.ts';
import type { CallPlan, Hears } from '../call/call-state.ts';
import type { Preferences } from './preferences.ts';

const languageOrder: readonly SpokenLanguage[] = ['en', 'cmn', 'yue'];

export const languagesOf = ({ list }: VoiceList) =>
  languageOrder.filter((language) => list.some((voice) => voice.language === language));

export const voicesOf = ({ list }: VoiceList, language: SpokenLanguage) =>
  list.filter((voice) => voice.language === language);

export const isRecognised = (voices: VoiceList, language: SpokenLanguage) =>
  voicesOf(voices, language).some((voice) => voice.is_recognised);

export const voiceOf = (voices: VoiceList, language: SpokenLanguage, { voices: chosen }: Preferences) => {
  const offered = voicesOf(voices, language);
  return offered.find(({ id }) => id === chosen[language]) ?? (offered[0] as Voice | undefined);
};

/** The last chosen language, if it is offered. */
export const languageOf = (voices: VoiceList, { language }: Preferences) => {
  const offered = languagesOf(voices);
  return offered.includes(language) ? language : offered[0];
};

/** -1: unlimited. */
export const secondsLeft = ({ voice_limit, used_voice }: VoiceList) =>
  voice_limit < 0 ? -1 : Math.max(0, voice_limit - used_voice);

/** Whether a call can be started; the page explains why not. */
export const canCall = (voices: VoiceList | null): voices is VoiceList =>
  voices !== null &&
  voices.list.length > 0 &&
  !voices.missing.includes('server') &&
  !voices.missing.includes('speaker');

type CallRequest = Pick<CallPlan, 'mode' | 'scene' | 'language'> & { threadId?: number; hears?: Hears };

export function planOf(voices: VoiceList, preferences: Preferences, request: CallRequest): CallPlan {
  const { mode, scene, language, threadId } = request;
  const { assistantId, instead, endSilenceMs, pushToTalk, microphoneId, speakerId } = preferences;
  const hears = request.hears ?? (isRecognised(voices, language) ? 'server' : instead);
  return {
    ...{ mode, scene, language, threadId, recognition: hears, endSilenceMs, microphoneId, speakerId },
    isUpstream: voices.is_upstream,
    assistantId: assistantId || undefined,
    voice: voiceOf(voices, language, preferences)?.id ?? '',
    // Typing needs no push-to-talk.
    pushToTalk: pushToTalk && hears === 'server',
  };
}
