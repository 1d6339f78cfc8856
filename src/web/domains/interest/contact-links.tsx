import MessageCircle from 'lucide-react/icons/message-circle';
import Phone from 'lucide-react/icons/phone';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { spacedNumber, whatsAppOf } from './phone-words.ts';

/** The other side's number after both agreed: to read, to call, and to write to by WhatsApp. */
export function ContactLinks({ mobile, className }: { mobile: string; className?: string }) {
  const t = useTranslate();
  const number = spacedNumber(mobile);
  const link = buttonClass('secondary', 'grow px-3', 'compact');
  return (
    <div className={cx('grid gap-2', className)}>
      <p className="whitespace-nowrap font-semibold text-lg tabular-nums">{number}</p>
      <div className="flex flex-wrap gap-2">
        <a
          href={`tel:${mobile.replaceAll(' ', '')}`}
          className={link}
          aria-label={t('contact.callNamed', { number })}
        >
          <span className="inline-flex items-center gap-2">
            <Phone className="size-4" />
            {t('contact.call')}
          </span>
        </a>
        <a
          href={whatsAppOf(mobile)}
          target="_blank"
          rel="noreferrer"
          className={link}
          aria-label={t('contact.whatsappNamed', { number })}
        >
          <span className="inline-flex items-center gap-2">
            <MessageCircle className="size-4" />
            {t('contact.whatsapp')}
          </span>
        </a>
      </div>
    </div>
  );
}
