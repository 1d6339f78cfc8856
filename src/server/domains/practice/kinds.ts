import type { Kind } from '#engine/solver/solution.ts';
import type { Locale } from '#shared/locale.ts';
import type { PracticeSubject } from '#shared/practice.ts';

type Names = Record<Locale, string>;
const names = (zh: string, en: string): Names => ({ 'zh-Hant': zh, en });

/** Names of the kinds, in the order they are listed. */
const mathematics: Record<Kind, Names> = {
  arithmetic: names('四則運算', 'Arithmetic'),
  number: names('因數與倍數', 'Factors and multiples'),
  'unit conversion': names('單位換算', 'Units'),
  statistics: names('統計', 'Statistics'),
  probability: names('概率與計數', 'Probability and counting'),
  'linear equation': names('一元一次方程', 'Linear equations'),
  'simultaneous equations': names('聯立方程', 'Simultaneous equations'),
  expansion: names('展開', 'Expansion'),
  factorisation: names('因式分解', 'Factorisation'),
  simplification: names('化簡', 'Simplification'),
  indices: names('指數定律', 'Laws of indices'),
  'change of subject': names('主項變換', 'Change of subject'),
  inequality: names('不等式', 'Inequalities'),
  'coordinate geometry': names('坐標幾何', 'Coordinate geometry'),
  trigonometry: names('三角比', 'Trigonometric ratios'),
  'quadratic equation': names('二次方程', 'Quadratic equations'),
  'completing the square': names('配方', 'Completing the square'),
  discriminant: names('判別式', 'Discriminant'),
  'polynomial equation': names('高次方程', 'Polynomial equations'),
  'fractional equation': names('分式方程', 'Fractional equations'),
  'radical equation': names('根式方程', 'Radical equations'),
  'absolute value equation': names('絕對值方程', 'Absolute value equations'),
  function: names('函數及其圖像', 'Functions and graphs'),
  logarithms: names('對數', 'Logarithms'),
  'exponential equation': names('指數方程', 'Exponential equations'),
  'logarithmic equation': names('對數方程', 'Logarithmic equations'),
  sequence: names('數列', 'Sequences'),
  'trigonometric equation': names('三角方程', 'Trigonometric equations'),
  triangle: names('解三角形', 'Solving triangles'),
  differentiation: names('微分', 'Differentiation'),
  integration: names('積分', 'Integration'),
};

const chinese = {
  idiom: names('成語', 'Chinese idioms'),
  'wrong character': names('錯別字', 'Wrongly written characters'),
  punctuation: names('標點符號', 'Chinese punctuation'),
  rhetoric: names('修辭', 'Rhetoric'),
  'classical word': names('文言字詞', 'Classical Chinese'),
  'Chinese grammar': names('中文語法', 'Chinese grammar'),
};
const english = {
  'English grammar': names('英文文法', 'English grammar'),
  vocabulary: names('英文詞彙', 'English vocabulary'),
  preposition: names('介詞', 'Prepositions'),
  tense: names('時態', 'Tenses'),
  cloze: names('短文填充', 'Cloze'),
};

export const practiceKinds: readonly { kind: string; subject: PracticeSubject; name: Names }[] = (
  [
    ['mathematics', mathematics],
    ['chinese', chinese],
    ['english', english],
  ] as const
).flatMap(([subject, of]) => Object.entries(of).map(([kind, name]) => ({ kind, subject, name })));

const byKind = new Map(practiceKinds.map((one) => [one.kind, one]));

/** A kind that only an older bank had is shown by its identifier. */
export const kindName = (kind: string, locale: Locale): string => byKind.get(kind)?.name[locale] ?? kind;
export const subjectOf = (kind: string): PracticeSubject => byKind.get(kind)?.subject ?? 'mathematics';
export const isMathematicsKind = (kind: string): kind is Kind => Object.hasOwn(mathematics, kind);
