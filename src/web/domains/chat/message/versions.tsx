import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { ToolButton } from './tool-button.tsx';

type VersionsProps = { id: number; versions: readonly number[]; onShow: (id: number) => void };

/** ‹ 2/3 ›: switches between the versions of a message, each with the messages that followed it. */
export function Versions({ id, versions, onShow }: VersionsProps) {
  const t = useTranslate();
  if (versions.length < 2) return null;
  const place = versions.indexOf(id);
  const step = (by: number) => {
    const other = versions[place + by];
    if (other !== undefined) onShow(other);
  };
  return (
    <fieldset aria-label={t('chat.versions')} className="inline-flex items-center">
      <ToolButton
        label={t('chat.previousVersion')}
        icon={ChevronLeft}
        disabled={place <= 0}
        onClick={() => step(-1)}
      />
      <span className="text-ink-2 text-xs tabular-nums">
        {place + 1}/{versions.length}
      </span>
      <ToolButton
        label={t('chat.nextVersion')}
        icon={ChevronRight}
        disabled={place >= versions.length - 1}
        onClick={() => step(1)}
      />
    </fieldset>
  );
}
