import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import type { usePick } from './use-pick.ts';

/** What a tap has found, and whether to erase it. */
export function PickBar({ pick }: { pick: ReturnType<typeof usePick> }) {
  const t = useTranslate();
  const { state } = pick;
  const count = state.step === 'picked' ? state.likeCount : 0;
  return (
    <div className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1 lg:px-3">
      <p role="status" className="min-w-40 grow text-sm">
        {state.step === 'picked' && count > 0
          ? t('editor.pick.like', { count })
          : t(`editor.pick.${state.step}`)}
      </p>
      {state.step === 'picked' && (
        <div className="flex flex-wrap items-center gap-2 max-lg:grow max-lg:justify-end">
          <Button variant="quiet" size="compact" onClick={pick.clear}>
            {t('editor.pick.cancel')}
          </Button>
          <Button size="compact" onClick={() => pick.erase(false)}>
            {t(count > 0 ? 'editor.pick.one' : 'editor.pick.erase')}
          </Button>
          {count > 0 && (
            <Button size="compact" onClick={() => pick.erase(true)}>
              {t('editor.pick.all', { count: count + 1 })}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
