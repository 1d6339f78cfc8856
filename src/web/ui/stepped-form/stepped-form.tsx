import { type ReactNode, useEffect, useRef } from 'react';
import { conflict } from '#shared/codes/numbers.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useToast } from '#web/ground/toast.ts';
import { Button } from '../button.tsx';
import { Notice } from '../feedback/notice.tsx';
import { ProblemList } from '../forms/error-summary.tsx';
import { SendForm } from '../forms/send-form.tsx';
import { Stepper } from '../forms/stepper.tsx';
import { RestoredNotice } from './restored-notice.tsx';
import { useLeaveGuard } from './use-leave-guard.ts';
import type { useSteppedForm } from './use-stepped-form.ts';

type SteppedFormProps<Sent> = {
  form: Omit<ReturnType<typeof useSteppedForm>, 'draft' | 'values' | 'errorAt' | 'change'> & {
    draft: { kept: boolean; restored: boolean; isUnsaved: boolean; finish: () => void };
  };
  /** The label and the action of the last button. */
  finish: {
    label: string;
    send: () => Promise<Sent>;
    onSent: (sent: Sent) => Promise<void>;
    onConflict: () => Promise<void>;
  };
  /** Where something that is stored is edited: saves it from any step, and stays there. */
  save?: { label: string; onSaved: (sent: Sent) => Promise<void> } | undefined;
  /** The draft was thrown away on this device. */
  onDiscard?: () => void;
  /** Shown above the steps: messages about the form as a whole. */
  notices?: ReactNode;
  /** Shown above the buttons, and always in view like them. */
  besideButtons?: ReactNode;
  children: ReactNode;
};

export function SteppedForm<Sent>({
  form,
  finish,
  save,
  onDiscard,
  notices,
  besideButtons,
  children,
}: SteppedFormProps<Sent>) {
  const t = useTranslate();
  const toast = useToast();
  const { steps, step, draft } = form;
  useScrollPadding();
  const hasSent = useRef(false);
  useLeaveGuard(() => save !== undefined && draft.isUnsaved && !hasSent.current);
  const { busy, run } = useAction({
    toast: true,
    refused: async ({ code, fields }) => {
      if (code === conflict) await finish.onConflict();
      else if (Object.keys(fields).length > 0) form.refused(fields);
      else return false;
      return true;
    },
  });
  // The draft stays until the server has stored the record.
  const send = async () => {
    if (!(await form.isComplete())) return;
    const sent = await finish.send();
    draft.finish();
    hasSent.current = true;
    await finish.onSent(sent);
  };
  const keep = async (onSaved: (sent: Sent) => Promise<void>) => {
    if (await form.isComplete()) await onSaved(await finish.send());
  };
  const last = step === steps.length - 1;
  const title = steps[step]?.heading ?? steps[step]?.title ?? '';
  const onSubmit = () => {
    if (last) run(send);
    else if (!save) form.next();
    else if (draft.isUnsaved) run(() => keep(save.onSaved));
    else toast.success(t('form.unchanged'));
  };
  return (
    <SendForm onSend={onSubmit} onBlur={form.onBlur}>
      <Stepper titles={steps.map((one) => one.title)} current={step} done={form.done} onStep={form.goTo} />
      <div className="mt-4 grid gap-3 empty:hidden">
        {draft.restored && (
          <RestoredNotice
            isEditing={save !== undefined}
            onDiscard={() => {
              form.startAgain();
              onDiscard?.();
            }}
          />
        )}
        {!draft.kept && <Notice>{t('form.draftNotKept')}</Notice>}
        {notices}
      </div>
      <h2 ref={form.heading} tabIndex={-1} className="mt-5 mb-4 text-xl outline-none lg:text-2xl">
        <span className="sr-only">{t('form.stepOf', { step: step + 1, count: steps.length })}</span>
        {title}
      </h2>
      <ProblemList ref={form.summary} problems={form.problems} onJump={form.jump} />
      <div className="grid gap-6">{children}</div>
      <div className="sticky bottom-0 z-10 mt-8 -mx-4 flex flex-wrap gap-x-3 gap-y-2 border-line border-t bg-paper px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] lg:static lg:mx-0 lg:px-0 lg:py-5">
        {besideButtons}
        {step > 0 && (
          <Button onClick={() => form.goTo(step - 1)} className="shrink-0">
            {t('form.back')}
          </Button>
        )}
        {save && !last && (
          <Button onClick={form.next} className="shrink-0">
            {t('form.nextPart')}
          </Button>
        )}
        <Button variant="primary" type="submit" loading={busy} className="grow lg:grow-0 lg:px-10">
          {last ? finish.label : (save?.label ?? t('form.next'))}
        </Button>
        {save && (
          <p role="status" className="w-full text-amber text-sm empty:hidden">
            {draft.isUnsaved && t('form.unsaved')}
          </p>
        )}
      </div>
    </SendForm>
  );
}

/** On a phone the form's buttons stand at the bottom: reserves room, so that they do not cover the focus. */
export function useScrollPadding() {
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('scroll-padding', '5rem 0 9rem');
    return () => void style.removeProperty('scroll-padding');
  }, []);
}
