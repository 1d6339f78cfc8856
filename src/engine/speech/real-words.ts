/** Sounds that listeners make, words that only say “go on”, and what recognisers write for noise: none interrupts. */

import type { Language } from './language.ts';

const soundWord =
  /^(?:u+h+|u+m+|e+r+m*|a+h+|o+h+|e+h+|h+m+|m+|m+h+m+|h+u+h+|a+ha+|(?:ha|he)+h?|ugh|phew|psst?|tsk|cough(?:s|ing)?|sigh(?:s|ing)?|sniff(?:s|ing)?|laugh(?:s|ter|ing)?|achoo|ahem)$/;
const goOnWords = new Set(['yeah', 'yep', 'yup', 'okay', 'ok', 'right', 'sure', 'mhm']);
/** What a recogniser makes of a hum. Whoever says it alone and means it says more at once. */
const hummedWords = new Set([
  'a',
  'am',
  'an',
  'and',
  'end',
  'him',
  'in',
  'it',
  'mom',
  'mum',
  'of',
  'on',
  'than',
  'the',
  'them',
  'then',
  'you',
]);
const goOnPhrases = /\b(?:i see|got it|all right|alright)\b/g;
const soundCharacters = /^[嗯唔呃啊哦噢喔呀哎唉誒欸诶哈嘻咳嗄嗱吓嗨呵嘩哇喎㗎囉]+$/u;
const goOnChinese =
  /^(?:係|係呀|係喎|係囉|好|好呀|好的|好啊|得|明白|明|知道|知|收到|對|对|對對|是|是的|是啊|原來如此|原来如此|啱|冇錯)+$/u;

/** Recognisers describe noise: (coughing), [music], *sigh*, ♪. */
const described = /\([^)]*\)|\[[^\]]*\]|\*[^*]*\*|（[^）]*）|【[^】]*】|♪+/gu;

/** Whether something was said to the tutor while it speaks, in any of the languages. */
export function isRealWords(transcript: string, language: Language): boolean {
  const text = transcript.normalize('NFKC').toLowerCase().replace(described, ' ');
  const han = text.match(/\p{Script=Han}+/gu) ?? [];
  const saysChinese = han.some((run) => !soundCharacters.test(run));
  const chinese = han.filter((run) => !soundCharacters.test(run)).join('');
  const words = text.replace(/['’]/g, '').match(/[\p{Script=Latin}\d]+/gu) ?? [];
  const said = words.filter((word) => !soundWord.test(word)).join(' ');
  const left = said.replace(goOnPhrases, ' ').split(' ');
  const meant = left.filter((word) => word !== '' && !goOnWords.has(word));
  if (saysChinese && !goOnChinese.test(chinese)) return true;
  // One letter alone is what is left of a noise; in Chinese talk it may be the x that was meant.
  const isWord = (word: string) => language !== 'en' || word.length > 1 || /\d/.test(word);
  if (meant.length === 1 && hummedWords.has(meant[0] as string)) return false;
  return meant.some(isWord);
}

/** What recognisers that learned from subtitles write where nobody spoke: their makers’ names, thanks to who watched. */
const credits: readonly RegExp[] = [
  /^thank(?:s| you)(?: so much| very much)? for watching\b/,
  /\bamara\s?org\b/,
  /^(?:subtitles?|captions?|transcri(?:bed|ption)) by\b/,
  /^(?:please )?(?:like and )?subscribe\b.{0,40}$/,
  /^(?:中文)?字幕(?:由|志愿者|志願者|製作|制作|提供)/,
  /[請请]不吝(?:點贊|点赞)/,
  /^(?:多謝|謝謝|谢谢|感謝|感谢)(?:大家|[您你][們们]?)?的?(?:觀看|观看|收看|收睇)$/,
  /明[鏡镜][與与和](?:點點|点点)/,
];

/** Whether a transcript is none: nothing was said, and the recogniser made it up. */
export function isMadeUp(transcript: string): boolean {
  const text = transcript
    .normalize('NFKC')
    .toLowerCase()
    .replace(described, ' ')
    .replace(/[\p{P}\p{S}\s]+/gu, ' ')
    .trim();
  return text === '' || credits.some((pattern) => pattern.test(text));
}
