import { tutorCalled } from '#shared/tutor-name.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { cx } from '#web/ui/cx.ts';
import { Portrait } from '#web/ui/portrait.tsx';
import type { ConversationRow } from './conversation-rows.ts';

/**
 * How the other side is called: a tutor's name. Families have none to show before contacts are shared, and a tutor of
 * many tells them apart by what they look for, where, and by the number of the case.
 */
export function useConversationName() {
  const t = useTranslate();
  return ({ my_side, tutor_name, about, place, case_id }: NamedBy) => {
    const family = t('talk.family');
    if (my_side === 'tutor')
      return {
        title: about || family,
        called: family,
        line: [place, t('talk.caseNumber', { id: case_id })].filter(Boolean).join(' ・ '),
      };
    const called = tutorCalled(tutor_name, (surname) => t('ui.tutorCalled', { surname }));
    return { title: called || t('talk.tutorLeft'), called: called || t('talk.tutorLeft'), line: about };
  };
}

type NamedBy = Pick<ConversationRow, 'my_side' | 'tutor_name' | 'about' | 'place' | 'case_id'>;

/** The tutor's portrait, else a tile with the first character of a name; of a family its child's or the subject's. Decoration: the name is beside it. */
export function NameTile({ name, of, className }: { name: string; of: ConversationRow; className?: string }) {
  const [first = ''] = (of.my_side === 'tutor' && (of.children[0] || of.subject)) || name.trim();
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
