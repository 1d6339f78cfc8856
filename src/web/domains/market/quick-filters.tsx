import Plus from 'lucide-react/icons/plus';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { CachedIcon } from '#web/ground/rendering/cached-part.tsx';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { type Filters, listPath, type Tab } from './filters.ts';

/** The tutoring type of lessons by video, in the reference list. */
const online = 2;

const plus = { icon: Plus, size: '0.875rem' };

/** What many look for, one tap each, as long as it is not chosen. */
export function QuickFilters({ tab, gated, filters }: { tab: Tab; gated: boolean; filters: Filters }) {
  const t = useTranslate();
  const { href } = useShell();
  const offers: (readonly [name: string, next: Filters])[] = [
    ...(tab === 'tutors' && !filters.verified
      ? [[t('market.verifiedChip'), { ...filters, verified: true as const }] as const]
      : []),
    ...(filters.tutoring_type.length === 0
      ? [[t('market.online'), { ...filters, tutoring_type: [online] }] as const]
      : []),
    ...(tab === 'tutors' && !filters.gender
      ? [[t('market.womanTutor'), { ...filters, gender: 'F' as const }] as const]
      : []),
  ];
  if (offers.length === 0) return null;
  return (
    <ul aria-label={t('market.quick')} className="contents">
      {offers.map(([name, next]) => (
        <li key={name}>
          <AppLink
            to={href(listPath(tab, next, { gated }))}
            className="group inline-flex min-h-11 items-center"
          >
            <span className="inline-flex items-center gap-1 rounded-full border border-line bg-sheet px-3 py-1 text-xs transition-colors group-hover:border-ink-2">
              <CachedIcon look={plus} />
              {name}
            </span>
          </AppLink>
        </li>
      ))}
    </ul>
  );
}
