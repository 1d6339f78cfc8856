import { useCallback, useEffect, useState } from 'react';
import type { SpokenLanguage } from '#shared/voice/voice.ts';
import type { Hears } from '../call/call-state.ts';

/** Last choices of the user, stored on this device. */
export type Preferences = {
  language: SpokenLanguage;
  /** Voice per language. */
  voices: Partial<Record<SpokenLanguage, string>>;
  assistantId: number;
  /** Replacement for a language that the server cannot recognise. */
  instead: Exclude<Hears, 'server'>;
  endSilenceMs: number;
  pushToTalk: boolean;
  microphoneId: string;
  speakerId: string;
};

/** Same values as in the API contract; repeated here so that the page does not bundle its schemas. */
export const endSilence = { least: 300, usual: 800, most: 3000, step: 100 } as const;

const defaults: Preferences = {
  language: 'en',
  voices: {},
  assistantId: 0,
  instead: 'typing',
  endSilenceMs: endSilence.usual,
  pushToTalk: false,
  microphoneId: '',
  speakerId: '',
};

const storageKey = 'voice-preferences';

/** Stored values may be from an older version, or anything: only values of the right type count. */
export function readPreferences(stored: string | null): Preferences {
  const values = parsed(stored);
  const valid = Object.entries(defaults).filter(([name, value]) => typeof values[name] === typeof value);
  const read = { ...defaults, ...Object.fromEntries(valid.map(([name]) => [name, values[name]])) };
  return {
    ...read,
    language: (['en', 'cmn', 'yue'] as const).find((one) => one === read.language) ?? defaults.language,
    instead: read.instead === 'browser' ? 'browser' : 'typing',
    voices: typeof read.voices === 'object' && read.voices ? read.voices : {},
    endSilenceMs: Math.min(endSilence.most, Math.max(endSilence.least, Math.round(read.endSilenceMs))),
  };
}

function parsed(stored: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(stored ?? '{}');
    return typeof value === 'object' && value ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

export function usePreferences() {
  const [preferences, setPreferences] = useState(defaults);
  useEffect(() => setPreferences(readPreferences(localStorage.getItem(storageKey))), []);
  const change = useCallback((change: Partial<Preferences>) => {
    setPreferences((before) => {
      const after = { ...before, ...change };
      localStorage.setItem(storageKey, JSON.stringify(after));
      return after;
    });
  }, []);
  return [preferences, change] as const;
}
