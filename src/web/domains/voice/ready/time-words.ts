import type { VoiceList } from '#shared/voice/voice.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { secondsLeft } from './offered.ts';

/** 75 seconds as 1:15. */
export const clockWords = (seconds: number) => {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
};

/** What is left to call with; nothing is rounded up. */
export function leftWords(t: Translate, voices: VoiceList) {
  const seconds = secondsLeft(voices);
  if (seconds < 0) return t('voice.unlimited');
  if (seconds === 0) return t('voice.usedUp');
  return seconds < 120
    ? t('voice.leftSeconds', { seconds })
    : t('voice.left', { minutes: Math.floor(seconds / 60) });
}
