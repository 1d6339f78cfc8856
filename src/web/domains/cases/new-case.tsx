import { useEffect, useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useSearchParams } from 'react-router';
import type { CaseForm as CaseInput } from '#shared/cases.ts';
import { alreadyPosted } from '#shared/codes/numbers.ts';
import { loadSchools } from '#web/domains/reference/named.ts';
import { type Api, ApiError } from '#web/ground/api/api.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { dropDraft, newKey, writeDraft } from '#web/ground/drafts.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { keepWithinPage } from '#web/ground/routing/keep-within-page.ts';
import { apiOf, ifSignedIn, orNone } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { FormPage } from '#web/ui/stepped-form/form-page.tsx';
import { OnlyFor } from '#web/ui/stepped-form/only-for.tsx';
import { AccountFirst } from './account-first.tsx';
import { beginCase, choiceFields, forgetChoices, newCaseDraft, valuesFrom } from './begin-case.ts';
import { CaseForm } from './case-form.tsx';
import { loadCaseLists } from './case-lists.ts';
import { type CaseValues, withChildrenOf } from './case-values.ts';
import { loadChildren } from './load-children.ts';

export const meta = pageMeta('newCase');
export const shouldRevalidate = keepWithinPage;

export async function loader(args: LoaderFunctionArgs) {
  const api = apiOf(args);
  const { searchParams } = args.url;
  const [lists, account] = await Promise.all([
    loadCaseLists(api),
    ifSignedIn(loadAccount(api, searchParams)),
  ]);
  return { lists, account };
}

/** What is known of a family that is logged in, and the case to be copied. */
async function loadAccount(api: Api, search: URLSearchParams) {
  const copyId = /^[1-9]\d{0,14}$/.test(search.get('copy') ?? '') ? Number(search.get('copy')) : undefined;
  const [children, { case_list }, { draft }, { name, gender }, copied] = await Promise.all([
    loadChildren(api),
    api('GET /api/users/info'),
    api('GET /api/users/case_draft'),
    api('GET /api/users/profile'),
    copyId === undefined ? undefined : orNone(readCase(api, copyId)),
  ]);
  const [latest] = [...case_list].sort((a, b) => b.id - a.id);
  const last = latest && (await orNone(readCase(api, latest.id)));
  const schools =
    copied &&
    (await loadSchools(
      api,
      copied.child_info.map(({ school }) => school),
    ));
  return {
    ...children,
    last,
    draft,
    you: { name, gender },
    copied: copied && { detail: copied, schools: schools ?? [], isForSibling: search.has('sibling') },
  };
}

const readCase = (api: Api, id: number) =>
  api('GET /api/common_info/student_detailed_registration/{id}', { params: { id } });

export default function NewCase() {
  const t = useTranslate();
  const { root } = useShell();
  const { lists, account } = useLoaderData<typeof loader>();
  const isVisitor = !root?.user.id || !account;
  return (
    <FormPage
      title={t('caseForm.newTitle')}
      lead={t(isVisitor ? 'caseForm.visitorLead' : 'caseForm.newLead')}
    >
      {isVisitor ? (
        <AccountFirst lists={lists} />
      ) : (
        <OnlyFor identity={1}>
          <NewCaseForm account={account} />
        </OnlyFor>
      )}
    </FormPage>
  );
}

type Account = NonNullable<Awaited<ReturnType<typeof loader>>['account']>;

function NewCaseForm({ account }: { account: Account }) {
  const t = useTranslate();
  const api = useApi();
  const navigate = useNavigate();
  const { href, root } = useShell();
  const { lists } = useLoaderData<typeof loader>();
  const [search, setSearch] = useSearchParams();
  const { saved, limit, last, you, copied, draft: server } = account;
  const known = { lists, saved, limit, last };
  const [initial] = useState(() => valuesFrom(known));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the draft has what was asked for
  useEffect(() => {
    forgetChoices();
    if ([...choiceFields, 'copy', 'sibling'].some((name) => search.has(name)))
      setSearch({}, { replace: true, preventScrollReset: true });
  }, []);
  return (
    <CaseForm
      draft={newCaseDraft}
      begin={() => beginCase({ owner: root?.user.id ?? 0, known, search, copied, server })}
      lists={lists}
      saved={saved}
      limit={limit}
      initial={initial}
      you={you}
      finishLabel={t('caseForm.post')}
      finishNote={t('caseForm.postNote')}
      send={async (body, { key, owner, values }) => {
        if (values.you) await callYou(api, values.you);
        return api('POST /api/common_info/student_detailed_registration', {
          body: { ...(body as CaseInput), idempotency_key: key },
        }).catch(async (error) => {
          const id = error instanceof ApiError && error.code === alreadyPosted && Number(error.details.id);
          if (id && (await takeToEdit(api, id, { owner, values }))) await navigate(href(`/me/case/${id}`));
          throw error;
        });
      }}
      onSent={({ id }) => Promise.resolve(navigate(href(`/me/case/${id}/posted`)))}
      onDiscard={() => {
        // If it fails the draft is offered once more, which loses nothing.
        api('DELETE /api/users/case_draft').catch(() => undefined);
      }}
    />
  );
}

/** Saves what the family is called; a refusal is told beside the line of it. */
async function callYou(api: Api, { name, gender }: NonNullable<CaseValues['you']>) {
  const profile = await api('GET /api/users/profile');
  try {
    await api('PUT /api/users/profile', { body: { ...profile, name: name.trim(), gender } });
  } catch (error) {
    if (error instanceof ApiError)
      for (const [field, message] of Object.entries(error.fields)) {
        delete error.fields[field];
        error.fields[`you.${field}`] = message;
      }
    throw error;
  }
}

/**
 * The case was posted but the answer was lost; the values typed since then become an edit of it. False if
 * they cannot be saved.
 */
async function takeToEdit(api: Api, id: number, { owner, values }: { owner: number; values: CaseValues }) {
  const posted = await readCase(api, id);
  const typed = { owner, key: newKey(), version: 1, values: withChildrenOf(posted, values) };
  if (!writeDraft(`case:${id}`, typed)) return false;
  dropDraft(newCaseDraft);
  return true;
}
