/** Word problems: percentages of an unknown number, and percentage change. */
import { bilingual } from '../solution.ts';
import { lessBy, moreBy, partOf, story } from './story.ts';

const askZh = '[,.](?:求|問)?(?:這個數|該數|原來的?數|這數|它)(?:是|為)?(?:多少)?';

const whole = story(
  [
    `(?:若|如果)?(?:一個|某)數的#p%(?:是|為|等於)#v${askZh}`,
    '#v是(?:哪|什麼|甚麼)個?數的#p%',
    '#p% of a number is #v\\. find the number',
  ],
  ({ p = '', v }) =>
    Number(p) === 0
      ? undefined
      : {
          text: bilingual(`設該數為 x，${p}% 是 ${v}。`, `Let the number be x: ${p}% of it is ${v}.`),
          mathematics: `${partOf(p)}*x = ${v}`,
        },
);

const before = story(
  [
    `(?:若|如果)?(?:一個|某)數(?<w>增加|減少)#p%後(?:是|為|等於|變為|得)#v${askZh}`,
    '(?:a|when a) number is (?<w>increased|decreased) by #p%(?: to become| and becomes|, it becomes|, the result is) #v\\. find the (?:original )?number',
  ],
  ({ w = '', p = '', v }) => {
    const isMore = /增|increased/.test(w);
    if (!isMore && Number(p) >= 100) return undefined;
    return {
      text: bilingual(
        `設原來的數為 x，乘以 1 ${isMore ? '+' : '−'} ${p}% 得 ${v}。`,
        `Let the number be x: times 1 ${isMore ? '+' : '−'} ${p}% it is ${v}.`,
      ),
      mathematics: `${isMore ? moreBy(p) : lessBy(p)}*x = ${v}`,
    };
  },
);

const change = story(
  [
    '由#a(?<w>增至|增加至|上升至|減至|減少至|下降至)#b[,.]?(?:求|問)?(?:其)?(?:百分變化|百分增加|增加的?百分率|增加百分率|百分減少|減少的?百分率|減少百分率)(?:是多少)?',
    '#b比#a(?<w>多|少)百分之(?:幾|多少)',
    'find the percentage (?<w>increase|decrease) from #a to #b',
  ],
  ({ a, b, w = '' }) => {
    const [from, to] = [Number(a), Number(b)];
    const isMore = /增|上升|多|increase/.test(w);
    // An increase is requested where there is a decrease, or the reverse: the problem is inconsistent.
    if (from === 0 || (isMore ? to <= from : to >= from)) return undefined;
    return {
      text: bilingual(
        '百分變化 = 差 ÷ 原來的數 × 100%。',
        'Percentage change = difference ÷ original × 100%.',
      ),
      mathematics: isMore ? `(${b} - ${a}) / ${a} * 100` : `(${a} - ${b}) / ${a} * 100`,
      unit: '%',
    };
  },
);

export const percentages = [whole, before, change];
