/**
 * Tells real words from interjections, backchannel words ("okay", "I see") and the recogniser's notes for
 * noise, none of which interrupts the tutor.
 */

import type { Language } from './language.ts';

const interjection =
  /^(?:u+h+|u+m+|e+r+m*|a+h+|o+h+|e+h+|h+m+|m+|m+h+m+|h+u+h+|a+ha+|(?:ha|he)+h?|ugh|phew|psst?|tsk|cough(?:s|ing)?|sigh(?:s|ing)?|sniff(?:s|ing)?|laugh(?:s|ter|ing)?|achoo|ahem)$/;
const backchannelWords = new Set(['yeah', 'yep', 'yup', 'okay', 'ok', 'right', 'sure', 'mhm']);
/** Words that a recogniser writes for a hum. A student who means one of them says more than that one word. */
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
const backchannelPhrases = /\b(?:i see|got it|all right|alright)\b/g;
const interjectionCharacters = /^[嗯唔呃啊哦噢喔呀哎唉誒欸诶哈嘻咳嗄嗱吓嗨呵嘩哇喎㗎囉]+$/u;
const backchannelChinese =
  /^(?:係|係呀|係喎|係囉|好|好呀|好的|好啊|得|明白|明|知道|知|收到|對|对|對對|是|是的|是啊|原來如此|原来如此|啱|冇錯)+$/u;

/** Recognisers describe noise: (coughing), [music], *sigh*, ♪. */
const noiseDescription = /\([^)]*\)|\[[^\]]*\]|\*[^*]*\*|（[^）]*）|【[^】]*】|♪+/gu;

/** Whether a transcript of speech over the tutor's voice contains words meant to interrupt. */
export function isRealWords(transcript: string, language: Language): boolean {
  const text = transcript.normalize('NFKC').toLowerCase().replace(noiseDescription, ' ');
  const han = text.match(/\p{Script=Han}+/gu) ?? [];
  const saysChinese = han.some((run) => !interjectionCharacters.test(run));
  const chinese = han.filter((run) => !interjectionCharacters.test(run)).join('');
  const words = text.replace(/['’]/g, '').match(/[\p{Script=Latin}\d]+/gu) ?? [];
  const withoutInterjections = words.filter((word) => !interjection.test(word)).join(' ');
  const remaining = withoutInterjections.replace(backchannelPhrases, ' ').split(' ');
  const meaningful = remaining.filter((word) => word !== '' && !backchannelWords.has(word));
  if (saysChinese && !backchannelChinese.test(chinese)) return true;
  // In English a single letter is the rest of a noise; in Chinese speech it may be a variable such as x.
  const isWord = (word: string) => language !== 'en' || word.length > 1 || /\d/.test(word);
  if (meaningful.length === 1 && hummedWords.has(meaningful[0] as string)) return false;
  return meaningful.some(isWord);
}

/** Recognisers trained on subtitles write these for silence: subtitle credits and thanks for watching. */
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

/** Whether the recogniser made the transcript up: nothing was said. */
export function isHallucination(transcript: string): boolean {
  const text = transcript
    .normalize('NFKC')
    .toLowerCase()
    .replace(noiseDescription, ' ')
    .replace(/[\p{P}\p{S}\s]+/gu, ' ')
    .trim();
  return text === '' || credits.some((pattern) => pattern.test(text));
}
