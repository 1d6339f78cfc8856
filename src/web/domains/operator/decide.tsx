import { conflict, notAllowed } from '#shared/codes/numbers.ts';
import type { QueueItem } from '#shared/operator.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/input.tsx';
import { useStoredForm } from '#web/ui/forms/stored-form.ts';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import { Facts, Problem, Timestamp, wordFor } from './parts.tsx';

/** The decision of an item: the form, or the decision made. */
export function Decide({ item }: { item: QueueItem }) {
  const t = useTranslate();
  const ask = useMessageBox();
  const { form, change, forget } = useStoredForm(`mingshi:operator:queue:${item.id}`, {
    note: '',
    answer: '',
  });
  const { run, busy, problem, fields, refuse } = useAction({
    refresh: true,
    messages: { [conflict]: t('operator.queue.taken'), [notAllowed]: t('operator.queue.own') },
  });

  // Who asked is banned, and is told nowhere else.
  const isAtLogin = item.kind.startsWith('ban_');
  const told = isAtLogin ? 'login' : (reasonKinds[item.kind] ?? 'report');
  const confirmation = isAtLogin
    ? 'confirmAtLogin'
    : item.answer !== 'none' && told === 'report'
      ? 'confirmReport'
      : 'confirmText';

  const decide = async ({ decision, label }: QueueItem['decisions'][number]) => {
    if (item.answer === 'needed' && form.answer.trim() === '')
      return refuse({ answer: t(answerWords[told].needed) });
    const confirmed = await ask({
      title: t('operator.queue.confirmTitle', { decision: label }),
      message: t(`operator.queue.${confirmation}`),
      confirmLabel: label,
      cancelLabel: t('operator.cancel'),
    });
    if (!confirmed) return;
    const done = await run(
      (api) =>
        api('POST /api/operator/queue/{id}/decide', {
          params: { id: item.id },
          body: { decision, note: form.note.trim(), answer: form.answer.trim() },
        }),
      t(isAtLogin ? 'operator.queue.doneAtLogin' : 'operator.queue.done'),
    );
    if (done) forget();
  };
  return (
    <Card as="section" className="grid gap-4">
      <h2 className="text-lg">
        {t(item.state === 'open' ? 'operator.queue.decide' : 'operator.queue.decision')}
      </h2>
      <Problem>{problem}</Problem>
      {item.state === 'decided' ? (
        <Decided item={item} />
      ) : item.decisions.length === 0 ? (
        <p className="text-ink-2 text-sm">{t('operator.queue.noChoices')}</p>
      ) : (
        <>
          {item.answer !== 'none' && (
            <Answer
              value={form.answer}
              error={fields.answer}
              isOptional={item.answer === 'optional'}
              told={told}
              onChange={(answer) => change({ answer })}
            />
          )}
          <Field
            label={t('operator.queue.note')}
            optional
            help={t('operator.queue.noteHelp')}
            error={fields.note}
          >
            <Textarea
              maxLength={1000}
              value={form.note}
              onChange={(event) => change({ note: event.target.value })}
            />
          </Field>
          <div className="flex flex-wrap gap-2">
            {item.decisions.map((choice) => (
              <Button
                key={choice.decision}
                loading={busy}
                className="grow"
                onClick={() => void decide(choice)}
              >
                {choice.label}
              </Button>
            ))}
          </div>
        </>
      )}
    </Card>
  );
}

/** Kinds whose answer is the reason of the decision, which those concerned read; elsewhere it is for the reporter. */
const reasonKinds: Record<string, 'evidence' | 'dispute'> = {
  evidence: 'evidence',
  lesson_dispute: 'dispute',
};
type Told = 'login' | 'report' | 'evidence' | 'dispute';

const answerWords = {
  login: {
    label: 'operator.queue.answerAtLogin',
    help: 'operator.queue.answerAtLoginHelp',
    needed: 'operator.queue.answerNeeded',
  },
  report: {
    label: 'operator.queue.answer',
    help: 'operator.queue.answerHelp',
    needed: 'operator.queue.answerNeeded',
  },
  evidence: {
    label: 'operator.queue.reason',
    help: 'operator.queue.reasonEvidence',
    needed: 'operator.queue.reasonNeeded',
  },
  dispute: {
    label: 'operator.queue.reason',
    help: 'operator.queue.reasonDispute',
    needed: 'operator.queue.reasonNeeded',
  },
} as const;

const templates = {
  login: [],
  report: ['acted', 'noBreach', 'removed'],
  evidence: ['unclear', 'incomplete', 'otherName', 'outOfDate'],
  dispute: ['timesAgree', 'longer', 'notHeld'],
} as const;

type AnswerProps = {
  value: string;
  error: string | undefined;
  isOptional: boolean;
  told: Told;
  onChange: (answer: string) => void;
};

/** What the reporter, whom the decision concerns, or a banned person reads: own words, or a template to begin with. */
function Answer({ value, error, isOptional, told, onChange }: AnswerProps) {
  const t = useTranslate();
  const { label, help } = answerWords[told];
  return (
    <div className="grid gap-2">
      <Field label={t(label)} help={t(help)} error={error} optional={isOptional}>
        <Textarea maxLength={1000} value={value} onChange={({ target }) => onChange(target.value)} />
      </Field>
      {templates[told].length > 0 && (
        <div className="flex flex-wrap gap-2">
          {templates[told].map((name) => (
            <Button
              key={name}
              variant="quiet"
              size="compact"
              className="border-line"
              onClick={() => onChange(t(`operator.queue.templates.${name}.text`))}
            >
              {t(`operator.queue.templates.${name}.name`)}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

function Decided({ item: { kind, decision, decided_at, decided_by, note } }: { item: QueueItem }) {
  const t = useTranslate();
  return (
    <div className="[&_dl]:grid-cols-1">
      <Facts
        facts={[
          {
            label: t('operator.queue.decision'),
            value: wordFor(t, `operator.decisions.${kind}.${decision}`, decision ?? '—'),
          },
          {
            label: t('operator.queue.decidedBy'),
            value: decided_by === null ? '—' : t('operator.operatorNo', { id: decided_by }),
          },
          { label: t('operator.queue.decidedAt'), value: decided_at ? <Timestamp at={decided_at} /> : '—' },
          { label: t('operator.queue.note'), value: note || '—' },
        ]}
      />
    </div>
  );
}
