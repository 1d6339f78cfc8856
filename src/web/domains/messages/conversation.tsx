import ArrowLeft from 'lucide-react/icons/arrow-left';
import { HaltChip, HaltNote } from '#web/domains/accounts/halt.tsx';
import { TrialCard } from '#web/domains/interest/trial-card.tsx';
import { PersonMenu } from '#web/domains/safety/person-menu.tsx';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { target } from '#web/ui/cx.ts';
import { Composer } from './composer.tsx';
import { ContactPanel } from './contact-panel.tsx';
import { NameTile, useConversationName } from './conversation-name.tsx';
import { MessageLog } from './message-log.tsx';
import { type Loaded, useMessages, useReadMark } from './use-messages.ts';
import { useOutbox } from './use-outbox.ts';

const statuses = {
  trial: ['amber', 'talk.status.trial'],
  going: ['jade', 'talk.status.going'],
  failed: ['neutral', 'talk.status.failed'],
  ended: ['neutral', 'talk.status.ended'],
} as const;

/** How many of the other side's latest messages can be chosen for a report. */
const shownToReport = 30;

export function Conversation({ loaded }: { loaded: Loaded }) {
  const t = useTranslate();
  const { root, href } = useShell();
  const messages = useMessages(loaded);
  const { row, list, refresh, add } = messages;
  const owner = root?.user.id ?? 0;
  const outbox = useOutbox(row.id, owner, add);
  useReadMark(row.id, list, row.unread_count);
  const name = useConversationName()(row);
  const [tone, status] = statuses[row.status];
  const live = row.status === 'trial' || row.status === 'going';
  return (
    <section
      aria-label={t('talk.with', { name })}
      className="flex min-h-0 flex-col bg-sheet lg:rounded-card lg:border lg:border-line"
    >
      <header className="flex items-center gap-3 border-line border-b px-4 py-2">
        <AppLink
          to={href('/message?show=talk')}
          aria-label={t('talk.back')}
          className={`${target} -ml-3 grid place-items-center rounded-full lg:hidden`}
        >
          <ArrowLeft className="size-5" />
        </AppLink>
        <NameTile name={name} of={row} className="max-lg:hidden" />
        <div className="min-w-0 grow">
          <h1 className="truncate text-lg">{name}</h1>
          <p className="truncate text-ink-2 text-xs">{row.about}</p>
        </div>
        {row.halt ? (
          <HaltChip halt={row.halt} className="shrink-0" />
        ) : (
          <Chip tone={tone} className="shrink-0">
            {t(status)}
          </Chip>
        )}
        <PersonMenu
          at={{ place: 'conversation', place_id: row.id }}
          label={name}
          isIcon
          className="-mr-2 shrink-0 text-ink-2"
          messages={list
            .filter(({ is_mine }) => !is_mine)
            .slice(-shownToReport)
            .reverse()}
          leaveTo="/message?show=talk"
        />
      </header>
      {row.halt && <HaltNote halt={row.halt} className="m-3" />}
      {live && !row.halt && <ContactPanel row={row} onChanged={refresh} />}
      {row.status === 'trial' && <TrialCard matchId={row.id} onChanged={refresh} className="m-3 shrink-0" />}
      <MessageLog {...messages} outbox={outbox} name={name} />
      {live && !row.halt ? (
        <Composer conversation={row.id} owner={owner} covers={!row.contact_shared} onSend={outbox.send} />
      ) : (
        <p className="border-line border-t px-4 py-4 text-center text-ink-2 text-sm">
          {t(row.halt?.state === 'rests' ? 'talk.rests' : 'talk.closed')}
        </p>
      )}
    </section>
  );
}
