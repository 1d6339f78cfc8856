import type { QueueItem } from '#shared/operator.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Chip } from '#web/ui/chip.tsx';

export function UrgencyChip({ urgency }: Pick<QueueItem, 'urgency'>) {
  const t = useTranslate();
  return urgency === 0 ? (
    <Chip tone="seal">{t('operator.queue.urgent')}</Chip>
  ) : (
    <span className="text-ink-2">{t('operator.queue.usual')}</span>
  );
}
