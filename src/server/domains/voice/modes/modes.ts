import type { Guise } from '#server/domains/chat/answering/accept.ts';
import type { Locale } from '#shared/locale.ts';
import type { ClientEvent, ServerEvent } from '#shared/voice/events.ts';
import { sceneOf } from '#shared/voice/scenes.ts';
import { type Task, taskOf } from '#shared/voice/tasks.ts';
import type { Offer } from '#shared/voice/voice.ts';
import type { SaidTurn } from '../call/hearing.ts';
import { guiseAfter, judge } from './assessment.ts';
import { createPartner } from './scene-partner.ts';

type Options = {
  offer: Pick<Offer, 'mode' | 'scene' | 'language'>;
  locale: Locale;
  tell: (event: ServerEvent) => void;
  ask: (text: string, guise?: Guise, clientKey?: string) => void;
  say: (text: string) => void;
  currentResponse: () => string;
  begin: () => void;
  commit: () => void;
  settled: () => Promise<void>;
};

type Told = Extract<
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
  told(event: Told): void;
  close(): void;
};

/** What a turn is for: talk, a scene that is played, or an answer that is judged. */
export function createConversation(options: Options): Conversation {
  const { offer } = options;
  const scene = offer.mode === 'realworld' ? sceneOf(offer.scene) : undefined;
  const task = offer.mode === 'assessment' ? taskOf(offer.scene) : undefined;
  if (scene) return rolePlay(options, createPartner(scene));
  if (task) return practice(options, task);
  return freeTalk(options);
}

/** Told to a model: it is heard, not read. */
const spoken: Guise = {
  instructions:
    'Your answer is spoken aloud: use short plain sentences, no tables, no headings, and say formulas in a few words. Keep it under eighty words unless you are asked for more.',
};

function freeTalk({ ask, begin, commit }: Options): Conversation {
  const joined = joiner((turn) => ask(turn.transcript, spoken));
  return {
    opened() {},
    said: joined,
    told(event) {
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
    said: joiner((turn) => answer(turn.transcript)),
    told(event) {
      if (event.type === 'input_audio_buffer.begin') begin();
      else if (event.type === 'input_audio_buffer.commit') commit();
      else if (event.type === 'conversation.item.create') answer(event.text, event.client_key);
    },
    close() {},
  };
}

/** Between the beginning of an answer and its end everything said belongs to it, whatever silence there is. */
function practice({ ask, begin, commit, tell, settled, locale }: Options, task: Task): Conversation {
  let turns: SaidTurn[] | undefined;
  let timeout: NodeJS.Timeout | undefined;

  async function finish() {
    clearTimeout(timeout);
    if (!turns) return;
    const own = turns;
    commit();
    // What was said last has to be recognised first.
    await settled();
    if (turns !== own) return;
    turns = undefined;
    give(own.filter(({ transcript }) => transcript !== ''));
  }

  function give(said: SaidTurn[], clientKey?: string) {
    const feedback = judge(task, said, locale);
    tell({ type: 'assessment.feedback', item_id: said.at(-1)?.itemId ?? '', feedback });
    const text = said.map(({ transcript }) => transcript).join(' ');
    if (text !== '') ask(text, guiseAfter(task, feedback), clientKey);
  }

  return {
    opened() {},
    said: (turn) => void turns?.push(turn),
    told(event) {
      if (event.type === 'assessment.begin') {
        if (turns) return;
        turns = [];
        begin();
        timeout = setTimeout(() => void finish(), task.answerSeconds * 1000);
      } else if (event.type === 'input_audio_buffer.commit') void finish();
      else if (event.type === 'conversation.item.create') {
        const typed = { itemId: event.client_key, transcript: event.text, began_ms: 0, ended_ms: 0 };
        give([{ ...typed, pauses: [], goesOn: false }], event.client_key);
      }
    },
    close: () => clearTimeout(timeout),
  };
}

/** A turn that was cut by its length is answered together with its rest. */
function joiner(answer: (turn: SaidTurn) => void) {
  let begun = '';
  return (turn: SaidTurn) => {
    const transcript = `${begun} ${turn.transcript}`.trim();
    begun = turn.goesOn ? transcript : '';
    if (!turn.goesOn && transcript !== '') answer({ ...turn, transcript });
  };
}
