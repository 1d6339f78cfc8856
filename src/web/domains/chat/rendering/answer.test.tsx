import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { DataPart, SolutionPart } from '#shared/chat/parts.ts';
import { zhHant } from '#web/ground/i18n/all-translations.ts';
import { addTranslations } from '#web/ground/i18n/i18n.ts';
import { TranslateProvider } from '#web/ground/i18n/translate-provider.tsx';
import { ShellContext, shellAt } from '#web/ground/routing/use-shell.tsx';
import { Answer } from './answer.tsx';
import { answers } from './corpus/answers.ts';
import { samples } from './harness/samples.ts';

const t = addTranslations('zh-Hant', zhHant);
const render = (text: string, parts: DataPart[], streaming = false) =>
  renderToStaticMarkup(
    <TranslateProvider t={t}>
      <ShellContext value={shellAt('/')}>
        <Answer
          text={text}
          parts={parts}
          streaming={streaming}
          onGrade={() => Promise.reject(new Error('unused'))}
        />
      </ShellContext>
    </TranslateProvider>,
  );
const sample = (name: string) => samples.find((one) => one.name === name) ?? { text: '', parts: [] };
const count = (html: string, sign: string) => html.split(sign).length - 1;
const solution = sample('solution').parts.find((part): part is SolutionPart => part.type === 'data-solution');

describe('the steps of a solution', () => {
  it('are shown where the text lists them, once, with a labelled tick for checked steps only', () => {
    const html = render(sample('solution').text, sample('solution').parts);
    expect(count(html, 'class="steps')).toBe(1);
    expect(count(html, '把常數移到右邊')).toBe(1);
    expect(count(html, '已核對</span>')).toBe(2);
    expect(html.indexOf('方法')).toBeLessThan(html.indexOf('class="steps'));
    expect(html.indexOf('class="steps')).toBeLessThan(html.indexOf('答案：'));
  });

  it('appear row by row while the text is written, without a card below that would have to disappear', () => {
    const text = answers[0] ?? '';
    let rows = 0;
    for (let end = 1; end <= text.length; end += 1) {
      const html = render(text.slice(0, end), solution ? [solution] : [], true);
      expect(count(html, 'class="steps')).toBeLessThanOrEqual(1);
      const now = count(html, '<li class="grid grid-cols-[');
      expect(now).toBeGreaterThanOrEqual(rows);
      rows = now;
      expect(html).not.toContain('<li>把');
    }
    expect(rows).toBe(3);
  });

  it('are shown below a text that does not list them, once it is finished', () => {
    const parts = solution ? [solution] : [];
    expect(count(render('看看這裏：', parts, true), 'class="steps')).toBe(0);
    const html = render('看看這裏：', parts);
    expect(count(html, 'class="steps')).toBe(1);
    expect(html.indexOf('看看這裏')).toBeLessThan(html.indexOf('class="steps'));
  });

  it('do not replace a list that says something else', () => {
    const html = render('1. 把常數移到左邊，這是錯的。\n2. 完', solution ? [solution] : []);
    expect(html).toContain('把常數移到左邊');
    expect(count(html, 'class="steps')).toBe(1);
  });
});

it('help lines are shown above the text, a hint ladder and mismatches below it', () => {
  const help = render(sample('help').text, sample('help').parts);
  expect(help).toContain('href="tel:23892222"');
  expect(help.indexOf('tel:')).toBeLessThan(help.indexOf('多謝你告訴我'));
  const hint = render(sample('hint').text, sample('hint').parts);
  expect(hint).toMatch(/aria-current="step"[^>]*>(?:<span[^>]*><\/span>)?方法/);
  const mismatch = render(sample('checked').text, sample('checked').parts);
  expect(mismatch.indexOf('左邊是 1024')).toBeGreaterThan(mismatch.indexOf('Done'));
});

it('a quiz without grading shows no button', () => {
  const html = renderToStaticMarkup(
    <TranslateProvider t={t}>
      <ShellContext value={shellAt('/')}>
        <Answer text="" parts={sample('quiz').parts} streaming={false} />
      </ShellContext>
    </TranslateProvider>,
  );
  expect(html).not.toContain('<button');
  expect(count(html, 'type="radio"')).toBe(4);
});
