import MessageCircle from 'lucide-react/icons/message-circle';
import Phone from 'lucide-react/icons/phone';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { buttonClass } from '#web/ui/button.tsx';

/** 9123 4567, in one piece. */
export const spacedNumber = (mobile: string) => {
  const national = mobile.replace(/^\+852/, '').replaceAll(/\D/g, '');
  return mobile.startsWith('+852') && national.length === 8
    ? `${national.slice(0, 4)} ${national.slice(4)}`
    : mobile.replaceAll(' ', ' ');
};

/** The other side's name and number, to call or to write to. */
export function ContactLinks({ name, mobile }: { name: string; mobile: string }) {
  const t = useTranslate();
  const digits = mobile.replaceAll(/\D/g, '');
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
      <p className="min-w-0 grow break-words">
        <span className="text-ink-2">{name}</span>{' '}
        <span className="whitespace-nowrap font-semibold text-base">{spacedNumber(mobile)}</span>
      </p>
      <span className="flex flex-wrap gap-2">
        <a href={`tel:+${digits}`} className={buttonClass('secondary', undefined, 'compact')}>
          <Phone className="size-4" />
          {t('talk.contact.call')}
        </a>
        <a
          href={`https://wa.me/${digits}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClass('secondary', undefined, 'compact')}
        >
          <MessageCircle className="size-4" />
          WhatsApp
        </a>
      </span>
    </div>
  );
}
