import { type BilingualText, bilingual, type Solution } from '../solution.ts';

type Hint = {
  readonly rung: 'nudge' | 'method' | 'first step' | 'full';
  readonly text: BilingualText;
  /** Lines of LaTeX that go with it. */
  readonly latex: readonly string[];
};

const nudges: Partial<Record<Solution['kind'], BilingualText>> = {
  'linear equation': bilingual(
    '未知數在哪裏？怎樣可以令它單獨留在一邊？',
    'Where is the unknown? How could it be left alone on one side?',
  ),
  'quadratic equation': bilingual(
    '最高次是 2。先令一邊等於 0，然後呢？',
    'The highest power is 2. Make one side 0; and then?',
  ),
  'simultaneous equations': bilingual(
    '能不能先消去其中一個未知數？',
    'Can one of the unknowns be removed first?',
  ),
  inequality: bilingual(
    '如果是等號，你會怎樣解？不等號甚麼時候要轉向？',
    'How would you solve it with an equals sign? When does the sign turn?',
  ),
  factorisation: bilingual(
    '各項有沒有公因式？像不像一條恆等式？',
    'Have the terms a common factor? Does it look like an identity?',
  ),
  'fractional equation': bilingual(
    '甚麼數不可以代入？怎樣去掉分母？',
    'Which numbers may not be put in? How can the denominators be cleared?',
  ),
  'radical equation': bilingual(
    '怎樣去掉根號？之後要檢查甚麼？',
    'How can the root be removed? What must be checked afterwards?',
  ),
  'logarithmic equation': bilingual(
    '對數裏面的數必須是正數。能不能合併成一個對數？',
    'What is inside a logarithm must be positive. Can they be combined into one?',
  ),
  'exponential equation': bilingual(
    '兩邊能不能寫成同一個底數？',
    'Can both sides be written with the same base?',
  ),
  differentiation: bilingual(
    '函數由哪些部分組成？每部分用哪條法則？',
    'What is the function made of? Which rule fits each part?',
  ),
  integration: bilingual('哪個函數的導數是這個？', 'Which function has this as its derivative?'),
  sequence: bilingual(
    '相鄰兩項相差多少，或相除是多少？',
    'What is the difference, or the quotient, of neighbouring terms?',
  ),
  statistics: bilingual(
    '這個統計量的定義是甚麼？數據排好次序了嗎？',
    'What is the definition? Are the data in order?',
  ),
  probability: bilingual('一共有多少個可能的結果？', 'How many outcomes are possible altogether?'),
};
const anyNudge = bilingual(
  '題目已知甚麼？要求甚麼？先想想最接近的公式或方法。',
  'What is given, and what is asked for? Think of the nearest formula or method.',
);

/** From a nudge to the full solution: each hint reveals more than the one before. */
export function hints(solution: Solution): Hint[] {
  const [first] = solution.steps;
  return [
    { rung: 'nudge', text: nudges[solution.kind] ?? anyNudge, latex: [] },
    { rung: 'method', text: solution.method, latex: [] },
    ...(first
      ? [{ rung: 'first step' as const, text: first.text, latex: first.latex ? [first.latex] : [] }]
      : []),
    {
      rung: 'full',
      text: bilingual(`答案：${solution.answer}`, `Answer: ${solution.answer}`),
      latex: [
        ...solution.steps.map(({ latex }) => latex).filter((latex) => latex !== ''),
        solution.answerLatex,
      ],
    },
  ];
}
