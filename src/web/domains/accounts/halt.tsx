import { formatDay } from '#shared/hong-kong.ts';
import type { Halt } from '#shared/safety/standing.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

/** In place of the status of a match, class or conversation that stands still. */
export function HaltChip({ halt, className }: { halt: Halt; className?: string }) {
  const t = useTranslate();
  return (
    <Chip tone={halt.is_child_safety ? 'seal' : 'amber'} className={className}>
      {t(`halt.${halt.state}`)}
    </Chip>
  );
}

/** What happened, without a word about why, and what to do now. */
export function HaltNote({ halt, className }: { halt: Halt; className?: string }) {
  const t = useTranslate();
  const { locale } = useShell();
  const day = halt.until === null ? '' : formatDay(halt.until, locale);
  return (
    <Notice tone={halt.is_child_safety ? 'seal' : 'amber'} className={className}>
      {halt.is_child_safety && <p className="font-bold">{t('halt.noMoreLessons')}</p>}
      <p>{t(`halt.${halt.state}Text`, { day })}</p>
      {halt.is_child_safety && <p className="mt-1">{t('halt.whereToTurn')}</p>}
    </Notice>
  );
}
