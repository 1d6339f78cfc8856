import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useHydrated } from '#web/ground/page-life.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

const key = 'tutor-to-invite';
type Remembered = { id: number; name: string };

/** Remembers for this visit whom a family wanted to invite when it had no case yet. */
export function rememberTutor({ id, name }: Remembered) {
  try {
    sessionStorage.setItem(key, JSON.stringify({ id, name }));
  } catch {
    // A browser that stores nothing does without the reminder.
  }
}

function remembered(): Remembered | undefined {
  try {
    const { id, name } = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    return Number.isSafeInteger(id) && typeof name === 'string' ? { id, name } : undefined;
  } catch {
    return undefined;
  }
}

/** Whom the family wanted to invite; nobody until the page is alive. */
export const useRememberedTutor = () => (useHydrated() ? remembered() : undefined);

/** Once the case is there, the tutor for whom it was posted can be invited. */
export function RememberedTutor({ caseId, isNext = false }: { caseId: number; isNext?: boolean }) {
  const t = useTranslate();
  const { href } = useShell();
  const tutor = useRememberedTutor();
  if (!tutor) return null;
  return (
    <Notice tone="jade" className="grid justify-items-start gap-3">
      {t('matching.rememberedTutor', { name: tutor.name })}
      <ButtonLink
        variant={isNext ? 'primary' : 'secondary'}
        to={href(`/tutor/${tutor.id}?case=${caseId}`)}
        onClick={() => sessionStorage.removeItem(key)}
      >
        {t('matching.inviteRemembered', { name: tutor.name })}
      </ButtonLink>
    </Notice>
  );
}
