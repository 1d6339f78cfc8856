import { useWords } from '#web/words.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Chip } from '../ui/chip.tsx';
import { Notice } from '../ui/notice.tsx';
import type { Request } from './load-requests.ts';
import { useAct } from './use-act.ts';

/** Applications and invitations that wait for an answer, one's own and the other side's. */
export function Requests({ list }: { list: readonly Request[] }) {
  const t = useWords();
  if (list.length === 0) return null;
  return (
    <section className="grid gap-4">
      <h2 className="text-xl">{t('requests.title')}</h2>
      <ul className="grid gap-4 lg:grid-cols-2">
        {list.map((request) => (
          <RequestCard key={request.id} request={request} />
        ))}
      </ul>
    </section>
  );
}

function RequestCard({ request }: { request: Request }) {
  const t = useWords();
  const { busy, problem, act } = useAct();
  const { id, about, price, tutor, isFamily, isMine } = request;
  const answer = (action: 'accept' | 'decline' | 'withdraw') =>
    act(action === 'accept' ? { action, interest_id: id, price } : { action, interest_id: id });
  return (
    <Card as="li" className="grid content-start gap-2">
      <div className="flex items-start justify-between gap-3">
        <h3 className="text-base">{isFamily ? tutor : t('requests.family')}</h3>
        <Chip tone={isMine ? 'neutral' : 'seal'} className="shrink-0">
          {t(isMine ? 'requests.waiting' : 'requests.yourTurn')}
        </Chip>
      </div>
      <p className="text-sm">{about}</p>
      <p className="text-sm">{t('requests.price', { price })}</p>
      <p className="text-ink-2 text-xs">{t('requests.fees')}</p>
      {problem && <Notice tone="seal">{problem.message}</Notice>}
      <div className="flex flex-wrap gap-2">
        {isMine ? (
          <Button loading={busy} onClick={() => answer('withdraw')}>
            {t('requests.withdraw')}
          </Button>
        ) : (
          <>
            <Button variant="primary" loading={busy} onClick={() => answer('accept')}>
              {t('requests.accept')}
            </Button>
            <Button loading={busy} onClick={() => answer('decline')}>
              {t('requests.decline')}
            </Button>
          </>
        )}
      </div>
    </Card>
  );
}
