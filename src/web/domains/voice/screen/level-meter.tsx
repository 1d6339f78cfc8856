import Mic from 'lucide-react/icons/mic';
import MicOff from 'lucide-react/icons/mic-off';
import { useRef } from 'react';
import { useWords } from '#web/ground/i18n/words.tsx';
import type { ReadLevel } from '../call/sound.ts';
import { useFrames } from './use-frames.ts';

const empty = { transform: 'scaleX(0)' };

/** What the microphone hears, as it is: with no sound it stays empty. */
export function LevelMeter({ read, isOff }: { read: ReadLevel; isOff: boolean }) {
  const t = useWords();
  const bar = useRef<HTMLSpanElement>(null);
  useFrames(() => {
    if (bar.current) bar.current.style.transform = `scaleX(${isOff ? 0 : read().toFixed(3)})`;
  });
  const Icon = isOff ? MicOff : Mic;
  return (
    <div role="img" aria-label={t('voice.level')} className="flex w-full max-w-60 items-center gap-2">
      <Icon aria-hidden size="1.125rem" strokeWidth={1.5} className="shrink-0 text-ink-2" />
      <span className="block h-2 grow overflow-hidden rounded-full bg-line">
        <span ref={bar} style={empty} className="block h-full origin-left rounded-full bg-jade" />
      </span>
    </div>
  );
}
