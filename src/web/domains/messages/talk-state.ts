import { otherSide } from '#shared/rules/offer-rules.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import type { ConversationRow } from './conversation-rows.ts';

const matchTones = { trial: 'amber', going: 'jade', failed: 'neutral', ended: 'neutral' } as const;

type TalkState = {
  tone: 'amber' | 'jade' | 'neutral' | 'seal';
  /** A word or two, for a chip. */
  short: string;
  /** What is going on, in a sentence; empty once it came to nothing, and where the page says more. */
  words: string;
  /** It is my turn to answer an application or invitation. */
  isMyTurn: boolean;
  /** Why nothing can be written; empty while it can. */
  closed: string;
};

/** Where the two stand: the application or invitation, and then the match. */
export function useTalkState() {
  const t = useTranslate();
  return ({ my_side, asked_by, interest_status, status, can_write, halt }: ConversationRow): TalkState => {
    const isMine = asked_by === my_side;
    const who = isMine ? 'mine' : 'theirs';
    const asked = asked_by === 'family' ? 'invited' : 'applied';
    if (status !== null)
      return {
        tone: matchTones[status],
        short: t(`talk.status.${status}`),
        words: '',
        isMyTurn: false,
        closed: can_write ? '' : t(halt?.state === 'rests' ? 'talk.rests' : 'talk.closed'),
      };
    if (interest_status === 'pending')
      return {
        tone: isMine ? 'neutral' : 'seal',
        short: t(isMine ? 'talk.status.waiting' : 'talk.status.yourTurn'),
        words: t(`talk.asked.${asked}.${who}`),
        isMyTurn: !isMine,
        closed: can_write ? '' : t('talk.rests'),
      };
    // The one who was asked declines, the one who asked withdraws.
    const by = interest_status === 'declined' ? otherSide(asked_by) : asked_by;
    const how =
      interest_status === 'declined' || interest_status === 'withdrawn' ? interest_status : 'closed';
    const closed = t(
      how === 'closed' ? 'talk.over.closed' : `talk.over.${how}.${by === my_side ? 'mine' : 'theirs'}`,
    );
    return { tone: 'neutral', short: t(`talk.short.${how}`), words: '', isMyTurn: false, closed };
  };
}
