import type { Guise } from '#server/domains/chat/answering/accept.ts';
import type { Scene } from '#shared/voice/scene.ts';
import { readSaid, signIn } from './signs.ts';

export type Reaction = { met: string[]; guise: Guise };

/**
 * Whom the student talks with in a scene. Without a model it is simple and says so on the page: it looks for signs of
 * the goals in what was said, answers to those, and asks on.
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
      const said = readSaid(transcript);
      const now = scene.goals.filter(({ id, signs }) => !met.has(id) && signIn(said, signs) !== undefined);
      for (const { id } of now) met.add(id);
      const replies = now.map(({ reply }) => reply);
      const isDone = met.size === scene.goals.length;
      if (isDone) replies.push(scene.closing);
      else if (replies.length === 0) {
        replies.push(scene.prompts[prompts % scene.prompts.length] as string);
        prompts += 1;
      }
      // A partner asks one thing at a time: of several answers only the last ends in a question.
      const scripted = replies
        .map((reply, i) => (i < replies.length - 1 ? withoutQuestion(reply) : reply))
        .join(' ');
      return { met: now.map(({ id }) => id), guise: { instructions, scripted } };
    },
  };
}

const languageNames = { en: 'English', cmn: 'Putonghua', yue: 'Cantonese' } as const;

function withoutQuestion(reply: string) {
  const kept = reply.split(/(?<=[.!?。！？])\s*/).filter((sentence) => !/[?？]$/.test(sentence));
  return kept.length === 0 ? reply : kept.join(' ');
}
