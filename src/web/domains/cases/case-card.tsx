import { isNamed } from '#shared/rules/unnamed-child.ts';
import type { MadeMatch } from '#web/domains/interest/load-requests.ts';
import { useRelist } from '#web/domains/interest/use-relist.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import type { Mine } from './load-mine.ts';

const statuses = {
  1: ['jade', 'caseForm.status.online'],
  2: ['neutral', 'caseForm.status.offline'],
  3: ['jade', 'caseForm.status.matched'],
  4: ['neutral', 'caseForm.status.ended'],
} as const;

type CaseCardProps = {
  one: Mine['cases'][number];
  /** Applications and invitations that nobody has answered yet. */
  requests: readonly { isMine: boolean }[];
  /** The match that ended, from which the case can go online again. */
  ended?: MadeMatch | undefined;
  /** Whether its button is the one thing to do on this screen. */
  isMain: boolean;
};

type CaseCardsProps = {
  mine: Mine;
  list: Mine['cases'];
  canPost: boolean;
  /** Whether nothing above is more pressing than the first case that is online. */
  hasMain: boolean;
};

export function CaseCards({ mine: { matches, requests }, list, canPost, hasMain }: CaseCardsProps) {
  const t = useTranslate();
  const { href } = useShell();
  const online = list.find(({ status }) => status === 1);
  return (
    <section className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">{t('caseForm.mine')}</h2>
        {canPost && <ButtonLink to={href('/me/case/new')}>{t('caseForm.postAnother')}</ButtonLink>}
      </div>
      <ul className="grid gap-4 lg:grid-cols-2">
        {list.map((one) => (
          <CaseCard
            key={one.id}
            one={one}
            isMain={hasMain && one === online}
            ended={matches.find((match) => match.case_id === one.id && match.canRelist)}
            requests={requests.interests.filter(({ case_id }) => case_id === one.id)}
          />
        ))}
      </ul>
    </section>
  );
}

/** One of the family's own cases, as a short card. */
function CaseCard({ one, requests, ended, isMain }: CaseCardProps) {
  const t = useTranslate();
  const { href } = useShell();
  const { busy, problem, toggle } = useSwitch(one, requests.length);
  const again = useRelist(ended);
  const [tone, status] = statuses[one.status as keyof typeof statuses] ?? statuses[4];
  const facts = [
    one.region,
    one.type,
    one.days !== null && t(one.days === 1 ? 'caseForm.daysOne' : 'caseForm.daysShort', { days: one.days }),
    one.price === null ? t('caseForm.priceOpen') : t('caseForm.priceValue', { price: one.price }),
  ];
  const names = one.children.map(({ nickname }) => nickname).filter(isNamed);
  const lessons = [
    ...new Set(
      one.children.map(({ grade, subjects }) =>
        [grade, subjects.join(t('form.and'))].filter(Boolean).join(' ・ '),
      ),
    ),
  ];
  const applied = requests.filter(({ isMine }) => !isMine).length;
  const invited = requests.length - applied;
  const asked = [
    applied > 0 && t(applied === 1 ? 'tutoring.appliedOne' : 'tutoring.applied', { count: applied }),
    invited > 0 && t(invited === 1 ? 'tutoring.invitedOne' : 'tutoring.invited', { count: invited }),
  ]
    .filter(Boolean)
    .join(t('tutoring.semicolon'));
  const isOnline = one.status === 1;
  const open = isOnline || one.status === 2;
  return (
    <Card as="li" className="grid gap-2">
      <div className="flex items-start justify-between gap-3">
        <h3 className="min-w-0 break-words text-base">
          {names.join(t('form.and')) || lessons[0] || t('caseForm.numbered', { id: one.id })}
        </h3>
        <Chip tone={tone} className="shrink-0">
          {t(status)}
        </Chip>
      </div>
      {(names.length > 0 ? lessons : lessons.slice(1)).map((lesson) => (
        <p key={lesson} className="text-sm">
          {lesson}
        </p>
      ))}
      <Facts of={facts.filter(Boolean).join(' ・ ')} className="text-ink-2 text-sm" />
      {requests.length > 0 && <p className="text-sm">{asked}</p>}
      <ProblemNotice>{problem ?? again.problem}</ProblemNotice>
      <div className="mt-1 flex flex-wrap gap-2">
        {ended && (
          <Button loading={again.busy} onClick={() => void again.relist()}>
            {t('requests.relist')}
          </Button>
        )}
        {open && (
          <>
            {isOnline && (
              <ButtonLink variant={isMain ? 'primary' : 'secondary'} to={href(`/me/case/${one.id}/tutors`)}>
                {one.fits === null ? t('tutoring.fitsUnknown') : t('tutoring.fits', { count: one.fits })}
              </ButtonLink>
            )}
            <ButtonLink
              to={href(`/me/case/${one.id}`)}
              aria-label={t('caseForm.editNumbered', { id: one.id })}
            >
              {t('form.edit')}
            </ButtonLink>
            <Button
              variant="quiet"
              loading={busy}
              onClick={toggle}
              aria-label={t(isOnline ? 'tutoring.offlineNamed' : 'tutoring.onlineNamed', { id: one.id })}
            >
              {t(isOnline ? 'tutoring.offline' : 'tutoring.online')}
            </Button>
          </>
        )}
        <ButtonLink
          variant="quiet"
          to={href(`/me/case/new?copy=${one.id}${isOnline ? '&sibling' : ''}`)}
          aria-label={t(isOnline ? 'caseForm.copySiblingNamed' : 'caseForm.copyNamed', { id: one.id })}
        >
          {t(isOnline ? 'caseForm.copySibling' : 'caseForm.copy')}
        </ButtonLink>
      </div>
    </Card>
  );
}

/** Switches between online and offline. Going offline says first what follows for whom. */
function useSwitch({ id, status }: Mine['cases'][number], waiting: number) {
  const t = useTranslate();
  const ask = useMessageBox();
  const { busy, problem, run } = useAction({ refresh: true });
  const toggle = async () => {
    const isOnline = status === 1;
    if (isOnline) {
      const sure = await ask({
        title: t('tutoring.offlineTitle'),
        message: [t('tutoring.offlineAfter'), waiting > 0 && t('tutoring.offlineText', { count: waiting })]
          .filter(Boolean)
          .join(''),
        confirmLabel: t('tutoring.offlineConfirm'),
        cancelLabel: t('tutoring.keep'),
      });
      if (!sure) return;
    }
    const params = { id };
    await run(
      (api) =>
        isOnline
          ? api('PUT /api/users/case_offline/{id}', { params })
          : api('PUT /api/users/case_online/{id}', { params }),
      t(isOnline ? 'tutoring.nowOffline' : 'tutoring.nowOnline'),
    );
  };
  return { busy, problem, toggle };
}
