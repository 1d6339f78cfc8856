import { tutorCalled } from '#shared/tutor-name.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { cx } from '#web/ui/cx.ts';
import { Portrait } from '#web/ui/portrait.tsx';
import type { ConversationRow } from './conversation-rows.ts';

/** The name of the other side, as far as it may be shown here. */
export function useConversationName() {
  const t = useTranslate();
  return ({ my_side, tutor_name }: Pick<ConversationRow, 'my_side' | 'tutor_name'>) =>
    my_side === 'tutor'
      ? t('talk.family')
      : tutorCalled(tutor_name, (surname) => t('ui.tutorCalled', { surname })) || t('talk.tutorLeft');
}

/** The tutor's portrait, else a tile with the first character of a name. Decoration: the name is beside it. */
export function NameTile({ name, of, className }: { name: string; of: ConversationRow; className?: string }) {
  const [first = ''] = name.trim();
  if (of.my_side === 'family' && of.tutor_portrait)
    return <Portrait portrait={of.tutor_portrait} surname={first} className={cx('size-11', className)} />;
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
