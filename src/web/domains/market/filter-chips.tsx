import X from 'lucide-react/icons/x';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import {
  type ChoiceBlock,
  choiceName,
  type FilterChoices,
  isWholeArea,
  optionsOf,
} from './filter-choices.ts';
import {
  type Filters,
  idFilters,
  listPath,
  noFilters,
  type Tab,
  withoutGroup,
  withoutId,
} from './filters.ts';

type FilterChipsProps = {
  tab: Tab;
  gated: boolean;
  filters: Filters;
  choices: FilterChoices;
  onRemove: () => void;
};

/** What the filters are called. */
export const filterWords = (t: Translate, choices: FilterChoices, filters: Filters) =>
  chipsOf(t, choices, filters).map(([name]) => name);

/** Each filter in words, with what is left without it. */
function chipsOf(
  t: Translate,
  choices: FilterChoices,
  filters: Filters,
): (readonly [name: string, rest: Filters])[] {
  const areas = choices.region.filter((block) => isWholeArea(block, filters));
  return [
    ...areas.map((area) => [area.legend, { ...filters, region: without(filters.region, area) }] as const),
    ...idFilters.flatMap((name) =>
      (name === 'region' ? areas.reduce(without, filters.region) : filters[name]).map(
        (id) => [choiceName(choices, name, id) ?? '', withoutId(filters, name, id)] as const,
      ),
    ),
    ...(filters.gender
      ? [
          [
            t(filters.gender === 'F' ? 'market.womanTutor' : 'market.manTutor'),
            withoutGroup(filters, 'gender'),
          ] as const,
        ]
      : []),
    ...(filters.price_min !== null || filters.price_max !== null
      ? [[priceWords(t, filters), withoutGroup(filters, 'price')] as const]
      : []),
    ...(filters.verified ? [[t('market.verifiedChip'), withoutGroup(filters, 'verified')] as const] : []),
  ];
}

/** The active filters, each with a link that removes it. Links work without JavaScript. */
export function FilterChips({ tab, gated, filters, choices, onRemove }: FilterChipsProps) {
  const t = useTranslate();
  const { href } = useShell();
  const chips = chipsOf(t, choices, filters);
  if (chips.length === 0) return null;
  return (
    <ul aria-label={t('market.inUse')} className="contents">
      {chips.map(([name, rest]) => (
        <li key={name + listPath(tab, rest)}>
          <AppLink
            to={href(listPath(tab, rest, { gated }))}
            onClick={onRemove}
            aria-label={t('market.remove', { name })}
            className="group inline-flex min-h-11 items-center"
          >
            <span className="inline-flex items-center gap-1 rounded-full border border-seal/40 bg-seal-soft px-3 py-1 text-[color-mix(in_srgb,var(--color-seal)_85%,var(--color-ink))] text-xs transition-colors group-hover:border-seal">
              {name}
              <X size="0.875rem" />
            </span>
          </AppLink>
        </li>
      ))}
      <li>
        <AppLink
          to={href(listPath(tab, { ...noFilters, sort: filters.sort }, { gated }))}
          onClick={onRemove}
          className="inline-flex min-h-11 items-center px-1 text-ink-2 text-sm underline underline-offset-4 hover:text-ink"
        >
          {t('market.clear')}
        </AppLink>
      </li>
    </ul>
  );
}

const without = (ids: readonly number[], area: ChoiceBlock): readonly number[] =>
  ids.filter((id) => optionsOf(area).every(([inside]) => inside !== id));

function priceWords(t: Translate, { price_min: min, price_max: max }: Filters) {
  if (min === null) return t('market.priceAtMost', { max: max ?? 0 });
  return max === null ? t('market.priceAtLeast', { min }) : t('market.priceRange', { min, max });
}
