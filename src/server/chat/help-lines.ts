import type { DataPart } from '#shared/chat-parts.ts';
import type { Locale } from '#shared/locale.ts';

/** Words of somebody who may be in danger. Rather too many than too few: the numbers stand beside the answer, which comes all the same. */
const signs: readonly RegExp[] = [
  /自殺|輕生|自殘|自我傷害|傷害自己|[割鎅𠝹][手脈腕]|結束(自己的?)?生命|了結(自己|生命)|跳樓(?![價貨平])|燒炭(?!爐|機)/u,
  /(想|不如|寧願|要)(去)?死(?!記|背|守|亡率|板)|[不唔]想(再)?(活|生存|做人)|活不下去|生無可戀|死咗算|死了算/u,
  /性侵|被侵犯|被強姦|被非禮|被虐待|虐打/u,
  /\bsuicid(e|al)\b|\bkill(ing)? my ?self\b|\b(want|going|wish) to die\b|\bend(ing)? my (own )?life\b/i,
  /\bself[- ]?harm|\b(hurt|cut)(ting)? my ?self\b|\b(don'?t|do not) want to (live|be alive)\b|\bbetter off dead\b/i,
  /\b(raped|molested|sexually (abused|assaulted))\b|\bbeing abused\b/i,
];

export const isInDistress = (text: string) => signs.some((sign) => sign.test(text.normalize('NFKC')));

const message = {
  'zh-Hant':
    '你現在的感受很重要，不需要一個人承擔。請打電話給以下任何一條熱線，或告訴你信任的大人；如有即時危險，請致電 999。',
  en: 'How you feel matters, and you need not carry it alone. Please call any of these lines, or tell an adult you trust. In immediate danger, call 999.',
} satisfies Record<Locale, string>;

const lines = [
  {
    phone: '2389 2222',
    name: { 'zh-Hant': '香港撒瑪利亞防止自殺會', en: 'The Samaritan Befrienders Hong Kong' },
    note: { 'zh-Hant': '情緒支援熱線', en: 'emotional support' },
  },
  {
    phone: '2382 0000',
    name: { 'zh-Hant': '生命熱線', en: 'Suicide Prevention Services' },
    note: { 'zh-Hant': '預防自殺熱線', en: 'suicide prevention' },
  },
  {
    phone: '18111',
    name: { 'zh-Hant': '情緒通', en: 'Mental Health Support Hotline' },
    note: { 'zh-Hant': '精神健康支援熱線', en: 'mental health support' },
  },
  {
    phone: '999',
    name: { 'zh-Hant': '緊急求助', en: 'Emergency' },
    note: { 'zh-Hant': '警察、消防、救護', en: 'police, fire, ambulance' },
  },
] as const;

export const helpPart = (locale: Locale): DataPart => ({
  type: 'data-help',
  id: 'help',
  data: {
    message: message[locale],
    lines: lines.map(({ phone, name, note }) => ({ phone, name: name[locale], note: note[locale] })),
  },
});

/** What the built-in tutor says itself. */
export const kindWords = {
  'zh-Hant':
    '多謝你告訴我。聽起來你正在經歷很難受的時刻。我只是一個數學導師程式，未必能好好陪伴你，但有人可以：請現在就致電旁邊的熱線，或找一位你信任的家人、老師或社工。你值得得到幫助。',
  en: 'Thank you for telling me. It sounds as if you are going through something very hard. I am only a mathematics program and cannot be there for you as a person can. Please call one of the lines beside this, or talk to a relative, teacher or social worker you trust. You deserve help.',
} satisfies Record<Locale, string>;
