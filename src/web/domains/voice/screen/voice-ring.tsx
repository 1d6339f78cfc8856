import AudioLines from 'lucide-react/icons/audio-lines';
import Ear from 'lucide-react/icons/ear';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Keyboard from 'lucide-react/icons/keyboard';
import Mic from 'lucide-react/icons/mic';
import MicOff from 'lucide-react/icons/mic-off';
import Phone from 'lucide-react/icons/phone';
import WifiOff from 'lucide-react/icons/wifi-off';
import { useRef } from 'react';
import { cx } from '#web/ui/cx.ts';
import type { ReadLevel } from '../call/sound.ts';
import type { StatusName } from './status.ts';
import { useFrames } from './use-frames.ts';

const icons: Record<StatusName, typeof Mic> = {
  permission: Mic,
  connecting: Phone,
  listening: Ear,
  hold: Mic,
  hearing: Ear,
  thinking: Ellipsis,
  speaking: AudioLines,
  muted: MicOff,
  typing: Keyboard,
  reconnecting: WifiOff,
};

/** Animated ring that follows the level of the speaker; the status text beside it says the same. */
export function VoiceRing({ status, read }: { status: StatusName; read: ReadLevel }) {
  const ring = useRef<HTMLSpanElement>(null);
  const level = useRef(0);
  useFrames((isCalm) => {
    // Rises at once and falls slowly, since the level of speech flickers.
    level.current = Math.max(read(), level.current * 0.9);
    if (ring.current) ring.current.style.transform = isCalm ? '' : `scale(${1 + 0.28 * level.current})`;
  });
  const Icon = icons[status];
  const isTutor = status === 'speaking';
  const isOff = status === 'muted' || status === 'reconnecting';
  return (
    <span aria-hidden className="relative my-4 grid size-28 place-items-center lg:size-44">
      <span
        ref={ring}
        className={cx(
          'absolute inset-0 rounded-full',
          isTutor ? 'bg-seal-soft' : isOff ? 'bg-paper-2' : 'bg-jade-soft',
        )}
      />
      <span
        className={cx(
          'relative grid size-22 place-items-center rounded-full border-2 bg-sheet lg:size-36',
          isTutor && 'border-seal text-seal',
          isOff && 'border-ink-2 text-ink-2',
          !isTutor && !isOff && 'border-jade text-jade',
        )}
      >
        <Icon size="2.25rem" />
      </span>
    </span>
  );
}
