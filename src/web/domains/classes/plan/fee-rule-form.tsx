import { useState } from 'react';
import { feeRules } from '#shared/money/fee-rules.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { ChoiceCards } from '#web/ui/forms/choice-cards.tsx';
import type { PlanAsk, PlanSheetProps } from './plan-ask.ts';
import { PlanForm, usePlanForm } from './plan-form.tsx';

type FeeRuleProps = Omit<PlanSheetProps, 'ask'> & { ask: Extract<PlanAsk, { kind: 'fee_rule' }> };

/** Another way to charge lessons: it holds from the next lesson on, once the other side has agreed. */
export function FeeRuleForm({ cls, ask, ...sheet }: FeeRuleProps) {
  const t = useTranslate();
  const open = cls.proposals.find(({ kind }) => kind === 'fee_rule');
  const form = usePlanForm({ ...sheet, cls, replaces: ask.replaces ?? open?.id });
  const [rule, setRule] = useState(cls.feeRule);
  const send = () => {
    if (rule === cls.feeRule) return form.refuse(t('plan.fee_rule.same'));
    return form.propose({ kind: 'fee_rule', fee_rule: rule });
  };
  return (
    <PlanForm
      {...sheet}
      form={form}
      title={t('plan.fee_rule.title')}
      description={`${cls.name}。${t('plan.fee_rule.lead')}`}
      onSend={send}
    >
      <ChoiceCards
        id="fee-rule"
        legend={t('plan.fee_rule.label')}
        choices={feeRules.map((value) => ({
          value,
          label: t(`classes.feeRule.${value}`),
          text: t(`plan.feeRuleHelp.${value}`),
        }))}
        value={rule}
        columns="grid-cols-1"
        onChoose={(value) => {
          form.clear();
          setRule(value);
        }}
      />
    </PlanForm>
  );
}
