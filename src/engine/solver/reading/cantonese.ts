/** As it is said in Hong Kong, as it is written in its schoolbooks. */
const written: readonly (readonly [RegExp, string])[] = [
  [/係?等於幾多|係幾多|係咩嚟?|係乜嘢?|等於幾(?!個|何)|有幾多/g, '是多少'],
  [/幾多/g, '多少'],
  [/點樣?(?=[計做解將把])/g, ''],
  [/(?:變|轉)(?:做|成)(?=[分小百])/g, '化為'],
  [/將(?=\s*[\d.]+%?\s*化為)/g, '把'],
  [/如果(?=\s*[^\u3400-\u9fff]*[=<>])/g, '若'],
  [/嘅/g, '的'],
];

export const inWriting = (text: string) =>
  written.reduce((said, [spoken, sign]) => said.replace(spoken, sign), text);
