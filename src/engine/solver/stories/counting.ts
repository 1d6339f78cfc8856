/** Word problems: chickens and rabbits, consecutive numbers, means, ages, working together. */
import { bilingual } from '../solution.ts';
import { isCount, isWhole, story } from './story.ts';

const andZh = '(?:和|與|,|及)?';

/** 雞兔同籠: numbers of chickens and rabbits from their heads and legs. */
const chickensAndRabbits = story(
  [
    `雞兔同籠,(?:一?共|合共|總共)?有?(?:頭(?:共)?#h個?|#h個頭|#h隻),(?:一?共|合共|總共)?有?(?:腳(?:共)?#l隻?|#k隻腳|#m條腿)[,.](?:問|求)?雞${andZh}兔子?(?:各|分別)有?(?:多少|幾)隻`,
    `(?:籠|籠子|農場|農舍)(?:裏|裡|內|中)?(?:共)?有雞(?:和|與|,|及)兔子?(?:一?共|合共|總共)?#h隻,(?:它們|牠們)?(?:一?共|合共|總共)?有?(?:#k隻腳|#m條腿)[,.](?:問|求)?雞${andZh}兔子?(?:各|分別)有?(?:多少|幾)隻`,
    '(?:there are|a farmer has|a farm has|a cage has|a cage contains) #h chickens and rabbits(?: (?:in|on) (?:a|the) (?:cage|farm))?(?: with|,? and they have|\\. they have|\\. there are)(?: a total of)? #l legs(?: in total| altogether)?\\. how many (?:chickens and (?:how many )?rabbits are there|chickens and rabbits are there|of each (?:animal )?are there)',
    'chickens and rabbits (?:are|live) in (?:a|one|the same) cage\\. there are #h heads and #l (?:legs|feet)(?: in total| altogether)?\\. how many (?:chickens and (?:how many )?rabbits are there|of each (?:animal )?are there)',
  ],
  ({ h, l, k, m }) => ({
    text: bilingual(
      '設雞有 x 隻，兔有 y 隻。雞有 2 隻腳，兔有 4 隻腳。',
      'Let there be x chickens and y rabbits. A chicken has 2 legs, a rabbit 4.',
    ),
    mathematics: `x + y = ${h}, 2x + 4y = ${l ?? k ?? m}`,
    fits: (found) => found.length === 2 && found.every(isCount),
  }),
);

const chineseCounts: Record<string, number> = { 兩: 2, 二: 2, 三: 3, 四: 4, 五: 5 };
const englishCounts: Record<string, number> = { two: 2, three: 3, four: 4, five: 5 };
const countOf = (word = '') => chineseCounts[word] ?? englishCounts[word] ?? Number(word);

const consecutive = story(
  [
    '(?<c>[兩二三四五2345])個連續(?<p>正)?(?<w>整數|奇數|偶數)(?:的)?(?:總)?和(?:是|為|等於|=)#s[,.](?:求|問)?(?:(?:這|該)(?:[兩二三四五2345])?個?(?:整數|奇數|偶數|數)(?:各是多少|分別是多少|是甚麼|是什麼|是多少)?|(?<q>最大|最小)(?:的)?(?:一個)?(?:整數|奇數|偶數|數)?(?:是多少|是甚麼|是什麼)?)',
    'the sum of (?<c>two|three|four|five|[2345]) consecutive (?<p>positive )?(?<w>integers|whole numbers|odd numbers|odd integers|even numbers|even integers) (?:is|equals|is equal to) #s\\. (?:find|what are) (?:the|these) (?:two |three |four |five |[2345] )?(?:numbers|integers)',
    'the sum of (?<c>two|three|four|five|[2345]) consecutive (?<p>positive )?(?<w>integers|whole numbers|odd numbers|odd integers|even numbers|even integers) (?:is|equals|is equal to) #s\\. (?:find|what is) the (?<q>largest|greatest|smallest|least)(?: of them| number| integer| one)?',
  ],
  ({ c, p, w = '', s, q = '' }) => {
    const count = countOf(c);
    const isOdd = /奇|odd/.test(w);
    const gap = isOdd || /偶|even/.test(w) ? 2n : 1n;
    const terms = Array.from({ length: count }, (_, at) => (at === 0 ? 'x' : `(x + ${BigInt(at) * gap})`));
    return {
      text: bilingual(
        '設最小的數為 x，其餘依次寫出。',
        'Let x be the least of them, and write the others from it.',
      ),
      mathematics: `${terms.join(' + ')} = ${s}`,
      fits: ([x]) =>
        x !== undefined &&
        isWhole(x) &&
        (gap === 1n || (x.n % 2n === 0n) !== isOdd) &&
        (!(p || /whole/.test(w)) || x.n > 0n || (/whole/.test(w) && x.n >= 0n)),
      answer: ([x]) => {
        const all = terms.map((_, at) => String((x?.n ?? 0n) + BigInt(at) * gap));
        return /最大|largest|greatest/.test(q)
          ? (all.at(-1) ?? '')
          : /最小|smallest|least/.test(q)
            ? (all[0] ?? '')
            : all.join(', ');
      },
    };
  },
);

/** One missing number, from the means with and without it. */
const missingOfMean = story(
  [
    '#n個數(?:的)?平均(?:數|值)?(?:是|為)#a[,.]其中#m個數(?:的)?平均(?:數|值)?(?:是|為)#b[,.](?:求|問)?(?:其餘的?|餘下的?|剩下的?|另)(?:一個|那個)?數(?:是多少)?',
    'the (?:mean|average) of #n numbers is #a\\. the (?:mean|average) of #m of (?:them|these numbers|the numbers) is #b\\. find the (?:other|remaining|last) number',
  ],
  ({ n, a, m, b }) =>
    Number(n) === Number(m) + 1
      ? {
          text: bilingual(
            '總和 = 平均數 × 個數；兩個總和相減。',
            'A sum is mean × count; subtract one sum from the other.',
          ),
          mathematics: `${n} * ${a} - ${m} * ${b}`,
        }
      : undefined,
);

const elder = '父親|爸爸|母親|媽媽|爺爺|嫲嫲|祖父|祖母|老師|哥哥|姐姐|姊姊|甲';
const younger = '兒子|女兒|弟弟|妹妹|孫子|孫女|學生|小明|小華|小美|乙';
const times: Record<string, string> = { 兩: '2', 二: '2', 三: '3', 四: '4', 五: '5', 六: '6', twice: '2' };
const timesOf = (word = '') => times[word] ?? englishCounts[word] ?? word;

const ages = story(
  [
    `(?<o>${elder})(?:今年|現年|現在)#a歲,(?<y>${younger})(?:今年|現年|現在)#b歲[,.](?:問|求)?(?:再過)?(?:多少|幾)年後?,?\\k<o>的?(?:年齡|年紀|歲數)?(?:會|將)?(?:是|為)\\k<y>(?:的?(?:年齡|年紀|歲數))?的(?<k>[兩二三四五六]|\\d+)倍`,
    '(?:a|the) (?:father|mother|man|woman) is #a years old and (?:his|her) (?:son|daughter) is #b years old\\. in how many years will (?:the |his |her )?(?:father|mother|man|woman|he|she) be (?<k>twice|(?:three|four|five|[3-9]) times) (?:as old as|the age of) (?:the |his |her )?(?:son|daughter)',
  ],
  ({ a, b, k = '' }) => ({
    text: bilingual('設 x 年後。那時兩人各大了 x 歲。', 'Let it be in x years. Both are x years older then.'),
    mathematics: `${a} + x = ${timesOf(k.replace(' times', ''))}(${b} + x)`,
    fits: ([x]) => x !== undefined && isCount(x) && Number(a) > Number(b),
  }),
);

const together = story(
  [
    '甲(?:單獨|獨自)?(?:做|完成)一(?:項|件)(?:工程|工作)(?:需要|需|要|用)#a(?<u>天|日|小時),乙(?:單獨|獨自)?(?:做|完成)?(?:同一(?:項|件)(?:工程|工作))?(?:則)?(?:需要|需|要|用)#b\\k<u>[,.](?:問|求)?(?:若|如果)?(?:兩人|二人|甲乙|甲,乙)(?:兩人)?(?:一起|共同)?合作[,]?(?:需要|需|要|用)?(?:多少|幾)\\k<u>(?:可以|可|才能|能)?(?:完成)?',
    '(?:a|tom|peter|john|alice) can (?:finish|do|complete) (?:a|the) (?:job|piece of work|task|project) in #a (?<u>days|hours)(?: and|,|\\.) (?:b|mary|ben|bob|jane) can (?:finish|do|complete) (?:it|the same (?:job|task|project|work)|the (?:job|task|project)) in #b \\k<u>\\. (?:how (?:long|many \\k<u>) (?:will|would|do) (?:it take them|they take|they need)(?: to (?:finish|do|complete) it)?(?: (?:working|if they work))? together)',
  ],
  ({ a, b, u = '' }) => ({
    text: bilingual(
      `每${/小時|hour/.test(u) ? '小時' : '天'}兩人合共完成全部的 1/${a} + 1/${b}，時間是它的倒數。`,
      `Together they do 1/${a} + 1/${b} of it in one ${/小時|hour/.test(u) ? 'hour' : 'day'}; the time is its reciprocal.`,
    ),
    mathematics: `1/(1/${a} + 1/${b})`,
    unit: /小時|hour/.test(u) ? 'h' : 'days',
    fits: ([x]) => x !== undefined && x.n > 0n,
  }),
);

export const counting = [chickensAndRabbits, consecutive, missingOfMean, ages, together];
