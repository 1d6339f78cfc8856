import Phone from 'lucide-react/icons/phone';
import type { DataPart } from '#shared/chat/parts.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { cx, target } from '#web/ui/cx.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';

type HelpData = Extract<DataPart, { type: 'data-help' }>['data'];

/** For a student who may be in danger: help lines, one tap away. */
export function HelpCard({ data: { message, lines } }: { data: HelpData }) {
  const t = useTranslate();
  return (
    <Notice tone="seal" role="region" aria-label={t('chatAnswer.help')} className="grid gap-3 text-base">
      <p>{message}</p>
      <ul className="grid gap-2 sm:grid-cols-2">
        {lines.map(({ name, phone, note }) => (
          <li key={phone}>
            <a
              href={`tel:${phone.replace(/[^\d+]/g, '')}`}
              className={cx(
                'flex items-center gap-3 rounded-card border border-line bg-sheet px-4 py-2',
                target,
              )}
            >
              <Phone size="1.1rem" className="shrink-0 text-seal" />
              <span className="min-w-0">
                <span className="block font-semibold tabular-nums">{phone}</span>
                <span className="block text-sm">
                  {name}
                  {note !== '' && (
                    <span className="text-ink-2">
                      {t('chatAnswer.between')}
                      {note}
                    </span>
                  )}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
