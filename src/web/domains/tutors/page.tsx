import { useMemo, useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router';
import { alreadyPosted, reachedLimit } from '#shared/codes/numbers.ts';
import type { TutorForm as TutorInput } from '#shared/tutors.ts';
import { loadSchools } from '#web/domains/reference/named.ts';
import { type Api, ApiError } from '#web/ground/api/api.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { keepWithinPage } from '#web/ground/routing/keep-within-page.ts';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { apiOf, ifSignedIn } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { useToast } from '#web/ground/toast.ts';
import { FormPage } from '#web/ui/stepped-form/form-page.tsx';
import { OnlyFor } from '#web/ui/stepped-form/only-for.tsx';
import { TutorForm } from './tutor-form.tsx';
import { loadTutorLists } from './tutor-lists.ts';
import { emptyTutor, valuesOf } from './tutor-values.ts';

export const meta = pageMeta('tutor');
export const shouldRevalidate = keepWithinPage;

export async function loader(args: LoaderFunctionArgs) {
  const api = apiOf(args);
  const [lists, own, begun] = await Promise.all([
    loadTutorLists(api),
    ifSignedIn(loadOwn(api)),
    ifSignedIn(api('GET /api/users/tutor_draft')),
  ]);
  return { lists, own, draft: begun?.draft ?? null };
}

/** The listing as form values; undefined before it exists. */
async function loadOwn(api: Api) {
  const { listing } = await api('GET /api/users/tutor_listing');
  if (!listing) return undefined;
  const schools = await loadSchools(api, [listing.school]);
  return {
    id: listing.id,
    isListed: listing.is_listed,
    version: listing.version,
    values: valuesOf(listing, schools),
  };
}

export default function Tutor() {
  const t = useTranslate();
  const { own } = useLoaderData<typeof loader>();
  return (
    <FormPage
      title={t(own ? 'tutorForm.editTitle' : 'tutorForm.newTitle')}
      lead={t(own ? 'tutorForm.editLead' : 'tutorForm.newLead')}
    >
      {own?.isListed && (
        <PageLink
          to={`/tutor/${own.id}`}
          className="-mt-3 mb-2 inline-flex min-h-11 items-center underline underline-offset-4"
        >
          {t('tutorForm.seePublic')}
        </PageLink>
      )}
      <OnlyFor identity={own ? 'any' : 2}>
        <OwnListing key={own?.id ?? 0} />
      </OnlyFor>
    </FormPage>
  );
}

function OwnListing() {
  const t = useTranslate();
  const api = useApi();
  const toast = useToast();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { root, href } = useShell();
  const { lists, own, draft } = useLoaderData<typeof loader>();
  const [blank] = useState(() => emptyTutor(root?.user.name ?? '', root?.user.gender ?? 'U'));
  const kept = useMemo(() => own && { id: own.id, values: own.values, version: own.version }, [own]);
  return (
    <TutorForm
      lists={lists}
      initial={own?.values ?? blank}
      kept={kept}
      server={draft}
      send={(body, { key, version }) =>
        own
          ? api('PUT /api/common_info/teacher_detailed_registration/{id}', {
              params: { id: own.id },
              body: { ...(body as TutorInput), version: version ?? own.version, draft_key: key },
            })
          : api('POST /api/common_info/teacher_detailed_registration', {
              body: { ...(body as TutorInput), idempotency_key: key },
            }).catch(async (error) => {
              // Created elsewhere in the meantime, or by a request whose answer was lost: the page then shows
              // that listing beside the values typed here.
              if (error instanceof ApiError && (error.code === reachedLimit || error.code === alreadyPosted))
                await revalidate();
              throw error;
            })
      }
      loadNewer={() => loadOwn(api)}
      onSent={async () => {
        toast.success(t(own ? 'tutorForm.saved' : 'tutorForm.published'));
        await navigate(href('/my-tutoring'));
        await revalidate();
      }}
      onSaved={async () => {
        toast.success(t('tutorForm.saved'));
        await revalidate();
      }}
    />
  );
}
