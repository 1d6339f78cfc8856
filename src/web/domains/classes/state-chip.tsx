import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Chip, type ChipTone } from '#web/ui/chip.tsx';
import type { DayState } from './calendar/day-items.ts';

const stateTones: Record<DayState, ChipTone> = {
  open: 'seal',
  awaiting: 'amber',
  confirmed: 'jade',
  disputed: 'seal',
  void: 'neutral',
  planned: 'neutral',
  moved: 'amber',
  cancelled: 'neutral',
  taught: 'jade',
  missed: 'amber',
};

export function StateChip({ state }: { state: DayState }) {
  const t = useTranslate();
  return (
    <Chip tone={stateTones[state]} className="shrink-0">
      {t(`classes.state.${state}`)}
    </Chip>
  );
}
