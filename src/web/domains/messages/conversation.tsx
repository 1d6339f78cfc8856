import ArrowLeft from 'lucide-react/icons/arrow-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactNode, useState } from 'react';
import { HaltNote } from '#web/domains/accounts/halt.tsx';
import { PersonMenu } from '#web/domains/safety/person-menu.tsx';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { target } from '#web/ui/cx.ts';
import { Composer } from './composer.tsx';
import { NameTile, useConversationName } from './conversation-name.tsx';
import type { ConversationRow, TalkOffer } from './conversation-rows.ts';
import { MessageLog } from './message-log.tsx';
import { OfferCard } from './offer-card.tsx';
import { TalkBar, useTalkTurn } from './talk-bar.tsx';
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
  const turn = useTalkTurn(row);
  const [taken, setTaken] = useState(0);
  return (
    <section
      aria-label={t('talk.with', { name: title })}
      data-head="talk"
      className="flex min-h-0 min-w-0 flex-col bg-sheet lg:rounded-card lg:border lg:border-line"
    >
      <header className="flex min-w-0 shrink-0 items-center gap-2 border-line border-b px-4 py-2">
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
      <TalkBar row={row} offer={offer} name={called} turn={turn} onChanged={refresh} />
      {row.halt && <HaltNote halt={row.halt} className="m-3 min-h-0 overflow-y-auto" />}
      <MessageLog
        {...messages}
        outbox={outbox}
        name={called}
        onTakeBack={(key) => {
          outbox.takeBack(key);
          setTaken(taken + 1);
        }}
        head={<OfferCard row={row} offer={offer} />}
      />
      {!row.can_write || row.unanswered_left === 0 ? (
        <p role="status" className="shrink-0 border-line border-t px-4 py-3 text-center text-ink-2 text-sm">
          {row.can_write ? t('talk.awaited') : turn.state.closed}
        </p>
      ) : (
        <Composer
          // Begins again with the words that were taken back.
          key={taken}
          conversation={row.id}
          owner={owner}
          covers={!row.contact_shared}
          left={row.unanswered_left}
          isMain={!turn.isMine}
          onSend={outbox.send}
        />
      )}
    </section>
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
