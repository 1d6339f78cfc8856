import { useWords } from '#web/words.tsx';
import { useShell } from '../shell/use-shell.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Chip } from '../ui/chip.tsx';
import type { Mine } from './my-tutoring.tsx';

const statuses = {
  1: ['jade', 'caseForm.status.online'],
  2: ['neutral', 'caseForm.status.offline'],
  3: ['jade', 'caseForm.status.matched'],
  4: ['neutral', 'caseForm.status.ended'],
} as const;

/** One's own case, as short as a line in an exercise book. */
export function CaseCard({ one }: { one: Mine['cases'][number] }) {
  const t = useWords();
  const { href } = useShell();
  const [tone, status] = statuses[one.status as keyof typeof statuses] ?? statuses[4];
  const facts = [
    one.region,
    one.type,
    one.days !== null && t('caseForm.daysShort', { days: one.days }),
    one.price === null ? t('caseForm.priceOpen') : t('caseForm.priceValue', { price: one.price }),
  ];
  const open = one.status === 1 || one.status === 2;
  return (
    <Card as="li" className="grid gap-2">
      <div className="flex items-start justify-between gap-3">
        <h3 className="text-base">
          {one.children.map(({ nickname }) => nickname).join(t('form.and')) ||
            t('caseForm.numbered', { id: one.id })}
        </h3>
        <Chip tone={tone} className="shrink-0">
          {t(status)}
        </Chip>
      </div>
      {one.children.map((child) => (
        <p key={child.id} className="text-sm">
          {[child.grade, child.subjects.join(t('form.and'))].filter(Boolean).join(' ・ ')}
        </p>
      ))}
      <p className="text-ink-2 text-sm">{facts.filter(Boolean).join(' ・ ')}</p>
      {open && (
        <ButtonLink
          to={href(`/me/case/${one.id}`)}
          className="justify-self-start"
          aria-label={t('caseForm.editNumbered', { id: one.id })}
        >
          {t('form.edit')}
        </ButtonLink>
      )}
    </Card>
  );
}
