import Share2 from 'lucide-react/icons/share-2';
import { promotionRules } from '#shared/eraser/limits.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { idle, useHydrated } from '#web/ground/page-life.ts';
import { useToast } from '#web/ground/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useCopy } from '#web/ui/copy-button.tsx';
import { Skeleton } from '#web/ui/feedback/waiting.tsx';
import { Input } from '#web/ui/forms/input.tsx';

/** The user's promotion link, what it gives and what it has earned. */
export function PromotionCard() {
  const t = useTranslate();
  const toast = useToast();
  const {
    value: link,
    problem,
    reading,
    reload,
  } = useRemote({
    read: async (api) => {
      await idle();
      return api('POST /api_ai/eraser/promotion_link');
    },
  });
  const canShare = useHydrated() && 'share' in navigator;
  const copy = useCopy(t('eraser.promotion.copied'), t('eraser.promotion.copyFailed'));
  const share = async (url: string) => {
    try {
      await navigator.share({ title: t('pages.erase.title'), text: t('eraser.promotion.text'), url });
    } catch (error) {
      if ((error as Error).name !== 'AbortError') toast.error(t('eraser.promotion.shareFailed'));
    }
  };
  return (
    <Card as="section" aria-labelledby="promotion">
      <h2 id="promotion" className="text-lg">
        {t('eraser.promotion.title')}
      </h2>
      <p className="mt-1 text-ink-2 text-sm">
        {t('eraser.promotion.lead', {
          newcomer: link?.newcomer_pages ?? promotionRules.newcomerPages,
          owner: link?.owner_pages ?? promotionRules.ownerPages,
        })}
      </p>
      {problem !== undefined && (
        <div role="alert" className="mt-2 grid justify-items-start gap-2 text-sm">
          {t('eraser.promotion.failed')}
          <Button size="compact" loading={reading} onClick={reload}>
            {t('ui.retry')}
          </Button>
        </div>
      )}
      {problem === undefined && !link && <Skeleton className="mt-3 h-24 w-full" />}
      {link && (
        <div className="mt-3 grid gap-2">
          <Input
            readOnly
            aria-label={t('eraser.promotion.link')}
            value={link.url}
            onFocus={({ target }) => target.select()}
            className="text-sm"
          />
          <div className="flex gap-2">
            <Button size="compact" className="grow" onClick={() => copy(link.url)}>
              {t('eraser.promotion.copy')}
            </Button>
            {canShare && (
              <Button size="compact" className="grow" onClick={() => share(link.url)}>
                <Share2 size="1rem" />
                {t('eraser.promotion.share')}
              </Button>
            )}
          </div>
          <p className="text-ink-2 text-xs" data-promotion-code={link.code}>
            {t('eraser.promotion.counts', {
              accesses: link.accesses,
              rewarded: link.rewarded,
              pages: link.pages_earned,
            })}
          </p>
        </div>
      )}
    </Card>
  );
}
