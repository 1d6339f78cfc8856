import { useState } from 'react';
import { messageLength } from '#shared/rules/offer-rules.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/input.tsx';

/** A line of one's own beside the polite notice. */
export default function DeclineLine({ onChange }: { onChange: (line: string) => void }) {
  const t = useTranslate();
  const [line, setLine] = useState('');
  return (
    <Field label={t('requests.declineLine')} optional written={line} help={t('requests.declineLineHelp')}>
      <Textarea
        rows={2}
        maxLength={messageLength}
        value={line}
        onChange={({ target }) => {
          setLine(target.value);
          onChange(target.value);
        }}
      />
    </Field>
  );
}
