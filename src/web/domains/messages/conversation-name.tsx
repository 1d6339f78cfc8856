import { tutorCalled } from '#shared/tutor-name.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { cx } from '#web/ui/cx.ts';
import type { ConversationRow } from './conversation-rows.ts';

/** The name of the other side, as far as it may be shown here. */
export function useConversationName() {
  const t = useTranslate();
  return ({ my_side, tutor_name }: Pick<ConversationRow, 'my_side' | 'tutor_name'>) =>
    my_side === 'tutor'
      ? t('talk.family')
      : tutorCalled(tutor_name, (surname) => t('ui.tutorCalled', { surname })) || t('talk.tutorLeft');
}

/** A tile with the first character of a name. Decoration: the name is beside it. */
export function NameTile({ name, className }: { name: string; className?: string }) {
  const [first = ''] = name.trim();
  return (
    <span
      aria-hidden
      className={cx(
        'grid size-11 shrink-0 place-items-center rounded-card bg-paper-2 font-serif text-lg',
        className,
      )}
    >
      {first.toUpperCase()}
    </span>
  );
}
