import type { SpokenLanguage } from '#shared/voice/voice.ts';

/** Texts spoken by the call itself, not by the tutor. */
export const spokenNotices: Record<
  SpokenLanguage,
  { secondsLeft(seconds: number): string; closing: string }
> = {
  en: {
    secondsLeft: (seconds) => `You have ${seconds} seconds of voice left.`,
    closing: 'The service is about to restart. Please call again in a moment.',
  },
  cmn: {
    secondsLeft: (seconds) => `語音時間還剩 ${seconds} 秒。`,
    closing: '系統即將重新啟動，請稍後再打來。',
  },
  yue: {
    secondsLeft: (seconds) => `語音時間仲有 ${seconds} 秒。`,
    closing: '系統就快重新啟動，請遲啲再打嚟。',
  },
};
