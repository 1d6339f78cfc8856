import { tutorCalled } from '#shared/tutor-name.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { cx } from '#web/ui/cx.ts';
import { Portrait } from '#web/ui/portrait.tsx';
import type { ConversationRow } from './conversation-rows.ts';

/**
 * How the other side is called: a tutor's name. Families have none to show here, and a tutor of many tells them apart by
 * what they look for.
 */
export function useConversationName() {
  const t = useTranslate();
  return ({ my_side, tutor_name, about }: Pick<ConversationRow, 'my_side' | 'tutor_name' | 'about'>) => {
    const family = t('talk.family');
    if (my_side === 'tutor') return { title: about || family, called: family, line: about && family };
    const called = tutorCalled(tutor_name, (surname) => t('ui.tutorCalled', { surname }));
    return { title: called || t('talk.tutorLeft'), called: called || t('talk.tutorLeft'), line: about };
  };
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
