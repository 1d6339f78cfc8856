import ArrowLeft from 'lucide-react/icons/arrow-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { HaltChip, HaltNote } from '#web/domains/accounts/halt.tsx';
import { TrialCard } from '#web/domains/interest/trial-card.tsx';
import { useAnswer } from '#web/domains/interest/use-answer.ts';
import { PersonMenu } from '#web/domains/safety/person-menu.tsx';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { target } from '#web/ui/cx.ts';
import { Composer } from './composer.tsx';
import { ContactPanel } from './contact-panel.tsx';
import { NameTile, useConversationName } from './conversation-name.tsx';
import type { ConversationRow, TalkOffer } from './conversation-rows.ts';
import { MessageLog } from './message-log.tsx';
import { OfferCard } from './offer-card.tsx';
import { useTalkState } from './talk-state.ts';
import { type Loaded, useMessages, useReadMark } from './use-messages.ts';
import { useOutbox } from './use-outbox.ts';

/** How many of the other side's latest messages can be chosen for a report. */
const shownToReport = 30;

export function Conversation({ loaded, offer }: { loaded: Loaded; offer: TalkOffer }) {
  const t = useTranslate();
  const { root, href } = useShell();
  const messages = useMessages(loaded);
  const { row, list, refresh, add } = messages;
  const owner = root?.user.id ?? 0;
  const outbox = useOutbox(row.id, owner, add);
  useReadMark(row.id, list, row.unread_count);
  const { title, called, line } = useConversationName()(row);
  const state = useTalkState()(row);
  const canExchange = row.match_id !== null && row.can_write;
  const isAskedToExchange = canExchange && row.other_agreed && !row.i_agreed;
  return (
    <section
      aria-label={t('talk.with', { name: title })}
      className="flex min-h-0 min-w-0 flex-col bg-sheet lg:rounded-card lg:border lg:border-line"
    >
      <header className="flex min-w-0 items-center gap-2 border-line border-b px-4 py-2">
        <AppLink
          to={href('/message?show=talk')}
          aria-label={t('talk.back')}
          className={`${target} -ml-3 grid shrink-0 place-items-center rounded-full lg:hidden`}
        >
          <ArrowLeft className="size-5" />
        </AppLink>
        <Profile row={row}>
          <NameTile name={title} of={row} />
          <div className="min-w-0">
            <h1 className="truncate text-lg leading-snug">{title}</h1>
            <p className="truncate text-ink-2 text-xs">{line}</p>
          </div>
        </Profile>
        <PersonMenu
          at={{ place: 'conversation', place_id: row.id }}
          label={title}
          isIcon
          className="-mr-2 shrink-0 text-ink-2"
          messages={list
            .filter(({ is_mine }) => !is_mine)
            .slice(-shownToReport)
            .reverse()
            .map((message) => ({ ...message, text: message.text || t('talk.sentPicture') }))}
          leaveTo="/message?show=talk"
        />
      </header>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-4 py-2 text-sm">
        <div className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-0.5">
          {row.halt ? (
            <HaltChip halt={row.halt} className="shrink-0" />
          ) : (
            <Chip tone={state.tone} className="shrink-0">
              {state.short}
            </Chip>
          )}
          <p className="whitespace-nowrap font-semibold">{t('talk.offer.price', { price: row.price })}</p>
          {state.words && <p className="min-w-0 text-ink-2">{state.words}</p>}
        </div>
        {state.isMyTurn && row.can_write ? (
          <Answer row={row} offer={offer} name={called} onChanged={refresh} />
        ) : (
          <AppLink to={href('/my-tutoring')} className={buttonClass('secondary', 'shrink-0', 'compact')}>
            {t('talk.details')}
          </AppLink>
        )}
      </div>
      {row.halt && <HaltNote halt={row.halt} className="m-3" />}
      {canExchange && row.match_id !== null && (
        <ContactPanel row={row} matchId={row.match_id} onChanged={refresh} />
      )}
      {row.status === 'trial' && row.match_id !== null && (
        <TrialCard
          matchId={row.match_id}
          isMain={!isAskedToExchange}
          onChanged={refresh}
          className="mx-4 my-2 shrink-0 px-4 py-3"
        />
      )}
      <MessageLog {...messages} outbox={outbox} name={called} head={<OfferCard row={row} offer={offer} />} />
      {!row.can_write || row.unanswered_left === 0 ? (
        <p role="status" className="border-line border-t px-4 py-4 text-center text-ink-2 text-sm">
          {row.can_write ? t('talk.awaited') : state.closed}
        </p>
      ) : (
        <Composer
          conversation={row.id}
          owner={owner}
          covers={!row.contact_shared}
          left={row.unanswered_left}
          isMain={!state.isMyTurn && !isAskedToExchange && row.status !== 'trial'}
          onSend={outbox.send}
        />
      )}
    </section>
  );
}

type AnswerProps = {
  row: ConversationRow;
  offer: TalkOffer;
  name: string;
  onChanged: () => Promise<unknown>;
};

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

/** The name leads to the page of the tutor, or of the case while it is on show. */
function Profile({ row, children }: { row: ConversationRow; children: ReactNode }) {
  const { href } = useShell();
  const { my_side, listing_id, case_id, interest_status } = row;
  const frame = 'flex min-h-11 min-w-0 grow items-center gap-3';
  const to =
    my_side === 'family'
      ? listing_id !== null && `/tutor/${listing_id}?case=${case_id}`
      : interest_status === 'pending' && `/case/${case_id}`;
  if (!to) return <div className={frame}>{children}</div>;
  return (
    <AppLink to={href(to)} className={`${frame} rounded-card hover:bg-paper-2`}>
      {children}
      <ChevronRight className="size-4 shrink-0 text-ink-2" />
    </AppLink>
  );
}
