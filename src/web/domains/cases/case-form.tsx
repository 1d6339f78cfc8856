import Plus from 'lucide-react/icons/plus';
import { type FocusEventHandler, type ReactNode, useEffect, useRef, useState } from 'react';
import type { CaseDetail, SavedDraft } from '#shared/cases.ts';
import { conflict } from '#shared/codes/numbers.ts';
import { advisedPrice, feesIn, hasMiddle, isBelowMost } from '#web/domains/matching/asked-fees.ts';
import { LiveFitLine } from '#web/domains/matching/live-fit-line.tsx';
import { type LiveFit, useLiveFit } from '#web/domains/matching/use-live-fit.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useAction } from '#web/ground/api/use-action.ts';
import type { Draft } from '#web/ground/drafts.ts';
import { keepUnits } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { useScreenClass } from '#web/ground/screen.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ProblemList } from '#web/ui/forms/error-summary.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { AsideNotice, ConflictNotice, useNewer } from '#web/ui/stepped-form/conflict.tsx';
import { RestoredNotice } from '#web/ui/stepped-form/restored-notice.tsx';
import { loadCheck } from '#web/ui/stepped-form/schema-check.ts';
import { useScrollPadding } from '#web/ui/stepped-form/stepped-form.tsx';
import type { Beginning } from '#web/ui/stepped-form/use-draft.ts';
import { useServerDraft } from '#web/ui/stepped-form/use-server-draft.ts';
import { useSummaryForm } from '#web/ui/stepped-form/use-summary-form.ts';
import { labelOfField } from './case-labels.ts';
import {
  calledAs,
  childLines,
  decidedName,
  isOnline,
  lessonLines,
  lineOf,
  priceLine,
  wishLines,
  type You,
  youLine,
} from './case-lines.ts';
import type { CaseLists } from './case-lists.ts';
import { caseSummary } from './case-summary.ts';
import {
  bodyOf,
  type CaseValues,
  type ChildLimit,
  newChild,
  offeredPrice,
  type SavedChild,
} from './case-values.ts';
import { LineEditor } from './line-editor.tsx';
import { SummaryLines } from './summary-lines.tsx';

type CaseBody = ReturnType<typeof bodyOf>;

type CaseFormProps = {
  draft: string;
  /** For a new case: where it begins, and that the server keeps it too. */
  begin?: () => Beginning<CaseValues> | undefined;
  lists: CaseLists;
  saved: readonly SavedChild[];
  limit: ChildLimit;
  initial: CaseValues;
  /** The saved case; undefined for a new one. */
  kept?: { values: CaseValues; version: number };
  /** What the family is called; undefined where that is not asked. */
  you?: You | undefined;
  finishLabel: string;
  /** What follows, said beside the last button. */
  finishNote?: string;
  send: (
    body: CaseBody,
    draft: Pick<Draft<CaseValues>, 'owner' | 'key' | 'version' | 'values'>,
  ) => Promise<CaseDetail>;
  /** Loads the saved case again if it was changed elsewhere. */
  loadNewer?: () => Promise<{ values: CaseValues; version: number }>;
  onSent: (sent: CaseDetail) => Promise<void>;
  /** The draft was thrown away on this device. */
  onDiscard?: () => void;
};

const noName: You = { name: '', gender: 'U' };

/** The whole case on one page: every value in its line, changed in place. */
export function CaseForm({
  draft,
  begin,
  lists,
  saved,
  limit,
  initial,
  kept,
  you,
  finishLabel,
  finishNote,
  ...calls
}: CaseFormProps) {
  const t = useTranslate();
  const api = useApi();
  const { root, locale } = useShell();
  const isWide = !['sm', 'md'].includes(useScreenClass(root?.mobile ?? false));
  useScrollPadding();
  const [advised, setAdvised] = useState<number | null>(null);
  const online = (type: number | null) => isOnline(lists, type);
  /** The values with what the family left open: the usual price, and what a child without a name is called. */
  const complete = (values: CaseValues): CaseValues => ({
    ...values,
    price: kept ? values.price : offeredPrice(values, advised),
    child_info: values.child_info.map((child) => ({
      ...child,
      nickname: calledAs(t, values, child),
      // A child removed from the account since the draft was started becomes a new one.
      id: saved.some(({ id }) => id === child.id) ? child.id : null,
    })),
  });
  const toBody = (values: CaseValues) => bodyOf(complete(values), online);
  const form = useSummaryForm<CaseValues>({
    draft: { name: draft, owner: root?.user.id ?? 0, begin },
    initial,
    version: kept?.version ?? null,
    complete,
    labelOf: (field, values) => labelOfField(t, field, values),
    lineOf,
    loadCheck: async () => {
      const check = await loadCheck<CaseValues>({
        locale,
        body: (values) => bodyOf(values, online),
        schemas: async () => {
          const { CaseStepChild, CaseStepNeeds, CaseStepTimes, CaseStepTutor } = await import(
            '#shared/cases.ts'
          );
          return [CaseStepChild, CaseStepNeeds, CaseStepTimes, CaseStepTutor];
        },
      });
      // Rules that need a list, or that the schema checks only once the rest is valid, or in words of our own.
      return (values) => ({
        ...check(values),
        ...Object.fromEntries(
          values.child_info.flatMap(({ grade, major_subject, other_subject }, index) => [
            ...(grade === null ? [[`child_info.${index}.grade`, t('caseForm.needGrade')]] : []),
            ...(major_subject.length + other_subject.length > 0
              ? []
              : [[`child_info.${index}.major_subject`, t('caseForm.needSubject')]]),
          ]),
        ),
        ...(!online(values.tutoring_type) &&
          values.tutoring_region === null && { tutoring_region: t('caseForm.needRegion') }),
        ...(values.price !== null && values.price < 50 && { price: t('caseForm.priceLeast') }),
        ...(values.price !== null && values.price > 5000 && { price: t('caseForm.priceMost') }),
        ...(values.you && values.you.name.trim() === '' && { 'you.name': t('register.nameMissing') }),
      });
    },
  });
  const { errorAt, open } = form;
  const newer = useNewer(form.draft, kept);
  const values = complete(form.values);
  const fit = useLiveFit(bodyOf(values, online));
  const usual = fit.state === 'ready' && fit.answer ? advisedPrice(fit.answer.price) : undefined;
  useEffect(() => {
    if (usual !== undefined) setAdvised(usual);
  }, [usual]);
  useServerDraft(
    form.draft,
    begin &&
      (async () => {
        const { key, values: typed, markSaved } = form.draft;
        const body = { key, form: JSON.parse(JSON.stringify(typed)) as SavedDraft['form'] };
        const { draft: stored } = await api('PUT /api/users/case_draft', { body });
        if (stored) markSaved(typed, stored.saved_at);
      }),
  );

  const { busy, run } = useAction({
    toast: true,
    refused: async ({ code, fields }) => {
      if (code === conflict) newer.found(await calls.loadNewer?.());
      else if (Object.keys(fields).length > 0) form.refused(fields);
      else return false;
      return true;
    },
  });
  // The draft stays until the server has stored the record.
  const send = async () => {
    if (!(await form.isComplete())) return;
    const sent = await calls.send(toBody(form.values), form.draft);
    form.draft.finish();
    await calls.onSent(sent);
  };

  const words = { t, locale, lists, values: { ...values, child_info: form.values.child_info } };
  const children = form.values.child_info;
  const made = children.filter(({ id }) => id === null).length;
  const addChild = () => {
    form.change({ child_info: [...children, newChild()] });
    form.show(`child.${children.length}.grade`);
  };
  const editing = useLast(open);
  const editor = editing !== undefined && (
    <LineEditor
      line={editing}
      {...{ lists, saved, limit, errorAt, fit, you: you ?? noName }}
      // The editor shows the price that is filled in, and the name that is not.
      values={{ ...form.values, price: values.price }}
      change={(patch, changed) =>
        form.change(
          { decided: [...new Set([...form.values.decided, decidedName(form.values, editing)])], ...patch },
          changed ?? Object.keys(patch),
        )
      }
      onRemove={() => {
        const index = Number(editing.split('.')[1]);
        form.show(undefined);
        form.change({ child_info: children.filter((_, place) => place !== index) });
      }}
    />
  );
  const title = (line: string) =>
    [...all.flatMap(({ lines }) => lines)].find(({ id }) => id === line)?.label ?? t('form.edit');
  const all = [
    ...children.map((child, index) => ({
      title: children.length > 1 ? calledAs(t, form.values, child) : t('caseForm.stepChildren'),
      lines: childLines(words, index),
    })),
    { title: t('caseForm.stepNeeds'), lines: lessonLines(words) },
    { title: t('caseForm.stepWishes'), lines: [priceLine(words), ...wishLines(words)] },
    ...(you ? [{ title: t('caseForm.stepYou'), lines: [youLine(words, you)] }] : []),
  ];
  const group = ({ title: name, lines }: (typeof all)[number], key: string) => (
    <SummaryLines
      key={key}
      title={name}
      lines={lines}
      marksDefaults={!kept}
      errorOf={form.errorOf}
      open={open}
      onOpen={(line) => (open === line ? form.close() : form.show(line))}
      notes={{ price: <UsualPrice fit={fit} /> }}
      editor={
        isWide &&
        editor && (
          <InPlace onDone={form.close} onBlur={form.onBlur}>
            {editor}
          </InPlace>
        )
      }
    />
  );
  return (
    <div>
      <div className="mb-4 grid gap-3 empty:hidden">
        {form.draft.restored && (
          <RestoredNotice
            isEditing={kept !== undefined}
            onDiscard={() => {
              form.startAgain();
              calls.onDiscard?.();
            }}
          />
        )}
        {!form.draft.kept && <Notice>{t('form.draftNotKept')}</Notice>}
        {newer.newer && (
          <ConflictNotice
            mine={caseSummary(t, lists, form.values)}
            newer={caseSummary(t, lists, newer.newer.values)}
            onLoadNewer={newer.loadNewer}
            onKeepMine={newer.keepMine}
          />
        )}
        {form.draft.aside && (
          <AsideNotice
            text={kept ? undefined : t('caseForm.asideText')}
            onTakeBack={newer.takeBack}
            onDrop={newer.dropAside}
          />
        )}
      </div>
      <ProblemList ref={form.summary} problems={form.problems} onJump={form.jump} />
      <div className="grid gap-4">
        {all.slice(0, children.length).map((one, index) => group(one, children[index]?.key ?? String(index)))}
        {limit.count + made < limit.limit ? (
          <Button variant="quiet" className="-my-2 justify-self-start" onClick={addChild}>
            <Plus className="size-4" />
            {t('caseForm.addAnother')}
          </Button>
        ) : (
          <p className="text-ink-2 text-sm">{t('caseForm.childLimit', { limit: limit.limit })}</p>
        )}
        {all.slice(children.length).map((one) => group(one, one.title))}
      </div>
      <div
        data-form-foot
        className="sticky bottom-0 z-10 -mx-4 mt-6 grid gap-2 border-line border-t bg-paper px-4 pt-2 pb-[calc(0.75rem+env(safe-area-inset-bottom))] lg:mx-0 lg:flex lg:items-center lg:gap-6 lg:px-0 lg:py-4"
      >
        <div className="grid min-w-0 grow">
          <LiveFitLine fit={fit} />
          {finishNote && <p className="text-ink-2 text-xs">{finishNote}</p>}
        </div>
        <Button variant="primary" loading={busy} onClick={() => run(send)} className="shrink-0 lg:px-10">
          {finishLabel}
        </Button>
      </div>
      {!isWide && (
        <Sheet
          open={open !== undefined}
          onClose={form.close}
          title={editing === undefined ? '' : title(editing)}
          footer={
            <div className="grid gap-2">
              <LiveFitLine fit={fit} />
              <Button variant="primary" onClick={form.close}>
                {t('caseForm.done')}
              </Button>
            </div>
          }
        >
          <SendForm onSend={form.close} onBlur={form.onBlur} className="grid gap-6">
            {editor}
          </SendForm>
        </Sheet>
      )}
    </div>
  );
}

type InPlaceProps = { onDone: () => void; onBlur: FocusEventHandler; children: ReactNode };

/** The editor of a line on a wide screen. */
function InPlace({ onDone, onBlur, children }: InPlaceProps) {
  const t = useTranslate();
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <SendForm
      ref={box}
      onSend={onDone}
      onBlur={onBlur}
      className="grid gap-6 border-line border-t bg-paper px-5 py-5"
    >
      {children}
      <Button type="submit" className="justify-self-start">
        {t('caseForm.done')}
      </Button>
    </SendForm>
  );
}

/** What such tutors ask, below what is offered; where there are none, the usual price of such a case. */
function UsualPrice({ fit: { answer } }: { fit: LiveFit }) {
  const t = useTranslate();
  if (!answer) return null;
  const { p25, p75, asked } = answer.price;
  return (
    <span className="grid w-full text-ink-2 text-xs">
      {keepUnits(
        asked
          ? t(hasMiddle(asked) ? 'liveFit.askedMiddle' : 'liveFit.askedFrom', feesIn(asked))
          : t('liveFit.price', { low: p25, high: p75 }),
      )}
      {isBelowMost(answer.total, answer.shortOf) && (
        <span className="text-amber">{t('liveFit.belowMost')}</span>
      )}
    </span>
  );
}

/** The line whose editor is shown, also while its sheet slides away. */
function useLast(open: string | undefined) {
  const [last, setLast] = useState(open);
  if (open !== undefined && open !== last) setLast(open);
  return open ?? last;
}
