import type { Day } from '#shared/hong-kong.ts';
import type { WeeklySlot } from '#shared/weekly-slots.ts';
import type { ClassView } from '../load-classes.ts';

/** What a sheet asks for: a proposal for the timetable, an absence, or a record. */
export type PlanAsk = { replaces?: number } & (
  | { kind: 'menu' }
  | { kind: 'add' }
  | { kind: 'pause' }
  | { kind: 'extra'; proposed?: Times }
  | { kind: 'weekly'; proposed?: readonly WeeklySlot[] }
  | { kind: 'move'; plannedAt: string; present: Times; proposed?: Times; to?: { day: Day; time: string } }
  | { kind: 'absent'; plannedAt: string; startsAt: string }
  | { kind: 'minutes'; lessonId: number; minutes: number }
  | { kind: 'fee_rule' }
);
export type Times = { starts_at: string; ends_at: string };

export type PlanSheetProps = {
  cls: Pick<
    ClassView,
    'id' | 'name' | 'asTutor' | 'minutes' | 'slots' | 'beganOn' | 'proposals' | 'feeRule' | 'isOnTrial'
  >;
  ask: PlanAsk;
  open: boolean;
  onClose: () => void;
  onChanged: () => Promise<unknown>;
};
