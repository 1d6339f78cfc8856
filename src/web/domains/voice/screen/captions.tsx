import { useEffect, useRef } from 'react';
import { speakable } from '#web/domains/chat/rendering/plain-text.ts';
import { Prose } from '#web/domains/chat/rendering/prose.tsx';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';
import type { Line } from '../call/conversation.ts';

const nearEndPx = 60;

/** Captions of both sides as they are spoken. Screen readers announce each line once, when it is complete. */
export function Captions({ lines }: { lines: readonly Line[] }) {
  const t = useTranslate();
  const { locale } = useShell();
  const box = useRef<HTMLElement>(null);
  const wasAtEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when lines are added
  useEffect(() => {
    if (box.current && wasAtEnd.current) box.current.scrollTop = box.current.scrollHeight;
  }, [lines]);
  const said = lines.findLast(({ isFinal }) => isFinal);
  return (
    <Card className="grid min-h-0 grid-rows-[auto_1fr] gap-3">
      <h2 id="captions" className="text-lg">
        {t('voice.captions.title')}
      </h2>
      <section
        ref={box}
        aria-labelledby="captions"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          wasAtEnd.current = scrollHeight - scrollTop - clientHeight < nearEndPx;
        }}
        className="-mx-2 max-h-[24rem] min-h-32 overflow-y-auto overscroll-contain px-2"
      >
        {lines.length === 0 ? (
          <p className="text-ink-2">{t('voice.captions.empty')}</p>
        ) : (
          <ol className="grid gap-3">
            {lines.map((line) => (
              <Caption key={line.id} line={line} />
            ))}
          </ol>
        )}
      </section>
      <p role="status" className="sr-only">
        {said &&
          t('voice.captions.said', {
            who: t(`voice.captions.${nameOf(said)}`),
            text: speakable(said.text, locale),
          })}
      </p>
    </Card>
  );
}

const nameOf = ({ side }: Line) => (side === 'student' ? 'you' : 'tutor');

function Caption({ line }: { line: Line }) {
  const t = useTranslate();
  const isOwn = line.side === 'student';
  return (
    <li className={cx('grid', isOwn && 'justify-items-end')} data-side={line.side} data-final={line.isFinal}>
      <span className="text-ink-2 text-xs">{t(`voice.captions.${nameOf(line)}`)}</span>
      <div
        className={cx(
          'max-w-[95%] rounded-card px-3 py-1.5',
          isOwn ? 'bg-paper-2' : 'border border-line',
          !line.isFinal && isOwn && 'text-ink-2',
        )}
      >
        <CaptionText line={line} />
        {line.isCut && <span className="ml-1 text-ink-2 text-xs">{t('voice.captions.cut')}</span>}
      </div>
    </li>
  );
}

/** Lines of the tutor may contain formulas; lines of the student are plain text. */
function CaptionText({ line: { side, text, isFinal } }: { line: Line }) {
  if (text === '') return <span aria-hidden>…</span>;
  if (side === 'student') return <span data-words>{text}</span>;
  return (
    <div data-words>
      <Prose text={text} streaming={!isFinal} />
    </div>
  );
}
