import type { DataPart } from '#shared/chat/parts.ts';
import type { Locale } from '#shared/locale.ts';

/**
 * Phrases of a student who may be in danger, in traditional and simplified characters. Too many rather than
 * too few: the help lines only stand beside the answer. Harmless phrases that sound alike (笑死我, 難死了, 死記硬背,
 * 跳樓價) are left out.
 */
const patterns: readonly RegExp[] = [
  /自[殺杀](?!率|式)|(?<![年減减])[輕轻]生(?![物活命])|自[殘残]|自我[傷伤]害|[傷伤]害自己|(?<![切分收])[割鎅𠝹][手脈脉腕](?![工法段])/u,
  /[結结]束(?:自己的?|我的?)?[生性]命|了[結结](?:自己|生命)|跳[樓楼](?![價价貨货平])|跳[軌轨]|想跳[落下]去/u,
  /[燒烧]炭(?![爐炉機机取])|上吊(?![橋桥])|吊[頸颈]|[食吞服][晒咗了]?(?:成樽|整瓶|好多|很多|大量)?安眠[藥药]/u,
  /(?:(?<!笑[到得])想(?:要|一了百了)?|不如|[寧宁][願愿]|我(?:真的?)?要)去?死(?![記记背守亡板角你機机線线火循])/u,
  /[不唔]想再?(?:活|生存|做人|在世|[喺在]度)|活不下去|生[無无冇]可[戀恋]|死[咗了](?:算|好[過过]|更好|就好)|想瓜/u,
  /[離离][開开][這这呢][個个]?世界|想消失(?=$|[在喺算，。！!])/u,
  /性侵|性[騷骚][擾扰]我|虐打|家暴|(?:[強强][姦奸暴]|非[禮礼])[咗了]?我/u,
  /(?:被|[俾畀]|[佢他她師师父爸叔哥弟])人?(?:侵犯|[強强][姦奸暴]|非[禮礼]|虐待|迷[姦奸])(?!版)/u,
  /\bsuicid(?:e(?! rates?\b)|al)\b|\bkms\b|\bunalive\b|\b(?:kill|hang)(?:ing)? my ?self\b|\bend(?:ing)? (?:my (?:own )?life|it all)\b/i,
  /\b(?:want|going|wish|ready) to die\b|\bwanna die\b|\bwish i (?:was|were) (?:dead|never born)\b|\bbetter off (?:dead|without me)\b/i,
  /\bself[- ]?harm|\b(?:hurt|harm|cut)(?:ting|ing)? my ?self\b|\b(?:no|any) reason to (?:live|go on)\b/i,
  /\b(?:don'?t|do not|no longer) (?:wanna|want to) (?:live|be alive|exist|be here any ?more)\b/i,
  /\b(?:raped?|molest(?:ed|ing|s)?|sexually (?:abused|assaulted|harassed))\b|\b(?:being|is|am|was) abus(?:ed|ing me)\b/i,
];

/** Phones write typographic apostrophes, and some students put spaces between the characters. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[’‘ʼ`´]/g, "'")
    .replace(/\u200b|\u200d|(?<=\p{Script=Han})[ \t.．·*_-]+(?=\p{Script=Han})/gu, '');

export const isInDistress = (text: string) => {
  const normalised = plain(text);
  return patterns.some((pattern) => pattern.test(normalised));
};

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

/** The built-in tutor's own answer to a student in distress. */
export const distressAnswer = {
  'zh-Hant':
    '多謝你告訴我。聽起來你正在經歷很難受的時刻。我只是一個數學導師程式，未必能好好陪伴你，但有人可以：請現在就致電旁邊的熱線，或找一位你信任的家人、老師或社工。你值得得到幫助。',
  en: 'Thank you for telling me. It sounds as if you are going through something very hard. I am only a mathematics program and cannot be there for you as a person can. Please call one of the lines beside this, or talk to a relative, teacher or social worker you trust. You deserve help.',
} satisfies Record<Locale, string>;
