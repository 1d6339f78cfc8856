import type { DataPart } from '#shared/chat/parts.ts';
import { answers } from '../corpus/answers.ts';

const steps = [
  { text: '把常數移到右邊。', latex: 'x^2 - 2x = 1', checked: true },
  { text: '兩邊加 1。', latex: 'x^2 - 2x + 1 = 2', checked: true },
  { text: '開方。', latex: 'x - 1 = \\pm\\sqrt{2}', checked: false },
];

const parabola: [number, number | null][] = Array.from({ length: 161 }, (_, index) => {
  const x = -6 + index * 0.1;
  return [x, x * x - 2 * x - 1];
});
const hyperbola: [number, number | null][] = Array.from({ length: 161 }, (_, index) => {
  const x = -6 + index * 0.1;
  return [x, Math.abs(x) < 0.01 ? null : 1 / x];
});

const wide =
  '\\[\\frac{a_1 + a_2 + a_3 + a_4 + a_5 + a_6 + a_7 + a_8 + a_9 + a_{10} + a_{11} + a_{12} + a_{13} + a_{14} + a_{15} + a_{16} + a_{17} + a_{18}}{18} = \\bar{a}\\]';

export const samples: { name: string; text: string; parts: DataPart[] }[] = [
  {
    name: 'solution',
    text: answers[0] ?? '',
    parts: [
      {
        type: 'data-tutor',
        id: 'tutor',
        data: { built_in: true, notice: '內置數學導師・不是語言模型，逐步以代數核對' },
      },
      {
        type: 'data-solution',
        id: 'solution',
        data: {
          kind: 'quadratic',
          problem_latex: 'x^2-2x-1=0',
          answer: 'x = 1 ± sqrt(2)',
          answer_latex: 'x = 1 \\pm \\sqrt{2}',
          steps,
        },
      },
      {
        type: 'data-plot',
        id: 'plot-1',
        data: {
          curves: [
            { expression: 'x^2 - 2x - 1', latex: 'x^2 - 2x - 1', samples: parabola },
            { expression: '1/x', latex: '\\frac{1}{x}', samples: hyperbola },
          ],
          points: [
            { x: 1 - Math.SQRT2, y: 0, label: '1 − √2' },
            { x: 1 + Math.SQRT2, y: 0, label: '1 + √2' },
          ],
          x_range: [-3, 5],
          y_range: [-4, 6],
        },
      },
    ],
  },
  {
    name: 'hint',
    text: '**提示 2：** 試試配方法：哪一個數能令 \\(x^2 - 2x + ?\\) 成為完全平方？',
    parts: [
      {
        type: 'data-solution',
        id: 'solution',
        data: { kind: 'quadratic', problem_latex: 'x^2-2x-1=0', answer: '', answer_latex: '', steps: [] },
      },
    ],
  },
  { name: 'table', text: answers[2] ?? '', parts: [] },
  {
    name: 'checked',
    text: `${answers[3] ?? ''}\n\n${wide}\n\n| 很長的標題一 | 很長的標題二 | 很長的標題三 | 很長的標題四 | 很長的標題五 | 很長的標題六 | 很長的標題七 |\n|---|---|---|---|---|---|---|\n| 1 | 2 | 3 | 4 | 5 | 6 | 7 |`,
    parts: [
      {
        type: 'data-checks',
        id: 'checks',
        data: {
          checked: 3,
          mismatches: [{ statement: '2^{10} = 1000', start: 4, explanation: '左邊是 1024，右邊是 1000。' }],
        },
      },
    ],
  },
  {
    name: 'help',
    text: '多謝你告訴我。',
    parts: [
      {
        type: 'data-help',
        id: 'help',
        data: {
          message: '你現在的感受很重要，不需要一個人承擔。',
          lines: [
            { name: '香港撒瑪利亞防止自殺會', phone: '2389 2222', note: '情緒支援熱線' },
            { name: '生命熱線', phone: '2382 0000', note: '預防自殺熱線' },
            { name: '緊急求助', phone: '999', note: '警察、消防、救護' },
          ],
        },
      },
    ],
  },
  {
    name: 'quiz',
    text: '試試這兩題：',
    parts: [
      {
        type: 'data-quiz',
        id: 'quiz-1',
        data: {
          questions: [
            {
              question_id: 7,
              text: '解 \\(x^2 = 9\\)。',
              choices: ['\\(x = 3\\)', '\\(x = \\pm 3\\)', '\\(x = 9\\)', '沒有實根'],
            },
            { question_id: 8, text: '求 \\(2x + 5 = 13\\) 的解。', choices: [] },
          ],
        },
      },
    ],
  },
];
