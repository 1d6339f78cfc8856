import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useId, useState } from 'react';
import { useRevalidator } from 'react-router';
import { addDays, today } from '#shared/hong-kong.ts';
import type { TrialOfMatch } from '#shared/interest.ts';
import { matchPath, requestPath } from '#shared/rules/tutoring-paths.ts';
import { HaltChip } from '#web/domains/accounts/halt.tsx';
import { ContactExchange } from '#web/domains/interest/contact-exchange.tsx';
import { loadNextLessons } from '#web/domains/interest/load-requests.ts';
import { TrialCard } from '#web/domains/interest/trial-card.tsx';
import { TrialAct, trialAct, trialLine } from '#web/domains/interest/trial-line.tsx';
import { useAnswer } from '#web/domains/interest/use-answer.tsx';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { cx } from '#web/ui/cx.ts';
import type { ConversationRow, TalkOffer } from './conversation-rows.ts';
import { useTalkState } from './talk-state.ts';

/** Where the two stand, and whose turn it is; read once for the line and for what it opens. */
export function useTalkTurn(row: ConversationRow) {
  const state = useTalkState()(row);
  const isTrial = row.status === 'trial' && row.match_id !== null;
  const { value, reload } = useRemote<TrialOfMatch>({
    key: String(row.match_id),
    read: (api) => api('GET /api/users/matches/{id}/trial', { params: { id: row.match_id ?? 0 } }),
    when: isTrial,
    on: ['notice', 'class', 'lesson'],
  });
  const trial = isTrial && value?.trial && !value.halt ? { of: value, trial: value.trial } : undefined;
  const act = trial ? trialAct(trial.of, trial.trial) : null;
  const next = useNextLesson(row);
  const canExchange = row.match_id !== null && row.can_write;
  const isAskedToExchange = canExchange && row.other_agreed && !row.i_agreed;
  return {
    ...{ state, trial, act, next, canExchange, isAskedToExchange, reload },
    /** Something on this page is asked of this person, more than to write. */
    isMine: state.isMyTurn || act !== null || isAskedToExchange,
  };
}

/** How far ahead the next lesson is looked for. */
const daysAhead = 21;

/** When the two meet next, as text. */
function useNextLesson({ status, class_id }: ConversationRow) {
  const { locale } = useShell();
  const { lastValue } = useRemote({
    key: `${class_id} ${locale}`,
    read: (api) => loadNextLessons(api, today(), addDays(today(), daysAhead), locale),
    when: status === 'going' && class_id !== null,
    on: ['class', 'lesson'],
  });
  return lastValue?.get(class_id ?? 0)?.when;
}

type TalkBarProps = {
  row: ConversationRow;
  offer: TalkOffer;
  name: string;
  turn: ReturnType<typeof useTalkTurn>;
  onChanged: () => Promise<unknown>;
};

const linkClass = 'inline-flex min-h-11 items-center underline decoration-ink-2/50 underline-offset-4';

/** Its card among one's tutoring. */
const cardPath = ({ id, match_id }: ConversationRow) =>
  match_id === null ? requestPath(id) : matchPath(match_id);

/** One line of how things stand. What can be done about it opens below, and never takes the messages' room. */
export function TalkBar({ row, offer, name, turn, onChanged }: TalkBarProps) {
  const t = useTranslate();
  const { href } = useShell();
  const panel = useId();
  const [isOpen, setOpen] = useState(false);
  const { state, trial, act, canExchange, isAskedToExchange } = turn;
  const changed = () => Promise.all([turn.reload(), onChanged()]);
  const frame = 'flex shrink-0 items-center gap-y-2 border-line border-b px-4 py-1.5 text-sm';
  if (!canExchange || row.match_id === null)
    return (
      <div className={cx(frame, 'flex-wrap gap-x-3')}>
        <Standing row={row} turn={turn} />
        {state.isMyTurn && row.can_write ? (
          <Answer row={row} offer={offer} name={name} onChanged={onChanged} />
        ) : (
          <AppLink to={href(cardPath(row))} className={buttonClass('secondary', 'shrink-0', 'compact')}>
            {t('talk.details')}
          </AppLink>
        )}
      </div>
    );
  return (
    <>
      <div className={cx(frame, 'gap-x-2')}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setOpen(!isOpen)}
          className="-mx-2 flex min-h-11 min-w-0 grow cursor-pointer items-center gap-3 rounded-card px-2 text-left hover:bg-paper-2"
        >
          <Standing
            row={row}
            turn={isOpen ? { ...turn, trial: undefined, isAskedToExchange: false } : turn}
          />
          <ChevronDown
            className={cx('size-5 shrink-0 text-ink-2 transition-transform', isOpen && 'rotate-180')}
          />
        </button>
        {!isOpen && trial && (act === 'accept' || act === 'propose') && (
          <TrialAct {...trial} act={act} onChanged={changed} />
        )}
        {!isOpen && (act === 'decide' || (act === null && isAskedToExchange)) && (
          <Button size="compact" variant="primary" className="shrink-0" onClick={() => setOpen(true)}>
            {t('talk.answer')}
          </Button>
        )}
      </div>
      <div
        id={panel}
        hidden={!isOpen}
        className="grid min-h-0 content-start gap-3 overflow-y-auto overscroll-contain border-line border-b bg-paper px-4 py-3 text-sm [&[hidden]]:hidden"
      >
        {trial && (
          <TrialCard
            matchId={row.match_id}
            loaded={trial.of}
            isMain
            onChanged={changed}
            className="px-4 py-3"
          />
        )}
        <ContactExchange
          matchId={row.match_id}
          contact={row}
          isFamily={row.my_side === 'family'}
          name={name}
          isMain={act === null}
          onChanged={onChanged}
        />
        <p className="flex flex-wrap gap-x-5">
          {row.class_id !== null && (
            <AppLink to={href(`/clock-in?class=${row.class_id}`)} className={linkClass}>
              {t('talk.toClass')}
            </AppLink>
          )}
          <AppLink to={href(cardPath(row))} className={linkClass}>
            {t('talk.toMatch')}
          </AppLink>
        </p>
      </div>
    </>
  );
}

/** A chip and the fee; while a trial is arranged and its card is folded, its time. */
function Standing({ row, turn }: Pick<TalkBarProps, 'row' | 'turn'>) {
  const t = useTranslate();
  const { locale } = useShell();
  const { state, trial, next, isAskedToExchange } = turn;
  const words = isAskedToExchange
    ? t('contact.asked')
    : next
      ? t('talk.nextLesson', { when: next })
      : state.words;
  if (trial) {
    const { time, key } = trialLine(trial.of, trial.trial, locale);
    return (
      <Lines
        first={
          time ? (
            <>
              <span className="whitespace-nowrap">{time.day}</span>{' '}
              <span className="whitespace-nowrap tabular-nums">{time.hours}</span>
            </>
          ) : (
            t(key)
          )
        }
        second={
          isAskedToExchange ? t('contact.asked') : time ? t(key) : t('talk.offer.price', { price: row.price })
        }
      />
    );
  }
  return (
    <span className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-0.5">
      {row.halt ? (
        <HaltChip halt={row.halt} className="shrink-0" />
      ) : (
        <Chip tone={state.tone} className="shrink-0">
          {state.short}
        </Chip>
      )}
      <span className="whitespace-nowrap font-semibold">{t('talk.offer.price', { price: row.price })}</span>
      {words && <span className="min-w-0 text-ink-2">{words}</span>}
    </span>
  );
}

const Lines = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <span className="grid min-w-0 grow leading-snug">
    <span className="font-semibold">{first}</span>
    <span className="text-ink-2 text-xs">{second}</span>
  </span>
);

type AnswerProps = Pick<TalkBarProps, 'row' | 'offer' | 'name' | 'onChanged'>;

/** The decision is taken where it was talked over; the sheet says first what follows. */
function Answer({ row, offer, name, onChanged }: AnswerProps) {
  const t = useTranslate();
  const { revalidate } = useRevalidator();
  const { busy, answer } = useAnswer(
    {
      ...{ id: row.id, about: row.about, price: row.price, name },
      times: offer.times.join(t('waiting.and')),
      isFamily: row.my_side === 'family',
      othersWaiting: offer.othersWaiting,
    },
    { toast: true, refresh: () => Promise.all([onChanged(), revalidate()]) },
  );
  return (
    <div className="grid grow grid-cols-2 gap-2 lg:grow-0">
      <Button size="compact" variant="primary" loading={busy} onClick={() => void answer('accept')}>
        {t('requests.accept')}
      </Button>
      <Button size="compact" loading={busy} onClick={() => void answer('decline')}>
        {t('requests.decline')}
      </Button>
    </div>
  );
}
