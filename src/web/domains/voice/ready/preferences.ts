import { useCallback, useEffect, useState } from 'react';
import type { SpokenLanguage } from '#shared/voice/voice.ts';
import type { Hears } from '../call/call-state.ts';

/** What one chose last, on this device. */
export type Preferences = {
  language: SpokenLanguage;
  /** By language. */
  voices: Partial<Record<SpokenLanguage, string>>;
  assistantId: number;
  /** Where the server cannot recognise the language. */
  instead: Exclude<Hears, 'server'>;
  endSilenceMs: number;
  pushToTalk: boolean;
  microphoneId: string;
  speakerId: string;
};

/** The usual end of silence is the contract's; named here so that no schema comes into the page. */
export const patience = { least: 300, usual: 800, most: 3000, step: 100 } as const;

const usual: Preferences = {
  language: 'en',
  voices: {},
  assistantId: 0,
  instead: 'typing',
  endSilenceMs: patience.usual,
  pushToTalk: false,
  microphoneId: '',
  speakerId: '',
};

const place = 'voice-preferences';

/** What is kept may be of an older page, or anything: only what has the right shape counts. */
export function readPreferences(kept: string | null): Preferences {
  const given = parsed(kept);
  const same = Object.entries(usual).filter(([name, value]) => typeof given[name] === typeof value);
  const read = { ...usual, ...Object.fromEntries(same.map(([name]) => [name, given[name]])) };
  return {
    ...read,
    language: (['en', 'cmn', 'yue'] as const).find((one) => one === read.language) ?? usual.language,
    instead: read.instead === 'browser' ? 'browser' : 'typing',
    voices: typeof read.voices === 'object' && read.voices ? read.voices : {},
    endSilenceMs: Math.min(patience.most, Math.max(patience.least, Math.round(read.endSilenceMs))),
  };
}

function parsed(kept: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(kept ?? '{}');
    return typeof value === 'object' && value ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

export function usePreferences() {
  const [preferences, setPreferences] = useState(usual);
  useEffect(() => setPreferences(readPreferences(localStorage.getItem(place))), []);
  const change = useCallback((change: Partial<Preferences>) => {
    setPreferences((before) => {
      const after = { ...before, ...change };
      localStorage.setItem(place, JSON.stringify(after));
      return after;
    });
  }, []);
  return [preferences, change] as const;
}
