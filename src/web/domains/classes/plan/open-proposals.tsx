import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import type { ClassView } from '../load-classes.ts';
import { ProposalCard } from './proposal-card.tsx';
import { isOwn } from './proposal-words.ts';

type ToAnswerProps = {
  classes: readonly ClassView[];
  isMain: boolean;
  onChanged: () => Promise<unknown>;
};

/** What the other side of any class proposes. */
export function ProposalsToAnswer({ classes, isMain, onChanged }: ToAnswerProps) {
  const t = useTranslate();
  const waiting = classes.flatMap((cls) =>
    (cls.halt ? [] : cls.proposals)
      .filter((proposal) => !isOwn(proposal, cls))
      .map((proposal) => ({ cls, proposal })),
  );
  if (waiting.length === 0) return null;
  return (
    <section className="grid gap-3" aria-labelledby="proposals-title">
      <h2 id="proposals-title" className="text-xl">
        {t('classes.proposal.waiting', { count: waiting.length })}
      </h2>
      {waiting.map(({ cls, proposal }, place) => (
        <ProposalCard
          key={proposal.id}
          cls={cls}
          proposal={proposal}
          hasName
          isMain={isMain && place === 0}
          onChanged={onChanged}
        />
      ))}
    </section>
  );
}
