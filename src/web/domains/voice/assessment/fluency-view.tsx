import type { ReactNode } from 'react';
import type { Fluency } from '#shared/voice/events.ts';
import type { SpokenLanguage } from '#shared/voice/voice.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Card } from '#web/ui/card.tsx';

/** Usual pace for comparison: words per minute in English, characters in Chinese. */
const usualPace = { en: { from: 110, to: 160, most: 240 }, chinese: { from: 160, to: 240, most: 360 } };

/** Metrics from the real timings; no mark is derived from them. */
export function FluencyView({ fluency, language }: { fluency: Fluency; language: SpokenLanguage }) {
  const t = useTranslate();
  const { words_per_minute, pauses, longest_pause_ms, speaking_share, fillers } = fluency;
  const range = language === 'en' ? usualPace.en : usualPace.chinese;
  const count = Math.round(words_per_minute);
  const percent = Math.round(Math.min(1, Math.max(0, speaking_share)) * 100);
  return (
    <Card as="section" aria-labelledby="fluency" className="grid gap-4">
      <h3 id="fluency" className="text-lg">
        {t('voice.feedback.fluency')}
      </h3>
      <dl className="grid gap-4">
        <Metric
          name={t('voice.feedback.pace')}
          value={t(language === 'en' ? 'voice.feedback.paceEnglish' : 'voice.feedback.paceValue', { count })}
          note={t('voice.feedback.paceRange', { from: range.from, to: range.to })}
        >
          <PaceLine count={count} {...range} />
        </Metric>
        <Metric name={t('voice.feedback.share')} value={t('voice.feedback.shareValue', { percent })}>
          <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" className="h-2 w-full">
            <rect width="100" height="4" className="fill-line" />
            <rect width={percent} height="4" className="fill-jade" />
          </svg>
        </Metric>
        <Metric
          name={t('voice.feedback.pauses')}
          value={t('voice.feedback.pausesValue', { count: pauses })}
        />
        <Metric
          name={t('voice.feedback.longest')}
          value={t('voice.feedback.longestValue', { seconds: (longest_pause_ms / 1000).toFixed(1) })}
        />
        <Metric
          name={t('voice.feedback.fillers')}
          value={
            fillers.length === 0
              ? t('voice.feedback.fillersNone')
              : fillers.map((filler) => t('voice.feedback.filler', filler)).join('、')
          }
        />
      </dl>
    </Card>
  );
}

type MetricProps = { name: string; value: string; note?: string; children?: ReactNode };

function Metric({ name, value, note, children }: MetricProps) {
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <dt className="text-ink-2 text-sm">{name}</dt>
        <dd className="font-semibold tabular-nums">{value}</dd>
      </div>
      {(children || note) && (
        <dd>
          {children}
          {note && <span className="text-ink-2 text-xs">{note}</span>}
        </dd>
      )}
    </div>
  );
}

/** Position of the pace on a line, with the usual range marked. */
function PaceLine({ count, from, to, most }: { count: number; from: number; to: number; most: number }) {
  const at = (value: number) => (Math.min(most, Math.max(0, value)) / most) * 100;
  return (
    <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" className="h-4 w-full">
      <rect y="3" width="100" height="2" className="fill-line" />
      <rect x={at(from)} y="3" width={at(to) - at(from)} height="2" className="fill-jade" />
      <rect x={Math.min(99, at(count) - 0.5)} width="1" height="8" className="fill-ink" />
    </svg>
  );
}
