import type { Reading } from '../reading/read.ts';
import { bilingual } from '../solution.ts';
import type { Work } from '../working.ts';
import { counting } from './counting.ts';
import { lists } from './lists.ts';
import { moneyStories } from './money.ts';
import { motion } from './motion.ts';
import { percentages } from './percentages.ts';
import { story, workOf } from './story.ts';

const signs: Record<string, string> = { 和: '+', sum: '+', 差: '-', difference: '-', 積: '*', product: '*' };

/** 3 與 5 的和 */
const sumOfTwo = story(
  [
    '(?:求|計算)?#a(?:和|與|及)#b(?:的|之)(?<w>和|差|積)(?:是多少|=)?',
    '(?:find|what is|calculate) the (?<w>sum|product) of #a and #b',
    '(?:find|what is|calculate) the (?<w>difference) between #a and #b',
  ],
  ({ a, b, w = '' }) => {
    const sign = signs[w];
    if (!sign) return undefined;
    const [first, second] = sign === '-' && Number(a) < Number(b) ? [b, a] : [a, b];
    return {
      text: bilingual('按文字列出算式。', 'Write down what the words say.'),
      mathematics: `${first} ${sign} ${second}`,
    };
  },
);

const sums = [sumOfTwo];

/** Solves common word problems, if every word of the text is understood. */
export const stories = ({ input }: Reading): Work | undefined =>
  workOf([...counting, ...motion, ...moneyStories, ...percentages, ...lists, ...sums], input);
