import { useMemo } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router';
import type { CaseDetail, CaseForm as CaseInput } from '#shared/cases.ts';
import { loadSchools } from '#web/domains/reference/named.ts';
import type { Api } from '#web/ground/api/api.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { keepWithinPage } from '#web/ground/routing/keep-within-page.ts';
import { apiOf, ifSignedIn, orNotFound, requireId } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { useToast } from '#web/ground/toast.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FormPage } from '#web/ui/stepped-form/form-page.tsx';
import { OnlyFor } from '#web/ui/stepped-form/only-for.tsx';
import { CaseForm } from './case-form.tsx';
import { loadCaseLists } from './case-lists.ts';
import { valuesOf } from './case-values.ts';
import { loadChildren } from './load-children.ts';

export const meta = pageMeta('editCase');
export const shouldRevalidate = keepWithinPage;

export async function loader(args: LoaderFunctionArgs) {
  const id = requireId(args.params.id);
  const api = apiOf(args);
  const [lists, children, found] = await Promise.all([
    loadCaseLists(api),
    ifSignedIn(loadChildren(api)),
    ifSignedIn(loadCase(api, id)).catch(orNotFound),
  ]);
  return { lists, children, found };
}

async function loadCase(api: Api, id: number) {
  const detail = await api('GET /api/common_info/student_detailed_registration/{id}', { params: { id } });
  const schools = await loadSchools(
    api,
    detail.child_info.map(({ school }) => school),
  );
  return { detail, schools };
}

export default function EditCase() {
  const t = useTranslate();
  const { found } = useLoaderData<typeof loader>();
  return (
    <FormPage title={t('caseForm.editTitle')} lead={t('caseForm.editLead')}>
      <OnlyFor identity="any">{found && <EditCaseForm key={found.detail.id} {...found} />}</OnlyFor>
    </FormPage>
  );
}

type Loaded = Awaited<ReturnType<typeof loadCase>>;

function EditCaseForm({ detail, schools }: Loaded) {
  const t = useTranslate();
  const api = useApi();
  const toast = useToast();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { href } = useShell();
  const { lists, children } = useLoaderData<typeof loader>();
  const kept = useMemo(
    () => ({ values: valuesOf(detail, schools), version: detail.version }),
    [detail, schools],
  );
  if (isClosed(detail))
    return (
      <Notice className="grid justify-items-start gap-3">
        {t('caseForm.closed')}
        <ButtonLink to={href('/my-tutoring')}>{t('caseForm.toMine')}</ButtonLink>
      </Notice>
    );
  return (
    <CaseForm
      draft={`case:${detail.id}`}
      lists={lists}
      saved={children?.saved ?? []}
      limit={children?.limit ?? { limit: 5, count: 0 }}
      initial={kept.values}
      kept={kept}
      finishLabel={t('caseForm.save')}
      send={(body, { version }) =>
        api('PUT /api/common_info/student_detailed_registration/{id}', {
          params: { id: detail.id },
          body: { ...(body as CaseInput), version: version ?? detail.version },
        })
      }
      loadNewer={async () => {
        const latest = await loadCase(api, detail.id);
        return { values: valuesOf(latest.detail, latest.schools), version: latest.detail.version };
      }}
      onSent={async () => {
        toast.success(t('caseForm.saved'));
        await navigate(href('/my-tutoring'));
        await revalidate();
      }}
    />
  );
}

const isClosed = ({ status }: CaseDetail) => status === 3 || status === 4;
