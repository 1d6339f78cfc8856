import type { SpokenInstructions } from '#server/domains/chat/answering/accept.ts';
import type { Locale } from '#shared/locale.ts';
import type { ClientEvent, ServerEvent } from '#shared/voice/events.ts';
import { type Scene, sceneOf } from '#shared/voice/scenes.ts';
import { type Task, taskOf } from '#shared/voice/tasks.ts';
import type { Offer } from '#shared/voice/voice.ts';
import type { SaidTurn } from '../call/transcription.ts';
import { guiseAfter, judge } from './assessment.ts';
import { findSign, parseTranscript } from './signs.ts';

type Options = {
  offer: Pick<Offer, 'mode' | 'scene' | 'language'>;
  locale: Locale;
  tell: (event: ServerEvent) => void;
  ask: (text: string, guise?: SpokenInstructions, clientKey?: string) => void;
  say: (text: string) => void;
  currentResponse: () => string;
  begin: () => void;
  commit: () => void;
  settled: () => Promise<void>;
};

type HandledEvent = Extract<
  ClientEvent,
  {
    type:
      | 'input_audio_buffer.begin'
      | 'input_audio_buffer.commit'
      | 'conversation.item.create'
      | 'assessment.begin';
  }
>;

export type Conversation = {
  opened(): void;
  said(turn: SaidTurn): void;
  handleEvent(event: HandledEvent): void;
  close(): void;
};

/** Handles turns by mode: free conversation, role play or assessed practice. */
export function createConversation(options: Options): Conversation {
  const { offer } = options;
  const scene = offer.mode === 'realworld' ? sceneOf(offer.scene) : undefined;
  const task = offer.mode === 'assessment' ? taskOf(offer.scene) : undefined;
  if (scene) return rolePlay(options, createPartner(scene));
  if (task) return practice(options, task);
  return freeTalk(options);
}

/** Instruction for the model: the answer is heard, not read. */
const spoken: SpokenInstructions = {
  instructions:
    'Your answer is spoken aloud: use short plain sentences, no tables, no headings, and say formulas in a few words. Keep it under eighty words unless you are asked for more.',
};

function freeTalk({ ask, begin, commit }: Options): Conversation {
  const joined = joinTurns((turn) => ask(turn.transcript, spoken));
  return {
    opened() {},
    said: joined,
    handleEvent(event) {
      if (event.type === 'input_audio_buffer.begin') begin();
      else if (event.type === 'input_audio_buffer.commit') commit();
      else if (event.type === 'conversation.item.create') ask(event.text, spoken, event.client_key);
    },
    close() {},
  };
}

function rolePlay(options: Options, partner: ReturnType<typeof createPartner>): Conversation {
  const { ask, say, tell, currentResponse, begin, commit } = options;
  function answer(text: string, clientKey?: string) {
    const { met, guise } = partner.react(text);
    for (const goal of met) tell({ type: 'goal.met', goal, response_id: currentResponse() });
    ask(text, guise, clientKey);
  }
  return {
    opened: () => say(partner.opening),
    said: joinTurns((turn) => answer(turn.transcript)),
    handleEvent(event) {
      if (event.type === 'input_audio_buffer.begin') begin();
      else if (event.type === 'input_audio_buffer.commit') commit();
      else if (event.type === 'conversation.item.create') answer(event.text, event.client_key);
    },
    close() {},
  };
}

/** All speech between the start and the end of an answer belongs to it, whatever the silence. */
function practice({ ask, begin, commit, tell, settled, locale }: Options, task: Task): Conversation {
  let turns: SaidTurn[] | undefined;
  let timeout: NodeJS.Timeout | undefined;

  async function finish() {
    clearTimeout(timeout);
    if (!turns) return;
    const own = turns;
    commit();
    // The last speech has to be recognised first.
    await settled();
    if (turns !== own) return;
    turns = undefined;
    sendFeedback(own.filter(({ transcript }) => transcript !== ''));
  }

  function sendFeedback(said: SaidTurn[], clientKey?: string) {
    const feedback = judge(task, said, locale);
    tell({ type: 'assessment.feedback', item_id: said.at(-1)?.itemId ?? '', feedback });
    const text = said.map(({ transcript }) => transcript).join(' ');
    if (text !== '') ask(text, guiseAfter(task, feedback), clientKey);
  }

  return {
    opened() {},
    said: (turn) => void turns?.push(turn),
    handleEvent(event) {
      if (event.type === 'assessment.begin') {
        if (turns) return;
        turns = [];
        begin();
        timeout = setTimeout(() => void finish(), task.answerSeconds * 1000);
      } else if (event.type === 'input_audio_buffer.commit') void finish();
      else if (event.type === 'conversation.item.create') {
        const typed = { itemId: event.client_key, transcript: event.text, began_ms: 0, ended_ms: 0 };
        sendFeedback([{ ...typed, pauses: [], goesOn: false }], event.client_key);
      }
    },
    close: () => clearTimeout(timeout),
  };
}

/** Joins a turn that was cut at its maximum length with its rest. */
function joinTurns(answer: (turn: SaidTurn) => void) {
  let pending = '';
  return (turn: SaidTurn) => {
    const transcript = `${pending} ${turn.transcript}`.trim();
    pending = turn.goesOn ? transcript : '';
    if (!turn.goesOn && transcript !== '') answer({ ...turn, transcript });
  };
}

type Reaction = { met: string[]; guise: SpokenInstructions };

/**
 * The partner of a role play. Without a model it is scripted, and the page says so: it looks for signs of the
 * goals in what was said, replies to those, and otherwise prompts.
 */
export function createPartner(scene: Scene) {
  const met = new Set<string>();
  let prompts = 0;

  const instructions = `This is a role play for language practice, spoken aloud in ${languageNames[scene.language]}.
You are ${scene.partner.en}; the student is ${scene.student.en}. ${scene.setting.en}
Stay in your role. Answer in one or two short spoken sentences in ${languageNames[scene.language]}, without lists or formulas, and let the student speak. The student should manage to: ${scene.goals.map(({ text }) => text.en.toLowerCase()).join('; ')}.`;

  return {
    opening: scene.opening,
    isDone: () => met.size === scene.goals.length,
    react(transcript: string): Reaction {
      const said = parseTranscript(transcript);
      const newlyMet = scene.goals.filter(
        ({ id, signs }) => !met.has(id) && findSign(said, signs) !== undefined,
      );
      for (const { id } of newlyMet) met.add(id);
      const replies = newlyMet.map(({ reply }) => reply);
      const isDone = met.size === scene.goals.length;
      if (isDone) replies.push(scene.closing);
      else if (replies.length === 0) {
        replies.push(scene.prompts[prompts % scene.prompts.length] as string);
        prompts += 1;
      }
      // Only the last of several replies may end in a question.
      const scripted = replies
        .map((reply, i) => (i < replies.length - 1 ? withoutQuestion(reply) : reply))
        .join(' ');
      return { met: newlyMet.map(({ id }) => id), guise: { instructions, scripted } };
    },
  };
}

const languageNames = { en: 'English', cmn: 'Putonghua', yue: 'Cantonese' } as const;

function withoutQuestion(reply: string) {
  const statements = reply.split(/(?<=[.!?。！？])\s*/).filter((sentence) => !/[?？]$/.test(sentence));
  return statements.length === 0 ? reply : statements.join(' ');
}
