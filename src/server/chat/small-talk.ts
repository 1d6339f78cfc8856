import type { Locale } from '#shared/locale.ts';

type Talk = { said: RegExp; answer: Record<Locale, string> };

/** Nothing but this: a greeting before a problem is no small talk. */
const only = (words: string) =>
  new RegExp(`^[\\s,.!?，。！？、~～]*(?:${words})[\\s,.!?，。！？、~～]*$`, 'iu');

const talks: Talk[] = [
  {
    said: only(
      '(?:hello|hi|hey|good (?:morning|afternoon|evening)|hello there|hi there|你好|您好|哈囉|哈啰|嗨|早晨|早安|午安|晚上好|早上好|喂)(?:[\\s,.!?，。！？]*(?:tutor|teacher|there|how are you(?: today)?|can you help me|老師|老师|導師|hello|hi|你好))*',
    ),
    answer: {
      'zh-Hant': '你好！我是內置導師，可以和你一步一步解數學題。你想問哪一題？',
      en: 'Hello! I am the built-in tutor. I can work through mathematics with you, step by step. What would you like to ask?',
    },
  },
  {
    said: only(
      '(?:how are you(?: today)?|how do you do|你好嗎|您好嗎|你好吗|最近怎[麼么樣样]+|點呀|食咗飯未)',
    ),
    answer: {
      'zh-Hant': '我是程式，不過隨時準備好。你今天想做哪一題數學？',
      en: 'I am a program, but I am ready whenever you are. Which problem shall we do today?',
    },
  },
  {
    said: only(
      '(?:who are you|what are you|what can you do|how can you help(?: me)?|can you help me|help(?: me)?|你是誰|你是谁|你係邊個|你可以做甚麼|你可以做什麼|你能做什么|你識做乜|幫我|帮我)',
    ),
    answer: {
      'zh-Hant':
        '我是內置導師，不是語言模型。我會解數學：四則運算、方程、因式分解、三角、微積分和統計，也可以先給你提示。試試說：解方程 2x 加 5 等於 13。',
      en: 'I am the built-in tutor, not a language model. I do mathematics: arithmetic, equations, factorising, trigonometry, calculus and statistics, and I can give you a hint first. Try: solve two x plus five equals thirteen.',
    },
  },
  {
    said: only(
      '(?:thanks?(?: you)?(?: very much| so much| a lot)?|thank you|cheers|多謝(?:你|晒)?|謝謝(?:你|您)?|谢谢(?:你|您)?|唔該(?:晒)?|明白(?:了)?|i see|got it)',
    ),
    answer: {
      'zh-Hant': '不用客氣。還有題目的話，說出來就可以。',
      en: 'You are welcome. When you have another problem, just say it.',
    },
  },
  {
    said: only(
      '(?:bye(?: bye)?|goodbye|good ?night|see you(?: later| soon)?|再見|再见|拜拜|晚安|下次見|下次见)',
    ),
    answer: { 'zh-Hant': '再見，繼續努力！', en: 'Goodbye, and keep it up!' },
  },
];

/** A few words for those who greet, thank or take leave; undefined for everything else. */
export const smallTalk = (text: string, locale: Locale): string | undefined =>
  text.length > 80 ? undefined : talks.find(({ said }) => said.test(text.trim()))?.answer[locale];
