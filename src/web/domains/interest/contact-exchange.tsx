import Lock from 'lucide-react/icons/lock';
import Phone from 'lucide-react/icons/phone';
import { useState } from 'react';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import { ContactLinks } from './contact-links.tsx';

type ContactExchangeProps = {
  matchId: number;
  contact: { i_agreed: boolean; other_agreed: boolean };
  isFamily: boolean;
  /** How the other side is called. */
  name: string;
  /** Whether agreeing is the one thing to do on this screen. */
  isMain?: boolean | undefined;
  /** Reloads what the page shows; by default the data of the page. */
  onChanged?: (() => unknown) | undefined;
  className?: string | undefined;
};

/**
 * Numbers are shared when both agree, and until then it can be taken back. The sheet says first what follows;
 * the number itself is requested on demand.
 */
export function ContactExchange(props: ContactExchangeProps) {
  const { contact, isMain = false, className } = props;
  const t = useTranslate();
  const { busy, problem, agree, takeBack, show, shown } = useExchange(props);
  const { i_agreed, other_agreed } = contact;
  const both = i_agreed && other_agreed;
  const Icon = both ? Phone : Lock;
  return (
    <section aria-label={t('contact.title')} className={cx('grid gap-2 text-sm', className)}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Icon className="size-4 shrink-0 text-ink-2" />
        <div role="status" className="min-w-40 grow basis-0">
          {shown ? (
            <>
              <p className="break-words text-ink-2">{shown.name}</p>
              <ContactLinks mobile={shown.mobile} />
            </>
          ) : (
            <p>{t(`contact.${stateOf(contact)}`)}</p>
          )}
        </div>
        {both && !shown && (
          <Button size="compact" loading={busy} onClick={show}>
            {t('contact.show')}
          </Button>
        )}
        {!i_agreed && (
          <Button
            size="compact"
            variant={isMain && other_agreed ? 'primary' : 'secondary'}
            loading={busy}
            onClick={() => void agree()}
          >
            {t(other_agreed ? 'contact.agree' : 'contact.offer')}
          </Button>
        )}
        {i_agreed && !other_agreed && (
          <Button size="compact" variant="quiet" loading={busy} onClick={takeBack}>
            {t('contact.takeBack')}
          </Button>
        )}
      </div>
      <ProblemNotice>{problem}</ProblemNotice>
    </section>
  );
}

function stateOf({ i_agreed, other_agreed }: ContactExchangeProps['contact']) {
  if (i_agreed) return other_agreed ? 'shared' : 'waiting';
  return other_agreed ? 'asked' : 'closed';
}

function useExchange({ matchId: id, contact, isFamily, name, onChanged }: ContactExchangeProps) {
  const t = useTranslate();
  const ask = useMessageBox();
  const { busy, problem, run } = useAction({ refresh: onChanged ?? true });
  const [shown, setShown] = useState<{ name: string; mobile: string }>();
  const put = (agree: boolean, done: string) =>
    run((api) => api('PUT /api/users/matches/{id}/contact', { params: { id }, body: { agree } }), done);
  return {
    busy,
    problem,
    shown,
    async agree() {
      const isLast = contact.other_agreed;
      const sure = await ask({
        title: t('contact.sheetTitle'),
        message: t(`contact.${isLast ? 'last' : 'first'}.${isFamily ? 'family' : 'tutor'}`, { name }),
        confirmLabel: t(isLast ? 'contact.agree' : 'contact.offer'),
        cancelLabel: t('contact.notYet'),
      });
      if (sure) await put(true, t(isLast ? 'contact.shared' : 'contact.offered'));
    },
    takeBack: () => put(false, t('contact.taken')),
    show: () =>
      run(
        (api) => api('GET /api/users/matches/{id}', { params: { id } }),
        (match) => setShown(match.contact),
      ),
  };
}
