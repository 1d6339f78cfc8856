import type { Locale } from '#shared/locale.ts';

type Link = { label: string; url: string };
type Part = {
  title: string;
  about?: string | undefined;
  text: string;
  when?: string;
  link?: Link | undefined;
};

/** What a mail says. Its text and its HTML are both written from this, so that neither says more than the other. */
export type Letter = {
  locale: Locale;
  subject: string;
  /** In the list of mails, after the subject. */
  preview: string;
  heading: string;
  intro?: string | undefined;
  code?: string | undefined;
  /** One thing fills the letter; several stand in a list. */
  parts: readonly Part[];
  button?: Link | undefined;
  notes: readonly string[];
  footer: { text: string; links: readonly Link[] };
};

const brand = { 'zh-Hant': '明師', en: 'Mingshi 明師' } as const;
export const languageTags = { 'zh-Hant': 'zh-Hant-HK', en: 'en-HK' } as const;

export function asText({ locale, heading, intro, code, parts, button, notes, footer }: Letter) {
  const lines = ({ title, about, text, when, link }: Part) =>
    [title === heading ? undefined : title, about, text, when, link?.url].filter(Boolean).join('\n');
  return [
    brand[locale],
    heading,
    intro,
    code,
    ...parts.map(lines),
    button && `${button.label}\n${button.url}`,
    ...notes,
    ['-- ', footer.text, ...footer.links.map(({ label, url }) => `${label}: ${url}`)].join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n');
}

const chinese = {
  sans: `'PingFang TC','PingFang HK','Noto Sans HK','Noto Sans TC','Noto Sans CJK HK','Microsoft JhengHei'`,
  serif: `'Songti TC','Noto Serif HK','Noto Serif TC','Noto Serif CJK HK',PMingLiU`,
};
const latin = {
  sans: `'Segoe UI',Roboto,'Helvetica Neue',Arial,'Liberation Sans'`,
  serif: `Georgia,'Times New Roman','Liberation Serif'`,
};
/** In English the Latin fonts come first: Chinese ones draw the apostrophe as wide as a character. */
const fonts = {
  'zh-Hant': {
    sans: `-apple-system,${chinese.sans},${latin.sans},sans-serif`,
    serif: `${chinese.serif},${latin.serif},serif`,
  },
  en: {
    sans: `-apple-system,${latin.sans},${chinese.sans},sans-serif`,
    serif: `${latin.serif},${chinese.serif},serif`,
  },
} satisfies Record<Locale, unknown>;

/** Where a program ignores the style sheet, the light colours stand in the elements themselves. */
const light = {
  paper: 'background-color:#FBFAF6',
  sheet: 'background-color:#FFFFFF;border:1px solid #E6E1D6',
  ink: 'color:#1E2329',
  soft: 'color:#5B636D',
  rule: 'border-top:1px solid #E6E1D6',
  seal: 'background-color:#C23B22;color:#FFFFFF',
  code: 'background-color:#F3EFE4;color:#1E2329',
} as const;
const dark = `
.paper{background-color:#16181B!important}
.sheet{background-color:#1E2125!important;border-color:#33383E!important}
.ink{color:#ECEAE4!important}
.soft{color:#A5ABB3!important}
.rule{border-color:#33383E!important}
.seal{background-color:#E8674F!important;color:#16181B!important}
.code{background-color:#24272B!important;color:#ECEAE4!important}`;

const look = (name: keyof typeof light, style = '') => `class="${name}" style="${light[name]};${style}"`;

export function asHtml(letter: Letter) {
  const { locale, subject, preview, heading, intro, code, parts, button, notes, footer } = letter;
  const { sans, serif } = fonts[locale];
  const paragraph = (text: string, name: 'ink' | 'soft' = 'ink', style = '') =>
    `<p ${look(name, `margin:0 0 12px;font-size:16px;line-height:1.7;${style}`)}>${lines(text)}</p>`;
  const body = [
    `<h1 ${look('ink', `margin:0 0 12px;font-family:${serif};font-size:22px;line-height:1.4;font-weight:700`)}>${lines(heading)}</h1>`,
    intro && paragraph(intro),
    code &&
      `<p ${look('code', `margin:4px 0 16px;padding:14px 0 14px 8px;border-radius:10px;text-align:center;font-family:${serif};font-size:30px;line-height:1.3;letter-spacing:8px;font-weight:700`)}>${escaped(code)}</p>`,
    ...parts.map((part, at) => partOf(part, { isAlone: parts.length === 1, isFirst: at === 0, heading })),
    button &&
      `<p style="margin:20px 0 4px"><a href="${escaped(button.url)}" ${look('seal', 'display:inline-block;padding:11px 24px;border-radius:10px;font-size:16px;line-height:1.5;font-weight:600;text-decoration:none')}>${escaped(button.label)}</a></p>`,
    ...notes.map((note) => paragraph(note, 'soft', 'margin:12px 0 0;font-size:14px')),
  ];
  const links = footer.links.map(
    ({ label, url }) =>
      `<a href="${escaped(url)}" ${look('soft', 'text-decoration:underline')}>${escaped(label)}</a>`,
  );
  return `<!DOCTYPE html>
<html lang="${languageTags[locale]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escaped(subject)}</title>
<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;-webkit-text-size-adjust:100%}
@media (max-width:479px){.sheet{padding:24px 20px!important}}
@media (prefers-color-scheme:dark){${dark}
}
</style>
</head>
<body ${look('paper', `margin:0;padding:0;font-family:${sans};overflow-wrap:anywhere;line-break:strict`)}>
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escaped(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" ${look('paper')}><tr><td align="center" style="padding:24px 12px 32px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;text-align:left">
<tr><td style="padding:0 4px 14px"><span ${look('seal', `display:inline-block;width:30px;height:30px;border-radius:6px;text-align:center;font-family:${serif};font-size:20px;line-height:30px;font-weight:700;vertical-align:middle`)}>明</span><span ${look('ink', `padding-left:10px;font-family:${serif};font-size:18px;line-height:30px;font-weight:700;vertical-align:middle`)}>${locale === 'en' ? 'Mingshi' : '明師'}</span></td></tr>
<tr><td ${look('sheet', 'padding:28px 32px;border-radius:10px')}>
${body.filter(Boolean).join('\n')}
</td></tr>
<tr><td ${look('soft', 'padding:16px 4px 0;font-size:13px;line-height:2')}>${lines(footer.text)}<br>${links.join('<br>')}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

type Place = { isAlone: boolean; isFirst: boolean; heading: string };

function partOf({ title, about, text, when, link }: Part, { isAlone, isFirst, heading }: Place) {
  const small = (words: string) =>
    `<p ${look('soft', 'margin:0 0 4px;font-size:14px;line-height:1.6')}>${lines(words)}</p>`;
  const head =
    title === heading
      ? undefined
      : `<h2 ${look('ink', 'margin:0 0 4px;font-size:17px;line-height:1.5;font-weight:600')}>${
          link && !isAlone
            ? `<a href="${escaped(link.url)}" ${look('ink', 'text-decoration:underline;text-underline-offset:3px')}>${lines(title)}</a>`
            : lines(title)
        }</h2>`;
  const inside = [
    head,
    about && small(about),
    text && `<p ${look('ink', 'margin:0 0 4px;font-size:16px;line-height:1.7')}>${lines(text)}</p>`,
    when && small(when),
  ]
    .filter(Boolean)
    .join('\n');
  return isFirst
    ? `<div>${inside}</div>`
    : `<div ${look('rule', 'margin-top:16px;padding-top:16px')}>${inside}</div>`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
const lines = (text: string) => escaped(keepNumbers(text)).replace(/\r\n|[\r\n\u2028\u2029]/g, '<br>');

/** No line ends between a number and its unit, within a date, or within a telephone number. */
const keepNumbers = (text: string) =>
  text
    .replace(/(\d) (?=[\p{L}\d])/gu, '$1\u00a0')
    .replace(/(月|日|\p{L}{3},) (?=\d{1,2}(?:[: \u00a0]))/gu, '$1\u00a0');
