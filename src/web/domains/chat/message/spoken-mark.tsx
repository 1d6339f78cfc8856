import AudioLines from 'lucide-react/icons/audio-lines';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';

/** Marks a message of a voice call. */
export function SpokenMark() {
  const label = useTranslate()('chat.spoken');
  return (
    <span title={label} data-spoken className="grid min-h-11 place-items-center px-3 text-ink-2">
      <AudioLines size="1.125rem" />
      <span className="sr-only">{label}</span>
    </span>
  );
}
