import { toSimplified } from './simplified.ts';

/** Spellings of one and the same Cantonese word, after the folding to simplified characters. */
const spellings: readonly [RegExp, string][] = [
  [/畀/g, '俾'],
  [/比(?=人|同学|佢|班|阿|爸|妈|老|个男|几个)/g, '俾'],
  [/[琴寻擒](?=[日晚])/g, '昨'],
  [/比(?=我(?:老豆|阿|爸|妈))/g, '俾'],
  [/[黎嚟]/g, '来'],
  [/训(?=觉|唔|著|着|系|街|公)/g, '瞓'],
  [/甘(?=样|辛|惨|多|大)|噉/g, '咁'],
  [/[𠝹鎅]/gu, '割'],
  [/揾/g, '搵'],
  [/[餸]/g, '菜'],
  [/野(?=食)/g, '嘢'],
  [/著(?=衫|裤|裙)/g, '着'],
  [/无(?=野|嘢|人|钱|饭|地方)/g, '冇'],
  [/[呀吖啊喔噢啦喇囉啰㗎喎嘞]+/g, ''],
];

/**
 * A text in the one spelling that the words of this engine are written in: simplified characters, small letters,
 * no spaces between Chinese characters, a comma for every sign that ends a clause.
 */
export function fold(text: string): string {
  let folded = toSimplified(text.normalize('NFKC').toLowerCase())
    .replace(/[’‘ʼ`´]/g, "'")
    .replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/(?<=\p{Script=Han})[ \t.．·*_-]+(?=\p{Script=Han})/gu, '')
    .replace(/[\n。！？!?；;，,、：:…~～.]+/g, ',')
    .replace(/(?<=n)'(?=t\b)/g, '')
    .replace(/(\p{L})\1{2,}/gu, '$1$1');
  for (const [spelling, word] of spellings) folded = folded.replace(spelling, word);
  return folded.replace(/\s+/g, ' ').trim();
}
