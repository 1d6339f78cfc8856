import { useAction } from '#web/ground/api/use-action.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { useToast } from '#web/ground/toast.ts';

type Gone = { records?: number[]; images?: number[] };

/** Long enough to read what happened and think again. */
const shownMs = 12_000;

/** After a deletion: says what is gone, with the way back. Later than that, the trash has it. */
export function useUndo() {
  const t = useWords();
  const toast = useToast();
  const { busy, run } = useAction({ refresh: true, toast: true });

  const restore = (gone: Gone) =>
    run((api) => api('POST /api_ai/eraser/restore', { body: gone }), t('eraser.undo.back'));
  const offer = (text: string, gone: Gone) => {
    const dismiss = toast.success(
      <span className="flex flex-wrap items-center justify-between gap-x-3">
        {text}
        <button
          type="button"
          onClick={() => {
            dismiss();
            void restore(gone);
          }}
          className="min-h-11 min-w-11 cursor-pointer px-2 font-bold text-seal underline underline-offset-4"
        >
          {t('eraser.undo.undo')}
        </button>
      </span>,
      { duration: shownMs },
    );
  };
  return { busy, offer, restore };
}
