import Lock from 'lucide-react/icons/lock';
import Phone from 'lucide-react/icons/phone';
import { useState } from 'react';
import { ContactLinks } from '#web/domains/interest/contact-links.tsx';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import type { ConversationRow } from './conversation-rows.ts';

type ContactPanelProps = { row: ConversationRow; matchId: number; onChanged: () => Promise<void> };

/** Why numbers are masked, and how both sides can share them. The number itself is requested on demand. */
export function ContactPanel({ row, matchId: id, onChanged }: ContactPanelProps) {
  const t = useTranslate();
  const { i_agreed, other_agreed, contact_shared } = row;
  const { busy, problem, run } = useAction();
  const [contact, setContact] = useState<{ name: string; mobile: string }>();

  const agree = (yes: boolean) =>
    run(
      (api) => api('PUT /api/users/matches/{id}/contact', { params: { id }, body: { agree: yes } }),
      onChanged,
    );
  const show = () =>
    run(
      (api) => api('GET /api/users/matches/{id}', { params: { id } }),
      (match) => setContact(match.contact),
    );

  const words = contact_shared
    ? 'talk.contact.shared'
    : i_agreed
      ? 'talk.contact.waiting'
      : other_agreed
        ? 'talk.contact.asked'
        : 'talk.contact.closed';
  const Icon = contact_shared ? Phone : Lock;
  return (
    <section
      aria-label={t('talk.contact.title')}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-paper px-4 py-2 text-sm"
    >
      <Icon className="size-4 shrink-0 text-ink-2" />
      <div role="status" className="min-w-40 grow basis-0">
        {contact ? (
          <>
            <p className="break-words">{contact.name}</p>
            <ContactLinks mobile={contact.mobile} />
          </>
        ) : (
          <p>{t(words)}</p>
        )}
        {problem && <p className="text-seal">{problem}</p>}
      </div>
      {contact_shared && !contact && (
        <Button size="compact" loading={busy} onClick={show}>
          {t('talk.contact.show')}
        </Button>
      )}
      {!i_agreed && (
        <Button
          size="compact"
          variant={other_agreed ? 'primary' : 'secondary'}
          loading={busy}
          onClick={() => agree(true)}
        >
          {t(other_agreed ? 'talk.contact.agree' : 'talk.contact.offer')}
        </Button>
      )}
      {i_agreed && !other_agreed && (
        <Button size="compact" variant="quiet" loading={busy} onClick={() => agree(false)}>
          {t('talk.contact.takeBack')}
        </Button>
      )}
    </section>
  );
}
