import type { DistressKind } from './kinds.ts';

/**
 * Phrases that are hardly ever said of anything else, in both scripts. Harmless phrases that sound alike (笑死我,
 * 難死了, 死記硬背, 跳樓價) are left out.
 */
const phrases: readonly [DistressKind, RegExp][] = [
  [
    'self_harm',
    /自[殺杀](?!率|式)|(?<![年減减])[輕轻]生(?![物活命])|自[殘残]|自我[傷伤]害|[傷伤]害自己|(?<![切分收])[割鎅𠝹][手脈脉腕](?![工法段])/u,
  ],
  [
    'self_harm',
    /[結结]束(?:自己的?|我的?)?[生性]命|了[結结](?:自己|生命)|跳[樓楼](?![價价貨货平])|跳[軌轨]|想跳[落下]去/u,
  ],
  [
    'self_harm',
    /[燒烧]炭(?![爐炉機机取])|上吊(?![橋桥])|吊[頸颈]|[食吞服][晒咗了]?(?:成樽|整瓶|好多|很多|大量)?安眠[藥药]/u,
  ],
  [
    'self_harm',
    /(?:(?<!笑[到得])想(?:要|一了百了)?|不如|[寧宁][願愿]|我(?:真的?)?要)去?死(?![記记背守亡板角你機机線线火循])/u,
  ],
  [
    'self_harm',
    /[不唔]想再?(?:活|生存|做人|在世|[喺在]度)|活不下去|生[無无冇]可[戀恋]|死[咗了](?:算|好[過过]|更好|就好)|想瓜/u,
  ],
  ['self_harm', /[離离][開开][這这呢][個个]?世界|想消失(?=$|[在喺算，。！!])/u],
  ['touching', /性侵|性[騷骚][擾扰]我|虐打|家暴|(?:[強强][姦奸暴]|非[禮礼])[咗了]?我/u],
  [
    'touching',
    /(?:被|[俾畀]|[佢他她師师父爸叔哥弟])人?(?:侵犯|[強强][姦奸暴]|非[禮礼]|虐待|迷[姦奸])(?!版)/u,
  ],
  [
    'self_harm',
    /\bsuicid(?:e(?! rates?\b)|al)\b|\bkms\b|\bunalive\b|\b(?:kill|hang)(?:ing)? my ?self\b|\bend(?:ing)? (?:my (?:own )?life|it all)\b/i,
  ],
  [
    'self_harm',
    /\b(?:want|going|wish|ready) to die\b|\bwanna die\b|\bwish i (?:was|were) (?:dead|never born)\b|\bbetter off (?:dead|without me)\b/i,
  ],
  [
    'self_harm',
    /\bself[- ]?harm|\b(?:hurt|harm|cut)(?:ting|ing)? my ?self\b|\b(?:no|any) reason to (?:live|go on)\b/i,
  ],
  [
    'self_harm',
    /\b(?:don'?t|do not|no longer) (?:wanna|want to) (?:live|be alive|exist|be here any ?more)\b/i,
  ],
  [
    'touching',
    /\b(?:raped?|molest(?:ed|ing|s)?|sexually (?:abused|assaulted|harassed))\b|\b(?:being|is|am|was) abus(?:ed|ing me)\b/i,
  ],
];

/** Phones write typographic apostrophes, and some students put spaces between the characters. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[’‘ʼ`´]/g, "'")
    .replace(/\u200b|\u200d|(?<=\p{Script=Han})[ \t.．·*_-]+(?=\p{Script=Han})/gu, '');

export function phraseIn(text: string): DistressKind | undefined {
  const looked = plain(text);
  return phrases.find(([, phrase]) => phrase.test(looked))?.[0];
}
