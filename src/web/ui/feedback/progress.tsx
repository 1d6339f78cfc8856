/** How much of something is done, from 0 to 1, with the number beside it. */
export function Progress({ label, value }: { label: string; value: number }) {
  const percent = Math.round(value * 100);
  return (
    <div className="flex items-center gap-3">
      <progress
        aria-label={label}
        max={100}
        value={percent}
        className="h-2 grow appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-jade [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-jade"
      />
      <span className="w-10 text-right text-ink-2 text-xs tabular-nums">{percent}%</span>
    </div>
  );
}
