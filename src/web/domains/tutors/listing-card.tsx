import { useAction } from '#web/ground/api/use-action.ts';
import { readDraft } from '#web/ground/drafts.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useHydrated } from '#web/ground/page-life.ts';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Portrait } from '#web/ui/portrait.tsx';
import { tutorDraft } from './begin-tutor.ts';

type ListingCardProps = {
  listing: {
    id: number;
    name: string;
    isListed: boolean;
    subjects: readonly string[];
    min: number;
    max: number;
  };
};

/** The tutor's own listing: a summary, and whether families see it. */
export function ListingCard({ listing }: ListingCardProps) {
  const t = useTranslate();
  const { root, href } = useShell();
  // What is stored on this device is known in the browser only.
  const hasUnsaved = useHydrated() && readDraft(tutorDraft, root?.user.id ?? 0) !== undefined;
  const { busy, run } = useAction({ refresh: true, toast: true });

  const toggle = () =>
    run(
      async (api) => {
        const { listing: saved } = await api('GET /api/users/tutor_listing');
        if (!saved) return;
        const { id, user, match_status, ...form } = saved;
        await api('PUT /api/common_info/teacher_detailed_registration/{id}', {
          params: { id },
          body: { ...form, is_listed: !listing.isListed },
        });
      },
      t(listing.isListed ? 'tutorForm.nowUnlisted' : 'tutorForm.nowListed'),
    );
  return (
    <section className="grid gap-4">
      <h2 className="text-xl">{t('tutorForm.mine')}</h2>
      <Card className="grid gap-2">
        <div className="flex items-start justify-between gap-3">
          <div className="flex min-w-0 items-center gap-3">
            <Portrait portrait={root?.user.portrait ?? null} surname={listing.name} />
            <h3 className="min-w-0 break-words text-base">{listing.name}</h3>
          </div>
          <Chip tone={listing.isListed ? 'jade' : 'neutral'} className="shrink-0">
            {t(listing.isListed ? 'tutorForm.listedYes' : 'tutorForm.listedNo')}
          </Chip>
        </div>
        <p className="text-sm">{listing.subjects.join(t('form.and'))}</p>
        <p className="text-ink-2 text-sm">
          {t('tutorForm.priceValue', { min: listing.min, max: listing.max })}
        </p>
        {hasUnsaved && (
          <Notice className="flex flex-wrap items-center gap-x-4 py-1">
            <span className="grow py-1">{t('tutorForm.unsaved')}</span>
            <PageLink
              to="/me/tutor"
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              {t('tutorForm.unsavedGoOn')}
            </PageLink>
          </Notice>
        )}
        <div className="flex flex-wrap gap-2">
          <ButtonLink to={href('/me/tutor')}>{t('tutorForm.editListing')}</ButtonLink>
          {listing.isListed && (
            <ButtonLink to={href(`/tutor/${listing.id}`)}>{t('tutorForm.seePublic')}</ButtonLink>
          )}
          <Button variant="quiet" loading={busy} onClick={toggle}>
            {t(listing.isListed ? 'tutorForm.unlist' : 'tutorForm.list')}
          </Button>
        </div>
      </Card>
    </section>
  );
}
