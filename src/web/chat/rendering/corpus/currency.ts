import { both, type Case } from './case.ts';

/** Prices in sentences: nothing of them is mathematics, whatever stands between two of the signs. */

const amounts = ['5', '10', '1,000', '3.50', '0.5', '88', '12.9', '199'];

const sentences = [
  '$A 一個',
  '每個$A，兩個$B。',
  '每個 $A，兩個 $B。',
  'A costs $A and B costs $B.',
  'from $A to $B',
  '由$A至$B不等',
  '$A-$B',
  '$A–$B',
  '$A/$B',
  '$A+$B=$A',
  '$A + $B = $A',
  '($A)/($B)',
  'HK$A 即 US$B',
  'HK$A=US$B',
  '原價$A(現售$B)',
  '「$A」和「$B」',
  '"$A" or "$B"',
  '蘋果$A、橙$B、梨$A',
  '付$A，找回$B',
  'He paid $A, she paid $B, and they got $A back.',
  '$A/人、$B/人',
  '$A per kg, $B per lb',
  '共$A元，每人$B元',
  '- $A 一個',
  '時薪$A–$B，交通津貼另計$A。',
  '折後$A（減$B）',
  '**$A** 和 **$B**',
  'A$A and NT$B',
  '$A, $B, $A',
  '$A,$B',
  '$A;$B;$A',
  '$A~$B',
  '$A、$B或$A',
  '$A：$B',
  '賺了 $A，蝕了 $B，即共 $A − $B',
];

const shown = (text: string) => text.replace(/\*\*(.*?)\*\*/g, '<b>$1</b>').replace(/^- (.*)$/, '•{$1;}');

export const currency: Case[] = sentences.flatMap((sentence, index) =>
  [0, 3, 5].map((shift) => {
    const [a, b] = [amounts[(index + shift) % amounts.length], amounts[(index + shift + 2) % amounts.length]];
    const text = sentence.replaceAll(/(?<=\$)A/g, () => a ?? '').replaceAll(/(?<=\$)B/g, () => b ?? '');
    return { text, seen: shown(text) };
  }),
);

/** Signs that are neither prices nor formulas. */
export const otherDollars: Case[] = [
  both('$HOME and $PATH are set'),
  both('$a + $b'),
  both('$a+$b'),
  both('$a.$b'),
  both('echo $x; echo $y'),
  both('付 $x 元，找 $y 元'),
  both('付$x元，找$y元'),
  both('每本$x，共$y'),
  both('餐廳 $$ 至 $$$'),
  both('$$ 中等，$$$ 昂貴'),
  both('價錢：$$（中等）'),
  both('$$ - $$'),
  both('$$$'),
  both('$'),
  both('$$'),
  both('一個 $ 符號'),
  both('$ 和 $'),
  both('$ is $'),
  both('用$做變數，$是合法的'),
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a text that looks like one
  both('${name} and ${other}'),
  both('$("#id") and $(".c")'),
  both('$5'),
  both('5$'),
  both('5$ and 6$'),
  both('US$5 = HK$39'),
  both('$1 = US$7.8'),
  both('$20 off, min. spend $100'),
  both('$3 apples and 2 for $5'),
  both('$5 a piece, 3 for $12, x is unknown'),
  both('$2 each$'),
  both('$5 off$'),
  both('$10 for you and me$'),
  both('$5 一個，共 x 元$'),
  both('$和$'),
  both('$，$'),
  both('$...$'),
  { text: '\\$5 and \\$6', seen: '$5 and $6' },
  { text: '\\$x^2\\$', seen: '$x^2$' },
  { text: '售價 \\$5，其中 $x$ 為數量', seen: '售價 $5，其中 ⟨x⟩ 為數量' },
  { text: '若每個$5，買$n$個要多少？', seen: '若每個$5，買⟨n⟩個要多少？' },
  { text: '付$10，找回$y$ 元', seen: '付$10，找回⟨y⟩ 元' },
  { text: 'pays $10+$y$ in all', seen: 'pays $10+⟨y⟩ in all' },
  { text: 'pays $10 and gets $y$ back', seen: 'pays $10 and gets ⟨y⟩ back' },
  { text: '$1.50, $2.00 及 $x$', seen: '$1.50, $2.00 及 ⟨x⟩' },
  { text: '蘋果$5、橙$8、梨 $x$ 元', seen: '蘋果$5、橙$8、梨 ⟨x⟩ 元' },
  { text: '成本 $c$ 元，售價 $20', seen: '成本 ⟨c⟩ 元，售價 $20' },
  { text: '$n$ 個共 $60，即每個 \\(\\frac{60}{n}\\) 元', seen: '⟨n⟩ 個共 $60，即每個 ⟨\\frac{60}{n}⟩ 元' },
  { text: '若$x=5元，則$y$ = 6', seen: '若$x=5元，則⟨y⟩ = 6' },
];
