import type { Assistant } from '#shared/chat/chat.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

/** Says that no language model answers here, and what that means for the abilities of this assistant. */
export function BuiltInNotice({ assistant }: { assistant: Assistant }) {
  const t = useTranslate();
  const isMathematics = assistant.ability.includes('mathematics');
  return (
    <Notice tone={isMathematics ? 'jade' : 'amber'}>
      {t(isMathematics ? 'chat.builtIn.mathematics' : 'chat.builtIn.other')}
    </Notice>
  );
}
