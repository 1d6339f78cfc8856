import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import type { CaseForm as CaseInput } from '#shared/cases.ts';
import { alreadyPosted } from '#shared/codes/numbers.ts';
import { currentMajorSubject } from '#shared/subjects/subject-ids.ts';
import { nameIn } from '#web/domains/reference/named.ts';
import { type Api, ApiError } from '#web/ground/api/api.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { dropDraft, finderDraft, newKey, writeDraft } from '#web/ground/drafts.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { keepWithinPage } from '#web/ground/routing/keep-within-page.ts';
import { apiOf, ifSignedIn } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { useToast } from '#web/ground/toast.ts';
import { FormPage } from '#web/ui/stepped-form/form-page.tsx';
import { OnlyFor } from '#web/ui/stepped-form/only-for.tsx';
import { CaseForm } from './case-form.tsx';
import { loadCaseLists } from './case-lists.ts';
import { type CaseValues, emptyCase, newChild, withChildrenOf } from './case-values.ts';
import { loadChildren } from './load-children.ts';

export const meta = pageMeta('newCase');
export const shouldRevalidate = keepWithinPage;

export async function loader(args: LoaderFunctionArgs) {
  const api = apiOf(args);
  const [lists, children, last] = await Promise.all([
    loadCaseLists(api),
    ifSignedIn(loadChildren(api)),
    ifSignedIn(loadLast(api)),
  ]);
  return { lists, children, last };
}

/** Place and frequency of the family's latest case, as defaults: the next one is mostly the same. */
async function loadLast(api: Api) {
  const { case_list } = await api('GET /api/users/info');
  const [latest] = [...case_list].sort((a, b) => b.id - a.id);
  if (!latest) return undefined;
  const detail = await api('GET /api/common_info/student_detailed_registration/{id}', {
    params: { id: latest.id },
  });
  const { tutoring_type, tutoring_region, tutoring_days_per_week, tutoring_time_per_class } = detail;
  return { tutoring_type, tutoring_region, tutoring_days_per_week, tutoring_time_per_class };
}

export default function NewCase() {
  const t = useTranslate();
  return (
    <FormPage title={t('caseForm.newTitle')} lead={t('caseForm.newLead')}>
      <OnlyFor identity={1}>
        <NewCaseForm />
      </OnlyFor>
    </FormPage>
  );
}

function NewCaseForm() {
  const t = useTranslate();
  const api = useApi();
  const toast = useToast();
  const navigate = useNavigate();
  const { href } = useShell();
  const { lists, children, last } = useLoaderData<typeof loader>();
  const [initial] = useState(() => fromFinder(lists, children?.saved ?? [], last));
  return (
    <CaseForm
      draft="case:new"
      lists={lists}
      saved={children?.saved ?? []}
      limit={children?.limit ?? { limit: 5, count: 0 }}
      initial={initial}
      finishLabel={t('caseForm.post')}
      send={(body, { key, owner, values }) =>
        api('POST /api/common_info/student_detailed_registration', {
          body: { ...(body as CaseInput), idempotency_key: key },
        }).catch(async (error) => {
          const id = error instanceof ApiError && error.code === alreadyPosted && Number(error.details.id);
          if (id && (await takeToEdit(api, id, { owner, values }))) await navigate(href(`/me/case/${id}`));
          throw error;
        })
      }
      onSent={async ({ id }) => {
        localStorage.removeItem(finderDraft);
        toast.success(t('caseForm.posted'));
        await navigate(href(`/me/case/${id}/tutors`));
      }}
    />
  );
}

/**
 * The case was posted but the answer was lost; the values typed since then become an edit of it. False if
 * they cannot be saved.
 */
async function takeToEdit(api: Api, id: number, { owner, values }: { owner: number; values: CaseValues }) {
  const posted = await api('GET /api/common_info/student_detailed_registration/{id}', { params: { id } });
  const typed = { owner, key: newKey(), version: 1, values: withChildrenOf(posted, values) };
  if (!writeDraft(`case:${id}`, typed)) return false;
  dropDraft('case:new');
  localStorage.removeItem(finderDraft);
  return true;
}

/** Initial values: the home page's three answers, the only child if there is one, and the latest case. */
function fromFinder(
  lists: Awaited<ReturnType<typeof loadCaseLists>>,
  saved: NonNullable<Awaited<ReturnType<typeof loadChildren>>>['saved'],
  last: Awaited<ReturnType<typeof loadLast>>,
) {
  const answers = readFinder();
  const listed = (list: readonly { id: number; name: string }[], id: unknown) =>
    nameIn(list, Number(id)) ? Number(id) : null;
  const subject = listed(lists.majors, currentMajorSubject(Number(answers.subject)));
  const grade = listed(lists.grades, answers.grade);
  const [only, ...more] = saved;
  const known = only && more.length === 0 && (grade === null || only.grade === grade) ? only : undefined;
  const child = newChild({ ...known, ...(subject !== null && { major_subject: [subject] }) });
  const region = listed(lists.regions, answers.region);
  const empty = emptyCase({ ...child, grade: grade ?? child.grade }, region);
  // A district chosen on the home page means lessons in person.
  if (!last || region !== null) return empty;
  return { ...empty, ...last };
}

function readFinder(): Partial<Record<'grade' | 'subject' | 'region', unknown>> {
  try {
    const answers = JSON.parse(localStorage.getItem(finderDraft) ?? '{}');
    return typeof answers === 'object' && answers !== null ? answers : {};
  } catch (error) {
    console.error('應用層錯誤: the answers of the home page could not be read', error);
    return {};
  }
}
