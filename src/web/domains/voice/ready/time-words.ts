import type { VoiceList } from '#shared/voice/voice.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { secondsLeft } from './offered.ts';

/** Remaining time for calls, rounded down. */
export function timeLeftText(t: Translate, voices: VoiceList) {
  const seconds = secondsLeft(voices);
  if (seconds < 0) return t('voice.unlimited');
  if (seconds === 0) return t('voice.usedUp');
  return seconds < 120
    ? t('voice.leftSeconds', { seconds })
    : t('voice.left', { minutes: Math.floor(seconds / 60) });
}
