import type { HelpLines } from '#shared/chat/parts.ts';
import type { CallFacts, ClosedReason, EventError, Feedback } from '#shared/voice/events.ts';

/** One caption. */
export type Line = {
  /** Id of the item or response. */
  id: string;
  side: 'student' | 'tutor';
  text: string;
  /** The text is final. */
  isFinal: boolean;
  /** The tutor was interrupted: the text ends where the voice did. */
  isCut: boolean;
  /** Time of the speech, on the clock of the server in that connection. */
  said?: { session: number; began_ms: number; ended_ms: number };
};

/** State of a conversation, built from the events of a call. */
export type Conversation = {
  facts: CallFacts | undefined;
  lines: readonly Line[];
  /** Id of the item that the student is speaking now. */
  hearing: string | undefined;
  /** The student has spoken and no answer has begun. */
  isAwaiting: boolean;
  /** Id of the response being written. */
  answering: string | undefined;
  /** Id of the response being played. */
  speaking: string | undefined;
  /** Responses whose audio ended or was cut. */
  spoken: readonly string[];
  /** Number of connections so far. */
  sessions: number;
  /** Per connection: when its server clock started, on the clock of the page. */
  clocks: Readonly<Record<number, number>>;
  quota: { seconds: number; at: number; isWarning: boolean } | undefined;
  metGoals: readonly string[];
  /** Shown from then on to the end of the call. */
  help: HelpLines | undefined;
  feedback: Feedback | undefined;
  closed: ClosedReason | undefined;
  problem: EventError | undefined;
};

export const emptyConversation: Conversation = {
  facts: undefined,
  lines: [],
  hearing: undefined,
  isAwaiting: false,
  answering: undefined,
  speaking: undefined,
  spoken: [],
  sessions: 0,
  clocks: {},
  quota: undefined,
  metGoals: [],
  help: undefined,
  feedback: undefined,
  closed: undefined,
  problem: undefined,
};

export type Activity = 'listening' | 'hearing' | 'thinking' | 'speaking';

/** The student goes first: while they speak, the page shows that it listens. */
export function activityOf({ hearing, speaking, isAwaiting, answering }: Conversation): Activity {
  if (hearing !== undefined) return 'hearing';
  if (speaking !== undefined) return 'speaking';
  return isAwaiting || answering !== undefined ? 'thinking' : 'listening';
}

export const lineOf = ({ lines }: Conversation, id: string) => lines.find((line) => line.id === id);

/** Updates a line, or adds it at the end. */
export function withLine(
  talk: Conversation,
  id: string,
  side: Line['side'],
  change: Partial<Line>,
): Conversation {
  const found = lineOf(talk, id);
  const line = { id, side, text: '', isFinal: false, isCut: false, ...found, ...change };
  const lines = found ? talk.lines.map((one) => (one === found ? line : one)) : [...talk.lines, line];
  return { ...talk, lines };
}

export const withoutLine = (talk: Conversation, id: string): Conversation => ({
  ...talk,
  lines: talk.lines.filter((line) => line.id !== id),
});

/** Removes student lines without text, which were sounds but not words. */
export function withoutEmpty(talk: Conversation): Conversation {
  const isShown = ({ id, side, text, isFinal }: Line) =>
    side === 'tutor' || isFinal || text !== '' || id === talk.hearing;
  return talk.lines.every(isShown) ? talk : { ...talk, lines: talk.lines.filter(isShown) };
}

/** The connection is lost: pending lines become final. */
export const interrupted = (talk: Conversation): Conversation => ({
  ...talk,
  hearing: undefined,
  isAwaiting: false,
  answering: undefined,
  speaking: undefined,
  lines: talk.lines
    .filter(({ text, isFinal }) => isFinal || text !== '')
    .map((line) => (line.isFinal ? line : { ...line, isFinal: true, isCut: line.side === 'tutor' })),
});
