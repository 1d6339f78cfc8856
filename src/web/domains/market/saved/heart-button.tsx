import Heart from 'lucide-react/icons/heart';
import { useState } from 'react';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useLogin } from '#web/ground/login.ts';
import { CachedIcon } from '#web/ground/rendering/cached-part.tsx';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { useToast } from '#web/ground/toast.ts';
import { cx, target } from '#web/ui/cx.ts';

/** What a heart keeps. */
export type Kept = { about: 'tutor' | 'case'; id: number; name: string };

/**
 * The hearts of a page: those that came with it, and what was tapped since. A tap shows at once and is taken back if it
 * could not be stored.
 */
export function useHearts(loaded: readonly number[] | null) {
  const [tapped, setTapped] = useState<Readonly<Record<number, boolean>>>({});
  return {
    isKept: (id: number) => tapped[id] ?? loaded?.includes(id) ?? false,
    set: (id: number, kept: boolean) => setTapped((now) => ({ ...now, [id]: kept })),
  };
}
export type Hearts = ReturnType<typeof useHearts>;

const empty = { icon: Heart, size: '1.375rem' };
const full = { ...empty, className: 'fill-current' };

type HeartButtonProps = { of: Kept; hearts: Hearts; labelled?: boolean; className?: string };

/** Keeps a tutor or case, or keeps it no more. Asks a visitor to log in, and keeps it then. */
export function HeartButton({ of, hearts, labelled = false, className }: HeartButtonProps) {
  const t = useTranslate();
  const toast = useToast();
  const login = useLogin();
  const { root } = useShell();
  const { busy, run } = useAction({ toast: true });
  const { about, id, name } = of;
  const kept = hearts.isKept(id);

  const store = (wanted: boolean) => {
    if (busy) return;
    hearts.set(id, wanted);
    let stored = false;
    void run(
      async (api) => {
        const params = { id };
        if (about === 'tutor')
          await api(wanted ? 'PUT /api/users/saved_tutor/{id}' : 'DELETE /api/users/saved_tutor/{id}', {
            params,
          });
        else
          await api(wanted ? 'PUT /api/users/saved_case/{id}' : 'DELETE /api/users/saved_case/{id}', {
            params,
          });
        stored = true;
      },
      () => {
        if (!wanted) return toast.success(t('market.unsaved', { name }));
        toast.success(
          <>
            {t('market.saved', { name })}{' '}
            <PageLink
              to="/me/saved"
              className="-my-2 inline-flex min-h-11 items-center underline underline-offset-4"
            >
              {t('market.toSaved')}
            </PageLink>
          </>,
        );
      },
    ).then(() => {
      if (!stored) hearts.set(id, !wanted);
    });
  };
  const press = () => {
    if (root?.user.id) return store(!kept);
    login.open({
      reason: about === 'tutor' ? 'saveTutor' : 'saveCase',
      onDone: () => store(true),
    });
  };
  return (
    <button
      type="button"
      // The visible word of a labelled heart tells its state, and is part of its name.
      aria-pressed={labelled ? undefined : kept}
      aria-label={t(labelled && kept ? 'market.isSavedNamed' : 'market.save', { name })}
      onClick={press}
      className={cx(
        target,
        'flex cursor-pointer items-center justify-center gap-1.5 rounded-full text-sm transition-colors hover:bg-paper-2 hover:text-seal',
        kept ? 'text-seal' : 'text-ink-2',
        labelled && 'px-3',
        className,
      )}
    >
      <CachedIcon look={kept ? full : empty} />
      {labelled && <span aria-hidden>{t(kept ? 'market.isSaved' : 'market.saveShort')}</span>}
    </button>
  );
}
