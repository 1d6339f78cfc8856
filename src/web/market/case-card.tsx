import { useWords } from '#web/words.tsx';
import { AppLink } from '../ui/app-link.tsx';
import { cardClass, chipClass, titleLinkClass } from './card-look.ts';
import type { CaseView } from './case-view.ts';
import { Price } from './price.tsx';

/** A case in a list: the whole card leads to it. Plain elements, for there are many on a page. */
export function CaseCard({ one, to, id }: { one: CaseView; to: string; id?: string }) {
  const t = useWords();
  return (
    <li id={id} className={cardClass}>
      <div className="flex items-start justify-between gap-3">
        <h3 className="text-base">
          <AppLink to={to} className={titleLinkClass}>
            {one.titles.map((title) => (
              <span key={title} className="block">
                {title}
              </span>
            ))}
          </AppLink>
        </h3>
        <span className="flex shrink-0 gap-1.5">
          {one.sample && <span className={chipClass.amber}>{t('demo.badge')}</span>}
          <span className={chipClass.jade}>{t('card.matching')}</span>
        </span>
      </div>
      <p className="mt-1 text-ink-2 text-sm">{one.facts}</p>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-1 pt-3">
        <Price amount={one.price === null ? null : `HK$${one.price}`} />
        <span className={chipClass.neutral}>{one.time}</span>
      </div>
    </li>
  );
}
