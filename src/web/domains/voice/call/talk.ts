import type { CallFacts, ClosedReason, EventError, Feedback } from '#shared/voice/events.ts';

/** One caption. */
export type Line = {
  /** Of the item or the response that it belongs to. */
  id: string;
  side: 'student' | 'tutor';
  text: string;
  /** Nothing will change it any more. */
  isFinal: boolean;
  /** The tutor was interrupted: the words end where the voice did. */
  isCut: boolean;
  /** When it was said, by the server's clock in the connection of that number. */
  said?: { session: number; began_ms: number; ended_ms: number };
};

/** What the events of a call have made so far. */
export type Talk = {
  facts: CallFacts | undefined;
  lines: readonly Line[];
  /** What is being said by the student now. */
  hearing: string | undefined;
  /** Something was said and no answer has begun. */
  isAwaiting: boolean;
  /** The answer that is being made. */
  answering: string | undefined;
  /** The answer that is being spoken. */
  speaking: string | undefined;
  /** Answers whose voice is over, or was cut. */
  spoken: readonly string[];
  /** How many connections the call has had. */
  sessions: number;
  /** For each of them: when its clock began, by the page's clock. */
  clocks: Readonly<Record<number, number>>;
  quota: { seconds: number; at: number; isWarning: boolean } | undefined;
  metGoals: readonly string[];
  feedback: Feedback | undefined;
  closed: ClosedReason | undefined;
  problem: EventError | undefined;
};

export const firstTalk: Talk = {
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
  feedback: undefined,
  closed: undefined,
  problem: undefined,
};

export type Activity = 'listening' | 'hearing' | 'thinking' | 'speaking';

/** The student's own voice goes first: while they speak, the page shows that it listens. */
export function activityOf({ hearing, speaking, isAwaiting, answering }: Talk): Activity {
  if (hearing !== undefined) return 'hearing';
  if (speaking !== undefined) return 'speaking';
  return isAwaiting || answering !== undefined ? 'thinking' : 'listening';
}

export const lineOf = ({ lines }: Talk, id: string) => lines.find((line) => line.id === id);

/** The line changed, or a new one at the end. */
export function withLine(talk: Talk, id: string, side: Line['side'], change: Partial<Line>): Talk {
  const found = lineOf(talk, id);
  const line = { id, side, text: '', isFinal: false, isCut: false, ...found, ...change };
  const lines = found ? talk.lines.map((one) => (one === found ? line : one)) : [...talk.lines, line];
  return { ...talk, lines };
}

export const withoutLine = (talk: Talk, id: string): Talk => ({
  ...talk,
  lines: talk.lines.filter((line) => line.id !== id),
});

/** Sounds that were no words leave nothing. */
export function withoutEmpty(talk: Talk): Talk {
  const isKept = ({ id, side, text, isFinal }: Line) =>
    side === 'tutor' || isFinal || text !== '' || id === talk.hearing;
  return talk.lines.every(isKept) ? talk : { ...talk, lines: talk.lines.filter(isKept) };
}

/** The connection is gone: what was under way in it will not go on. */
export const interrupted = (talk: Talk): Talk => ({
  ...talk,
  hearing: undefined,
  isAwaiting: false,
  answering: undefined,
  speaking: undefined,
  lines: talk.lines
    .filter(({ text, isFinal }) => isFinal || text !== '')
    .map((line) => (line.isFinal ? line : { ...line, isFinal: true, isCut: line.side === 'tutor' })),
});
