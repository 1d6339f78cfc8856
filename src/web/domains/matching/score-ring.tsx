import { useWords } from '#web/ground/i18n/words.tsx';

const radius = 26;
const around = 2 * Math.PI * radius;

/** How well it fits, of 100. */
export function ScoreRing({ fit }: { fit: number }) {
  const t = useWords();
  return (
    <div
      role="img"
      aria-label={t('matching.score', { score: fit })}
      className="grid shrink-0 justify-items-center gap-0.5"
    >
      <svg viewBox="0 0 60 60" aria-hidden className="size-[max(3.75rem,56px)]">
        <circle cx="30" cy="30" r={radius} fill="none" className="stroke-line" strokeWidth="5" />
        <circle
          cx="30"
          cy="30"
          r={radius}
          fill="none"
          className="stroke-jade"
          strokeWidth="5"
          strokeLinecap="round"
          strokeDasharray={`${(around * fit) / 100} ${around}`}
          transform="rotate(-90 30 30)"
        />
        <text
          x="30"
          y="31"
          textAnchor="middle"
          dominantBaseline="central"
          className="fill-ink font-bold text-[18px] tabular-nums"
        >
          {fit}
        </text>
      </svg>
      <span aria-hidden className="text-ink-2 text-xs">
        {t('matching.scoreLabel')}
      </span>
    </div>
  );
}
