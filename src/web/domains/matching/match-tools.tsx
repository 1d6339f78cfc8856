import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { cx } from '#web/ui/cx.ts';
import { choiceSearch, isNarrowed, type MatchChoice, sorts } from './filters.ts';

type MatchToolsProps = {
  path: string;
  choice: MatchChoice;
  hasOffer: boolean;
  /** The district of the case. */
  region: { id: number; name: string } | null;
};

/** Orders and narrows the result. All are links, so they work before any script and with the way back. */
export function MatchTools({ path, choice, hasOffer, region }: MatchToolsProps) {
  const t = useTranslate();
  const chip = (name: string, isOn: boolean, next: Partial<MatchChoice>) => (
    <li key={name}>
      <ChoiceLink to={path + choiceSearch({ ...choice, ...next })} isOn={isOn}>
        {name}
      </ChoiceLink>
    </li>
  );
  const toggle = (name: 'in_budget' | 'online' | 'verified', words: string) =>
    chip(words, choice[name], { [name]: !choice[name] });
  const gender = (of: 'F' | 'M', words: string) =>
    chip(words, choice.gender === of, { gender: choice.gender === of ? null : of });
  return (
    <div className="grid text-sm">
      <Row label={t('matching.sortLabel')}>
        {sorts.map((sort) => chip(t(`matching.sort.${sort}`), choice.sort === sort, { sort }))}
      </Row>
      <Row label={t('matching.filterLabel')}>
        {hasOffer && toggle('in_budget', t('matching.filter.inBudget'))}
        {gender('F', t('matching.filter.woman'))}
        {gender('M', t('matching.filter.man'))}
        {toggle('online', t('matching.filter.online'))}
        {toggle('verified', t('matching.filter.verified'))}
        {region &&
          chip(t('matching.filter.region', { region: region.name }), choice.region === region.id, {
            region: choice.region === region.id ? null : region.id,
          })}
        {isNarrowed(choice) && (
          <li>
            <AppLink
              to={path + choiceSearch({ ...noChoice, sort: choice.sort })}
              className="inline-flex min-h-[max(2.75rem,44px)] items-center px-1 text-ink-2 underline underline-offset-4 hover:text-ink"
            >
              {t('matching.filter.clear')}
            </AppLink>
          </li>
        )}
      </Row>
    </div>
  );
}

const noChoice: MatchChoice = {
  ...{ sort: 'fit', in_budget: false, online: false, verified: false, gender: null, region: null },
};

function Row({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex items-baseline gap-2">
      <span className="shrink-0 text-ink-2">{label}</span>
      <ul aria-label={label} className="flex flex-wrap gap-x-1.5">
        {children}
      </ul>
    </div>
  );
}

function ChoiceLink({ to, isOn, children }: { to: string; isOn: boolean; children: string }) {
  return (
    <AppLink
      to={to}
      aria-current={isOn ? 'true' : undefined}
      className="group inline-flex min-h-[max(2.75rem,44px)] min-w-[max(2.75rem,44px)] items-center justify-center"
    >
      <span
        className={cx(
          'rounded-full border px-3 py-1 text-xs transition-colors',
          isOn
            ? 'border-ink bg-ink text-paper'
            : 'border-line bg-sheet text-ink-2 group-hover:border-ink-2 group-hover:text-ink',
        )}
      >
        {children}
      </span>
    </AppLink>
  );
}
