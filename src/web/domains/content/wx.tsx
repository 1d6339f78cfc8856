import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { QrCodes } from '#web/domains/reference/qr-codes.tsx';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { apiOf } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';

export const loader = async (args: LoaderFunctionArgs) => ({
  codes: await apiOf(args)('GET /api/common_info/qr_code'),
});

export const meta = pageMeta('wx');

export default function WeChatLanding() {
  const t = useTranslate();
  const { codes } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto max-w-[36rem] py-8 lg:py-12">
      <h1 className="text-2xl lg:text-3xl">{t('wx.title')}</h1>
      <p className="mt-2 text-ink-2">{t('wx.lead')}</p>
      <ol className="mt-6 grid gap-3">
        {([t('wx.step1'), t('wx.step2'), t('wx.step3')] as const).map((step, index) => (
          <li key={step} className="flex items-center gap-3">
            <span className="flex size-8 shrink-0 items-center justify-center rounded-full bg-seal font-serif text-on-seal">
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
      <div className="mt-6 rounded-card border border-line bg-sheet p-4">
        {codes.length > 0 ? <QrCodes codes={codes} /> : <p className="text-ink-2">{t('wx.noCodes')}</p>}
      </div>
    </div>
  );
}
