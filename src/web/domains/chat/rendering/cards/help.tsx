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
                'flex h-full items-center gap-3 rounded-card border border-line bg-sheet px-4 py-2',
                target,
              )}
            >
              <Phone size="1.1rem" className="shrink-0 text-seal" />
              <span className="grid min-w-0 text-sm">
                <span className="flex flex-wrap items-baseline gap-x-2">
                  <span className="font-semibold text-base tabular-nums">{phone}</span> <span>{name}</span>
                </span>
                {note !== '' && <span className="text-ink-2">{note}</span>}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
