import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useToast } from '#web/ground/toast.ts';

type DeletedItems = { records?: number[]; images?: number[] };

/** Long enough to read the message and reconsider. */
const shownMs = 12_000;

/** After a deletion, shows a toast with an undo button. Later, the trash can restore it. */
export function useUndo() {
  const t = useTranslate();
  const toast = useToast();
  const { busy, run } = useAction({ refresh: true, toast: true });

  const restore = (deleted: DeletedItems) =>
    run((api) => api('POST /api_ai/eraser/restore', { body: deleted }), t('eraser.undo.back'));
  const offer = (text: string, deleted: DeletedItems) => {
    const dismiss = toast.success(
      <span className="flex flex-wrap items-center justify-between gap-x-3">
        {text}
        <button
          type="button"
          onClick={() => {
            dismiss();
            void restore(deleted);
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
