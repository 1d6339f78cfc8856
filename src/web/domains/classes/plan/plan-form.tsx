import { type ReactNode, useState } from 'react';
import { slotTaken } from '#shared/codes/numbers.ts';
import type { PlanProposalBody } from '#shared/timetable/proposals.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { newKey } from '#web/ground/drafts.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import type { PlanSheetProps } from './plan-ask.ts';

type Wanted = PlanProposalBody extends infer One
  ? One extends unknown
    ? Omit<One, 'key' | 'replaces'>
    : never
  : never;

type FormOptions = Pick<PlanSheetProps, 'cls' | 'onClose' | 'onChanged'> & { replaces?: number | undefined };

/** Sends what a sheet proposes, and closes it. */
export function usePlanForm({ cls, replaces, onClose, onChanged }: FormOptions) {
  const t = useTranslate();
  const action = useAction({
    refresh: onChanged,
    messages: { [slotTaken]: t(cls.asTutor ? 'trial.takenMine' : 'trial.takenTheirs') },
  });
  // One key for all tries of one sheet: a repeated request makes no second proposal.
  const [key, setKey] = useState(newKey);
  return {
    ...action,
    async propose(wanted: Wanted) {
      const body = { ...wanted, key, ...(replaces !== undefined && { replaces }) } as PlanProposalBody;
      const done = await action.run(
        (api) => api('POST /api/users/classes/{id}/proposals', { params: { id: cls.id }, body }),
        t('plan.sent'),
      );
      // What was refused may be changed and is then another proposal.
      if (done === false) setKey(newKey());
      if (done) onClose();
    },
  };
}

type PlanFormProps = Pick<PlanSheetProps, 'open' | 'onClose'> & {
  form: Pick<ReturnType<typeof useAction>, 'busy' | 'problem'>;
  title: string;
  description: string;
  sendLabel?: string;
  onSend: () => unknown;
  children: ReactNode;
};

export function PlanForm({
  open,
  onClose,
  form,
  title,
  description,
  sendLabel,
  onSend,
  children,
}: PlanFormProps) {
  const t = useTranslate();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      footer={
        <div className="grid gap-2">
          <ProblemNotice>{form.problem}</ProblemNotice>
          <Button variant="primary" loading={form.busy} onClick={() => void onSend()}>
            {sendLabel ?? t('plan.send')}
          </Button>
        </div>
      }
    >
      {children}
    </Sheet>
  );
}
