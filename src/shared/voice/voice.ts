import { z } from 'zod';
import type { Calls } from '../call.ts';
import { HelpLines } from '../chat/parts.ts';
import { neededText } from '../plain-text.ts';

/** Free conversation, spoken examination practice and role play; all use the same page and kind of call. */
export const voiceModes = ['talk', 'assessment', 'realworld'] as const;
export type VoiceMode = (typeof voiceModes)[number];

/** English, Putonghua, Cantonese. */
export const spokenLanguages = ['en', 'cmn', 'yue'] as const;
export type SpokenLanguage = (typeof spokenLanguages)[number];

export const voiceLimits = {
  offerBytes: 64 * 1024,
  lineLength: 2000,
  endSilenceMs: { least: 300, usual: 800, most: 3000 },
} as const;

export const Voice = z
  .object({
    id: z.string().describe('what answer_sdp takes as `voice`'),
    name: z.string(),
    language: z.enum(spokenLanguages),
    is_basic: z.boolean().describe('synthetic and plain: the built-in voice'),
    is_recognised: z.boolean().describe('speech in its language can be turned into text here'),
  })
  .meta({ id: 'Voice' });
export type Voice = z.infer<typeof Voice>;

/**
 * Missing parts of the service, for the page to show: `speaker` is text to speech, `recogniser` speech to
 * text.
 */
const voiceGaps = ['server', 'speaker', 'recogniser', 'relay'] as const;

export const VoiceList = z.object({
  list: z.array(Voice),
  is_upstream: z.boolean().describe('calls are passed on to a realtime endpoint'),
  missing: z.array(z.enum(voiceGaps)),
  voice_limit: z.int().describe('seconds of voice given to whoever asks; -1 is without limit'),
  used_voice: z.int().describe('seconds of voice used'),
});
export type VoiceList = z.infer<typeof VoiceList>;

const IceServer = z.object({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
});

const Offer = z.object({
  mode: z.enum(voiceModes).default('talk'),
  thread_id: z.coerce
    .number()
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('the conversation that the call joins; without it one is begun'),
  assistant_id: z.coerce
    .number()
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('whom a new conversation is with'),
  voice: z.string().max(80).default('').describe('of voice_list; empty: the first of the language'),
  language: z.enum(spokenLanguages).default('en'),
  end_silence_ms: z.coerce
    .number()
    .int()
    .min(voiceLimits.endSilenceMs.least)
    .max(voiceLimits.endSilenceMs.most)
    .default(voiceLimits.endSilenceMs.usual),
  push_to_talk: z.stringbool().default(false),
  scene: z
    .string()
    .regex(/^[a-z0-9-]{0,40}$/)
    .default('')
    .describe('of role play and assessment: which scene or task'),
});
export type Offer = z.output<typeof Offer>;

export const voiceCalls = {
  'GET /api_ai_jp/realtime/voice_list': {
    summary: 'The voices that are really there, and what is missing',
    audience: 'anyone',
    data: VoiceList,
  },
  'GET /api_ai_jp/realtime/turn_secret': {
    summary: 'Time-limited credentials for the relay; never its secret',
    audience: 'aiUser',
    perMinute: 30,
    data: z.object({
      username: z.string().describe('expiry in seconds of Unix time, a colon, an opaque name of the user'),
      credential: z.string(),
      ttl: z.int().describe('seconds'),
      urls: z.array(z.string()).describe('empty where no relay is configured'),
    }),
  },
  'GET /api_ai_jp/realtime/ice_servers': {
    summary: 'What RTCPeerConnection takes as iceServers',
    audience: 'aiUser',
    perMinute: 30,
    data: z.object({ list: z.array(IceServer), ttl: z.int() }),
  },
  'POST /api_ai_jp/realtime/answer_sdp': {
    summary:
      'A WebRTC offer, answered: the call begins. Plain text in, plain text out; errors in the envelope',
    audience: 'aiUser',
    perMinute: 20,
    query: Offer,
    plainText: { maxBytes: voiceLimits.offerBytes },
    data: z.string(),
  },
  'POST /api_ai_jp/realtime/help': {
    summary:
      'The help lines to show beside what the student said in a call that is passed on; null for an ordinary sentence',
    audience: 'aiUser',
    perMinute: 60,
    body: z.object({ text: neededText(voiceLimits.lineLength), language: z.enum(spokenLanguages) }),
    data: z.object({ help: HelpLines.nullable() }),
  },
} as const satisfies Calls;
