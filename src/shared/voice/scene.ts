import type { Locale } from '../locale.ts';
import type { SpokenLanguage } from './voice.ts';

export type InBoth = Record<Locale, string>;

/** Met when one of its `signs` was said: its words in order and near each other, `*` for any ending; in Chinese, characters. */
export type Goal = {
  id: string;
  text: InBoth;
  signs: readonly string[];
  /** What the built-in partner answers to it, in the language of the scene. */
  reply: string;
};

/** A role play. What is spoken in it is in `language`; what is shown about it is in the language of the page. */
export type Scene = {
  id: string;
  language: SpokenLanguage;
  title: InBoth;
  setting: InBoth;
  /** Who the student is, and whom they talk with. */
  student: InBoth;
  partner: InBoth;
  opening: string;
  goals: readonly Goal[];
  /** Said in turn when no goal was met. */
  prompts: readonly string[];
  closing: string;
};
