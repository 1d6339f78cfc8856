import BadgeCheck from 'lucide-react/icons/badge-check';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { isNamed } from '#shared/rules/unnamed-child.ts';
import { RememberedTutor, useRememberedTutor } from '#web/domains/market/tutor/remembered-tutor.tsx';
import { storedOrNull } from '#web/domains/matching/stored-or-null.ts';
import { AskToTell } from '#web/domains/messages/ask-to-tell.tsx';
import type { Api } from '#web/ground/api/api.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { countWords } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { apiOf, ifSignedIn, orNotFound, requireId } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { SignedOut } from '#web/shell/empty-pages.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

export const meta = pageMeta('postedCase');

export async function loader(args: LoaderFunctionArgs) {
  const id = requireId(args.params.id);
  return { posted: await ifSignedIn(loadPosted(apiOf(args), id)).catch(orNotFound) };
}

async function loadPosted(api: Api, id: number) {
  const [detail, found] = await Promise.all([
    api('GET /api/common_info/student_detailed_registration/{id}', { params: { id } }),
    storedOrNull(api('GET /api/algorithms/tutor_matcher', { query: { case_id: id } })),
  ]);
  const names = detail.child_info.map(({ nickname }) => nickname);
  return { id, names, fits: found && countOf(found) };
}

const countOf = ({ total, total_is_capped }: { total: number; total_is_capped: boolean }) => ({
  total,
  words: countWords(total, total_is_capped),
});

export default function PostedCase() {
  const t = useTranslate();
  const { posted } = useLoaderData<typeof loader>();
  if (!posted) return <SignedOut title={t('caseForm.posted')} />;
  return <Posted key={posted.id} {...posted} />;
}

type Loaded = Awaited<ReturnType<typeof loadPosted>>;

/** What happens after a case is posted, and the one thing to do next. */
function Posted({ id, names, fits: stored }: Loaded) {
  const t = useTranslate();
  const { href } = useShell();
  const wanted = useRememberedTutor();
  // Without a name of its own, a child is not named.
  const areNamed = names.every(isNamed);
  const { value: fits } = useRemote({
    read: async (api) => countOf(await api('POST /api/algorithms/tutor_matcher', { body: { case_id: id } })),
    loaded: stored ?? undefined,
  });
  return (
    <div className="mx-auto grid max-w-[max(40rem,600px)] gap-6 py-8 lg:py-12">
      <div className="grid justify-items-center gap-2 text-center">
        <BadgeCheck size="3rem" strokeWidth={1.5} className="text-jade" />
        <h1 className="text-2xl lg:text-3xl">{t('caseForm.posted')}</h1>
        <p className="break-words text-ink-2">
          {areNamed ? t('caseForm.postedOf', { names: names.join(t('form.and')) }) : t('caseForm.postedNow')}
        </p>
      </div>
      <section aria-label={t('caseForm.nextTitle')} className="rounded-card border border-line bg-sheet p-5">
        <h2 className="text-base">{t('caseForm.nextTitle')}</h2>
        <ol className="mt-3 grid gap-3">
          {(['seen', 'asked', 'agreed'] as const).map((step, index) => (
            <li key={step} className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
              <span
                aria-hidden
                className="grid size-7 place-items-center rounded-full border border-line font-serif text-sm"
              >
                {index + 1}
              </span>
              <span>{t(`caseForm.next.${step}`)}</span>
            </li>
          ))}
        </ol>
      </section>
      <RememberedTutor caseId={id} isNext />
      <div className="grid gap-2">
        <ButtonLink variant={wanted ? 'secondary' : 'primary'} to={href(`/me/case/${id}/tutors`)}>
          {fits && fits.total > 0
            ? t(fits.total === 1 ? 'caseForm.seeFit' : 'caseForm.seeFits', { count: fits.words })
            : t('tutoring.fitsUnknown')}
        </ButtonLink>
        <ButtonLink variant="quiet" to={href('/my-tutoring')}>
          {t('caseForm.toMine')}
        </ButtonLink>
      </div>
      <AskToTell />
    </div>
  );
}
