import { type BilingualText, bilingual, type Kind } from './solution.ts';

/** The method for each kind of problem in one sentence, shown as the second hint. */
export const methods: Record<Kind, BilingualText> = {
  arithmetic: bilingual(
    '按先乘除、後加減的次序計算，分數先通分。',
    'Follow the order of operations; bring fractions to a common denominator.',
  ),
  factorisation: bilingual(
    '先抽公因式，再看恆等式、十字相乘或分組。',
    'Take out common factors first, then look for identities, the cross method or grouping.',
  ),
  expansion: bilingual('用分配律逐項相乘，再合併同類項。', 'Multiply term by term and collect like terms.'),
  simplification: bilingual(
    '把分子分母分解，約去公因式，再合併同類項。',
    'Factorise, cancel common factors and collect like terms.',
  ),
  'linear equation': bilingual(
    '去括號、去分母，把未知數移到一邊，再除以係數。',
    'Clear brackets and fractions, bring the unknown to one side, then divide by its coefficient.',
  ),
  'simultaneous equations': bilingual(
    '用代入法或加減消元法，先消去一個未知數。',
    'Use substitution or elimination to remove one unknown first.',
  ),
  'quadratic equation': bilingual(
    '化為一般式，試因式分解；不能分解就用二次公式。',
    'Write it in general form and try to factorise; otherwise use the quadratic formula.',
  ),
  'polynomial equation': bilingual(
    '移項後因式分解，令每個因式為 0。',
    'Bring everything to one side, factorise, and set each factor to 0.',
  ),
  'fractional equation': bilingual(
    '兩邊同乘最低公分母，解後檢查分母不為 0。',
    'Multiply by the lowest common denominator, and check at the end that no denominator is 0.',
  ),
  'radical equation': bilingual(
    '把根式移到一邊再平方，最後檢驗增根。',
    'Isolate the root, square, and check for extra roots.',
  ),
  'absolute value equation': bilingual(
    '分正負兩種情況去掉絕對值。',
    'Remove the absolute value by looking at two cases.',
  ),
  'completing the square': bilingual(
    '加減一次項係數一半的平方。',
    'Add and subtract the square of half the coefficient of the linear term.',
  ),
  discriminant: bilingual('計算 b² - 4ac，看它的正負。', 'Work out b² - 4ac and look at its sign.'),
  inequality: bilingual(
    '像方程一樣整理；乘除負數時不等號要轉向，二次不等式看根兩側的符號。',
    'Rearrange as for an equation; the sign turns when dividing by a negative number. For quadratics look at the signs around the roots.',
  ),
  indices: bilingual(
    '運用指數定律：同底相乘指數相加，相除相減，乘方相乘。',
    'Use the laws of indices: add exponents to multiply, subtract to divide, multiply for powers of powers.',
  ),
  logarithms: bilingual(
    '運用對數定律：和變積、差變商、倍數變乘方。',
    'Use the laws of logarithms: sums become products, differences quotients, multiples powers.',
  ),
  'exponential equation': bilingual(
    '化為同底數的冪，或兩邊取對數。',
    'Write both sides as powers of one base, or take logarithms.',
  ),
  'logarithmic equation': bilingual(
    '合併對數，化為指數形式，並檢查真數為正。',
    'Combine the logarithms, write without them, and check that what was inside is positive.',
  ),
  sequence: bilingual(
    '找出首項和公差（或公比），代入通項或求和公式。',
    'Find the first term and the common difference or ratio, and use the formula.',
  ),
  function: bilingual(
    '把數值代入，或由解析式的形狀找所求。',
    'Substitute, or read what is asked from the form of the function.',
  ),
  'coordinate geometry': bilingual(
    '代入距離、中點、斜率或直線、圓的公式。',
    'Use the formula for distance, midpoint, slope, line or circle.',
  ),
  trigonometry: bilingual('運用特殊角的三角比和恆等式。', 'Use the ratios of special angles and identities.'),
  'trigonometric equation': bilingual(
    '化為 sin、cos 或 tan 等於一數，再在範圍內找所有角。',
    'Reduce it to sin, cos or tan equal to a number, then find all angles in the range.',
  ),
  triangle: bilingual('已知邊角用正弦公式或餘弦公式。', 'Use the sine rule or the cosine rule.'),
  differentiation: bilingual(
    '逐項求導；積、商和複合函數用相應的法則。',
    'Differentiate term by term; use the product, quotient and chain rules.',
  ),
  integration: bilingual(
    '逐項積分；定積分代入上下限相減。',
    'Integrate term by term; for a definite integral subtract the values at the limits.',
  ),
  statistics: bilingual(
    '先把數據由小至大排列，再按定義計算。',
    'Put the data in order, then use the definition.',
  ),
  probability: bilingual('數出有利的結果和所有結果。', 'Count the favourable outcomes and all outcomes.'),
  'unit conversion': bilingual(
    '找出兩個單位的換算率，乘或除。',
    'Find the rate between the two units and multiply or divide.',
  ),
  'change of subject': bilingual(
    '把所求的字母移到一邊，再除以它的係數。',
    'Bring the letter to one side and divide by its coefficient.',
  ),
  number: bilingual('把數分解為質因數。', 'Write the numbers as products of primes.'),
};
