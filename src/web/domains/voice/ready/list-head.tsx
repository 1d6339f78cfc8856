import type { VoiceList } from '#shared/voice/voice.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { timeLeftText } from './time-words.ts';

/** Heading of a list with the remaining time. */
export function ListHead({ id, title, voices }: { id: string; title: string; voices: VoiceList | null }) {
  const t = useTranslate();
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-2">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {voices && (
        <p role="status" className="text-ink-2 text-sm">
          {timeLeftText(t, voices)}
        </p>
      )}
    </div>
  );
}
