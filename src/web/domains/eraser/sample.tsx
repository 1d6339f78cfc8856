import MoveHorizontal from 'lucide-react/icons/move-horizontal';
import { useId, useState } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';

const print = `
  <text x="18" y="30" font-size="13" font-weight="700">甲部　短答（10 分）</text>
  <text x="18" y="58" font-size="10.5">1. 解方程 2x + 5 = 13。</text>
  <text x="18" y="112" font-size="10.5">2. 因式分解 x² − 5x + 6。</text>
  <text x="18" y="166" font-size="10.5">3. 求圖中平行四邊形的面積。</text>
  <path d="M30 86H178M30 140H178M66 212L84 182H150L132 212ZM84 182V212" fill="none" stroke="currentColor" stroke-width="1"/>
  <text x="96" y="224" font-size="9">8 cm</text><text x="152" y="200" font-size="9">6 cm</text>`;
const ink = `
  <path d="M34 78q5-7 9-1t8 1M58 74h8M58 79h8M76 70l-5 8h10M79 72v13" />
  <path d="M34 134q-4-7 0-13M40 126l7 7m0-7-7 7M51 129h7M62 122q7 0 2 5q6 3-2 6M70 121q4 7 0 13M78 134q-4-7 0-13M84 126l7 7m0-7-7 7M95 129h7M106 124q7-5 6 1l-6 8h8M118 121q4 7 0 13" />
  <path d="M34 196q6-8 7 0t-7 1 7 6M46 199l6 6m0-6-6 6M34 216q7-7 8 1t-8 4" />`;
const marks = '<path d="M96 74l6 9 14-20M128 128l6 9 14-20"/><path d="M86 204l12 12m0-12-12 12"/>';

// Fixed colours: paper stays white in dark mode.
const seal = '#c23b22';

/** An example page before and after erasing, with a slider between the two. */
export function Sample() {
  const t = useTranslate();
  const id = useId();
  const [cut, setCut] = useState(62);
  return (
    <figure className="rounded-card border border-line bg-sheet p-4 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-seal">
      <div
        className="relative mx-auto max-w-60 overflow-hidden rounded border border-line lg:max-w-none"
        style={{ aspectRatio: '196 / 240' }}
      >
        <Page alt={t('eraser.sample.after')} paper="#ffffff" inside={print} />
        <div className="absolute inset-0" style={{ clipPath: `inset(0 ${100 - cut}% 0 0)` }}>
          <Page
            alt={t('eraser.sample.before')}
            paper="#efe9dc"
            inside={`${print}<g fill="none" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"><g stroke="#2451a4">${ink}</g><g stroke="#c23b22">${marks}</g></g>`}
          />
        </div>
        <span
          aria-hidden
          className="absolute inset-y-0"
          style={{ left: `calc(${cut}% - 1px)`, width: 2, background: seal }}
        >
          <span
            className="-translate-x-1/2 -translate-y-1/2 absolute top-1/2 left-1/2 grid size-8 place-items-center rounded-full border-2"
            style={{ color: seal, borderColor: seal, background: '#ffffff' }}
          >
            <MoveHorizontal size="1rem" />
          </span>
        </span>
        <label htmlFor={id} className="sr-only">
          {t('eraser.sample.slide')}
        </label>
        <input
          id={id}
          type="range"
          min={0}
          max={100}
          value={cut}
          onChange={({ target }) => setCut(Number(target.value))}
          aria-valuetext={t('eraser.sample.value', { percent: 100 - cut })}
          className="absolute inset-0 size-full cursor-ew-resize opacity-0"
        />
      </div>
      <figcaption className="mt-3 flex justify-between text-ink-2 text-xs">
        <span>{t('eraser.sample.beforeShort')}</span>
        <span>{t('eraser.sample.note')}</span>
        <span>{t('eraser.sample.afterShort')}</span>
      </figcaption>
    </figure>
  );
}

function Page({ alt, paper, inside }: { alt: string; paper: string; inside: string }) {
  return (
    <svg
      viewBox="0 0 196 240"
      role="img"
      aria-label={alt}
      fill="currentColor"
      className="absolute inset-0 size-full font-serif"
      style={{ background: paper, color: '#1e2329' }}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant drawing of this file
      dangerouslySetInnerHTML={{ __html: inside }}
    />
  );
}
