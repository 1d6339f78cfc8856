import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { chipClass, titleLinkClass } from '#web/ui/card-style.ts';
import type { CaseView } from './case-view.ts';
import { Price } from './price.tsx';

/** The content of a case card in a list; the whole card links to the case. */
export function CaseCard({ of: one }: { of: CaseView }) {
  const t = useTranslate();
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1 group-[.with-heart]/card:pr-9">
        <h3 className="min-w-0 grow basis-40 break-words text-base">
          <PageLink to={`/case/${one.id}`} className={titleLinkClass}>
            {one.titles.map((title) => (
              <span key={title} className="block">
                {title}
              </span>
            ))}
          </PageLink>
        </h3>
        <span className="flex shrink-0 gap-1.5">
          {one.sample && <span className={chipClass.amber}>{t('demo.badge')}</span>}
          <span className={chipClass.jade}>{t('card.matching')}</span>
        </span>
      </div>
      <p className="mt-1 break-words text-ink-2 text-sm">{one.facts}</p>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-1 pt-3">
        <Price amount={one.price === null ? null : `HK$${one.price}`} />
        <span className={chipClass.neutral}>{one.time}</span>
      </div>
    </>
  );
}
