/** Word problems: discount, profit and loss, interest, sharing in a ratio, money left over. */
import { bilingual } from '../solution.ts';
import { lessBy, moreBy, partOf, story } from './story.ts';

/**
 * One item that is sold. Only listed names match: any other text could state a quantity or a further
 * condition.
 */
const item =
  '(?:一(?:件|個|部|雙|條|本|張|台|輛|枝|盒))?(?:某)?(?:貨品|貨物|商品|物品|外套|恤衫|衫|T恤|裙子?|褲子?|帽子?|鞋|波鞋|書|書包|手錶|電話|手提電話|電腦|電視機|電視|玩具|玩具車|相機|單車|書桌|椅子|雪櫃|風扇|冷氣機)';
const itemEn =
  '(?:a|the|an) (?:shirt|coat|jacket|dress|bag|school ?bag|watch|phone|mobile phone|computer|laptop|tv|television|toy|toy car|camera|bicycle|bike|desk|chair|table|book|pen|item|article|product|fan|pair of shoes)';
const money = (name: string) => `(?:hk)?\\$?#${name}元?`;
const soldZh = '(?:出售|發售|售出|賣出|賣)';
const askZh = '[,.](?:求|問)?(?:它|該貨品|該商品)?的?';
const howMuch = '(?:是|為)?(?:多少)?元?';

const digits = '零一二三四五六七八九';
/** Percentage of the price that is paid: 八折 is 80 per cent, 八五折 85, 75折 75. */
function paidPercent(fold = '') {
  const percent = [...fold].map((one) => (digits.includes(one) ? String(digits.indexOf(one)) : one)).join('');
  return percent.length === 1 ? `${percent}0` : percent;
}

const discount = story(
  [
    `${item}(?:的)?(?:原價|標價|定價)(?:是|為)?${money('p')},(?:現)?(?:以|按|打)?(?<f>[一二三四五六七八九]{1,2}|[1-9][0-9]?)折${soldZh}?${askZh}(?:售價|現價|實際售價|折後價)${howMuch}`,
    `${item}(?:的)?(?:原價|標價|定價)(?:是|為)?${money('p')},(?:現)?(?:折扣(?:是|為)?|減價)#d%(?:${soldZh})?${askZh}(?:售價|現價|實際售價|折後價)${howMuch}`,
    `the (?:marked|original|list) price of ${itemEn} is (?:hk)?\\$#p\\. (?:it is sold at a discount of #d%|a discount of #e% is (?:given|offered)|it is sold at #g% off)\\. (?:find|what is) (?:its|the) (?:selling|sale) price(?: of the \\w+)?`,
  ],
  ({ p, f, d, e, g }) => {
    const off = d ?? e ?? g;
    if (off !== undefined && Number(off) >= 100) return undefined;
    return {
      text: bilingual(
        off === undefined ? `打折後付原價的 ${paidPercent(f)}%。` : `售價 = 原價 × (1 − ${off}%)。`,
        off === undefined
          ? `${paidPercent(f)}% of the price is paid.`
          : `Selling price = marked price × (1 − ${off}%).`,
      ),
      mathematics: `${p} * ${off === undefined ? partOf(paidPercent(f)) : lessBy(off)}`,
    };
  },
);

const sellingPrice = story(
  [
    `${item}(?:的)?成本(?:是|為)?${money('c')},(?:若|如果)?(?:出售時|賣出後)?(?:(?<w>盈利|虧蝕|虧損|蝕)(?:百分率|率)?(?:是|為)?|(?<g>賺)了?)#r%${askZh}(?:售價)${howMuch}`,
    `the cost(?: price)? of ${itemEn} is (?:hk)?\\$#c\\. it is sold at a (?<w>profit|gain|loss)(?: percentage)? of #r%\\. (?:find|what is) (?:its|the) selling price(?: of the \\w+)?`,
  ],
  ({ c, w, r = '' }) => {
    const isLoss = /虧|蝕|loss/.test(w ?? '');
    if (isLoss && Number(r) >= 100) return undefined;
    return {
      text: bilingual(
        `售價 = 成本 × (1 ${isLoss ? '−' : '+'} ${r}%)。`,
        `Selling price = cost × (1 ${isLoss ? '−' : '+'} ${r}%).`,
      ),
      mathematics: `${c} * ${isLoss ? lessBy(r) : moreBy(r)}`,
    };
  },
);

const percentage = story(
  [
    `${item}(?:的)?成本(?:是|為)?${money('c')},(?:售價(?:是|為)?|(?:現)?以)${money('s')}(?:的價錢)?(?:${soldZh})?${askZh}(?<w>盈利|虧蝕|虧損)百分率(?:是多少)?`,
    `${itemEn} (?:costs|is bought for|was bought for) (?:hk)?\\$#c and is sold (?:for|at) (?:hk)?\\$#s\\. (?:find|what is) the percentage (?<w>profit|gain|loss)|${itemEn} (?:costs|is bought for|was bought for) (?:hk)?\\$#a and is sold (?:for|at) (?:hk)?\\$#b\\. (?:find|what is) the (?<v>profit|gain|loss) (?:percentage|percent|per cent)`,
  ],
  ({ c, s, a, b, w, v }) => {
    const [cost, price] = [Number(c ?? a), Number(s ?? b)];
    const isLoss = /虧|loss/.test(w ?? v ?? '');
    // A profit is requested where there is a loss, or the reverse: the problem is inconsistent.
    if (cost <= 0 || (isLoss ? price >= cost : price <= cost)) return undefined;
    const [from, to] = isLoss ? [c ?? a, s ?? b] : [s ?? b, c ?? a];
    return {
      text: bilingual(
        `${isLoss ? '虧蝕' : '盈利'}百分率 = ${isLoss ? '虧蝕' : '盈利'} ÷ 成本 × 100%。`,
        `Percentage ${isLoss ? 'loss' : 'profit'} = ${isLoss ? 'loss' : 'profit'} ÷ cost × 100%.`,
      ),
      mathematics: `(${from} - ${to}) / ${c ?? a} * 100`,
      unit: '%',
    };
  },
);

const perYear = '(?:年利率|年息)(?:是|為)?#r%';
const interest = story(
  [
    `(?:將|把)?(?:本金)?(?:是|為)?${money('p')}(?:存入銀行)?,${perYear},(?:以)?(?<k>單利息|單利|複利息|複利)(?:計算|息)?,?(?:每年(?:複利|計息)一次,?)?(?:存|為期)?#n年(?:後)?(?:${askZh}|的)(?<q>本利和|利息|單利息|複利息)(?:是多少|${howMuch})`,
    `(?<k>單利息|單利|複利息|複利)[:,]本金(?:是|為)?${money('p')},${perYear},(?:每年(?:一結|複利一次|計息一次|結算一次),)?(?:存|為期)?#n年(?:後)?(?:${askZh}|的)(?<q>本利和|利息)(?:是多少|${howMuch})`,
    'find the (?<k>simple|compound) (?<q>interest) on (?:hk)?\\$#p at #r% (?:per annum|p\\.a\\.|per year|a year) for #n years?(?:,? compounded (?:yearly|annually))?',
    '(?:hk)?\\$#p is (?:deposited|invested)(?: in a bank)? at #r% (?:per annum|p\\.a\\.|per year|a year) (?<k>simple|compound) interest(?:,? compounded (?:yearly|annually),?)? for #n years?\\. find the (?<q>interest|amount)',
  ],
  ({ p, r = '', n = '', k = '', q = '' }) => {
    if (!/^\d+$/.test(n) || Number(n) === 0 || Number(n) > 50) return undefined;
    const isCompound = /複利|compound/.test(k);
    // 複利息 of 單利 (compound interest at simple interest), or the reverse, is inconsistent.
    if (/單利息/.test(q) ? isCompound : /複利息/.test(q) && !isCompound) return undefined;
    const isAmount = /本利和|amount/.test(q);
    const grown = isCompound ? `${p} * ${moreBy(r)}^${n}` : `${p} * ${partOf(r)} * ${n}`;
    return {
      text: isCompound
        ? bilingual(
            `複利：本利和 = 本金 × (1 + ${r}%)^${n}${isAmount ? '' : '，利息是本利和減本金'}。`,
            `Compound: amount = principal × (1 + ${r}%)^${n}${isAmount ? '' : '; the interest is what comes on top'}.`,
          )
        : bilingual(
            `單利：利息 = 本金 × ${r}% × ${n}${isAmount ? '，本利和再加本金' : ''}。`,
            `Simple: interest = principal × ${r}% × ${n}${isAmount ? '; the amount adds the principal' : ''}.`,
          ),
      mathematics: isCompound ? (isAmount ? grown : `${grown} - ${p}`) : isAmount ? `${p} + ${grown}` : grown,
    };
  },
);

const sharing = story(
  [
    `(?:將|把)(?:hk)?\\$?#t元?(?:按|以)?(?:照)?#a:#b(?::#c)?(?:的)?(?:比例?|比)?分(?:配)?給(?<n>甲,?乙(?:[,和及]?丙)?|甲(?:和|及|與)乙)(?:兩人|二人|三人)?[,.](?:求|問)?(?<q>甲|乙|丙)(?:可|能)?(?:得|分得|得到)(?:到)?(?:多少)元?`,
    'share (?:hk)?\\$#t between (?<n>a and b) in the ratio #a ?: ?#b\\. how much does (?<q>a|b) (?:get|receive)',
  ],
  ({ t, a, b, c, n = '', q = '' }) => {
    const shares = [a, b, ...(c === undefined ? [] : [c])];
    const names = /丙/.test(n) ? 3 : 2;
    const place = '甲乙丙'.includes(q) ? '甲乙丙'.indexOf(q) : 'ab'.indexOf(q);
    if (shares.length !== names || place < 0 || place >= names || shares.some((one) => Number(one) === 0))
      return undefined;
    return {
      text: bilingual('先求總份數，再取其中的份數。', 'Add the parts, then take those that are asked for.'),
      mathematics: `${t} * ${shares[place]} / (${shares.join(' + ')})`,
    };
  },
);

const person = '(?:小明|小美|小華|小強|小芬|小麗|志明|美玲|家明|子軒|陳先生|李太太|媽媽|爸爸|他|她)';
const leftOver = story(
  [
    `${person}有${money('p')},(?:用|花|使)(?:去|了|掉)?(?:其中的?)?#r%[,.](?:問|求)?(?:他|她)?(?:還|尚)?(?:剩|餘)下?(?:多少)元?`,
    '(?:tom|mary|peter|amy|john|he|she) has (?:hk)?\\$#p and spends #r% of it\\. how much (?:money )?(?:is left|does (?:he|she|tom|mary|peter|amy|john) have left)',
  ],
  ({ p, r = '' }) => {
    if (Number(r) > 100) return undefined;
    return {
      text: bilingual(`剩下 1 − ${r}%。`, `1 − ${r}% is left.`),
      mathematics: `${p} * ${lessBy(r)}`,
    };
  },
);

export const moneyStories = [discount, sellingPrice, percentage, interest, sharing, leftOver];
