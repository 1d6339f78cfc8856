import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { Child } from '#shared/cases.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { apiOf, ifSignedIn } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { SignedOut } from '#web/shell/empty-pages.tsx';
import { Button } from '#web/ui/button.tsx';
import { FindDrawing } from '#web/ui/drawings.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import { ChildSheet } from './child-sheet.tsx';
import { MeError, MePage } from './me-page.tsx';

export async function loader(args: LoaderFunctionArgs) {
  const api = apiOf(args);
  const children = await ifSignedIn(api('GET /api/users/children'));
  if (!children) return {};
  const schoolIds = [...new Set(children.list.flatMap(({ school }) => school ?? []))];
  const [{ limit, is_reach_limit }, grades, ...schools] = await Promise.all([
    api('GET /api/users/is-create-student-reach-limit'),
    api('GET /api/common_info/grade'),
    ...schoolIds.map((id) => api('GET /api/common_info/school/{id}', { params: { id } })),
  ]);
  return {
    children: children.list,
    limit,
    full: is_reach_limit,
    grades: grades.list.map(({ id, name }) => ({ id, name })),
    schoolNames: Object.fromEntries(schools.map(({ id, name }) => [id, name])),
  };
}
export const meta = pageMeta('meChildren');
export const ErrorBoundary = MeError;

type Editing = { open: boolean; child: Child | undefined };

export default function MeChildren() {
  const t = useTranslate();
  const { children, limit, full, grades, schoolNames } = useLoaderData<typeof loader>();
  const [editing, setEditing] = useState<Editing>();
  if (!children || !grades) return <SignedOut title={t('me.children.title')} />;
  const edit = (child?: Child) => setEditing({ open: true, child });
  const add = (
    <Button variant="primary" onClick={() => edit()}>
      {t('me.children.add')}
    </Button>
  );
  return (
    <MePage title={t('me.children.title')} lead={t('me.children.lead', { limit: limit ?? 0 })}>
      {children.length === 0 ? (
        <EmptyState
          drawing={<FindDrawing />}
          title={t('me.children.none')}
          text={t('me.children.noneText')}
          action={add}
        />
      ) : (
        <>
          <ul className="grid rounded-card border border-line bg-sheet">
            {children.map((child) => (
              <ChildRow
                key={child.id}
                child={child}
                facts={[
                  grades.find(({ id }) => id === child.grade)?.name,
                  child.school === null ? undefined : schoolNames[child.school],
                ]}
                onEdit={() => edit(child)}
              />
            ))}
          </ul>
          {full ? (
            <p className="text-ink-2">{t('me.children.full', { limit: limit ?? 0 })}</p>
          ) : (
            <div>{add}</div>
          )}
        </>
      )}
      {editing && (
        <ChildSheet
          key={editing.child?.id ?? 'new'}
          open={editing.open}
          child={editing.child}
          grades={grades}
          onClose={() => setEditing({ ...editing, open: false })}
        />
      )}
    </MePage>
  );
}

type ChildRowProps = { child: Child; facts: (string | undefined)[]; onEdit: () => void };

function ChildRow({ child, facts, onEdit }: ChildRowProps) {
  const t = useTranslate();
  const ask = useMessageBox();
  const { busy, run } = useAction({ refresh: true, toast: true });
  const name = child.nickname;
  const remove = async () => {
    const sure = await ask({
      title: t('me.children.removeAsk', { name }),
      message: t('me.children.removeText'),
      confirmLabel: t('me.children.remove'),
      cancelLabel: t('me.cancel'),
    });
    if (!sure) return;
    await run(
      (api) => api('DELETE /api/users/children/{id}', { params: { id: child.id } }),
      t('me.children.removed'),
    );
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t px-5 py-3 first:border-t-0">
      <div className="min-w-40 grow">
        <p className="font-semibold">{name}</p>
        <p className="text-ink-2 text-sm">{facts.filter(Boolean).join('・')}</p>
      </div>
      <div className="flex gap-2">
        <Button size="compact" onClick={onEdit} aria-label={t('me.children.editOf', { name })}>
          {t('me.children.edit')}
        </Button>
        <Button
          size="compact"
          loading={busy}
          onClick={remove}
          aria-label={t('me.children.removeOf', { name })}
        >
          {t('me.children.remove')}
        </Button>
      </div>
    </li>
  );
}
