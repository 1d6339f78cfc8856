import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Choice } from '#web/ui/forms/choices.tsx';
import { FieldGroup } from '#web/ui/forms/field-group.tsx';
import { fieldId } from '#web/ui/stepped-form/schema-check.ts';
import type { CaseStepProps } from './case-form-context.ts';
import { type ChildValues, newChild } from './case-values.ts';
import { ChildFields } from './child-fields.tsx';

/** A child of the account, ready to be put into the form. */
export type SavedChild = Omit<ChildValues, 'key' | 'major_subject' | 'other_subject'> & { id: number };

export type ChildLimit = { limit: number; count: number };

export function StepChildren({
  saved,
  limit,
  ...props
}: CaseStepProps & { saved: readonly SavedChild[]; limit: ChildLimit }) {
  const t = useTranslate();
  const { values, change, errorAt } = props;
  const children = values.child_info;
  const made = children.filter(({ id }) => id === null).length;
  const setChildren = (child_info: ChildValues[]) => change({ child_info });
  const untouched = (child: ChildValues) => child.id === null && child.nickname.trim() === '';

  const choose = (child: SavedChild, on: boolean) => {
    if (!on) return setChildren(children.filter(({ id }) => id !== child.id));
    const blank = children.find(untouched);
    const chosen = newChild({
      ...child,
      major_subject: blank?.major_subject ?? [],
      other_subject: blank?.other_subject ?? [],
    });
    setChildren(blank ? children.map((one) => (one === blank ? chosen : one)) : [...children, chosen]);
  };
  return (
    <>
      {saved.length > 0 && (
        <FieldGroup
          id={fieldId('child_info')}
          legend={t('caseForm.savedChildren')}
          error={children.length === 0 ? errorAt('child_info') : undefined}
        >
          <div className="flex flex-wrap gap-2">
            {saved.map((child) => (
              <Choice
                key={child.id}
                type="checkbox"
                checked={children.some(({ id }) => id === child.id)}
                onChange={({ target }) => choose(child, target.checked)}
              >
                {child.nickname}
              </Choice>
            ))}
          </div>
        </FieldGroup>
      )}
      {children.map((child, index) => (
        <ChildFields
          key={child.key}
          {...props}
          index={index}
          child={child}
          onRemove={
            children.length > 1 ? () => setChildren(children.filter((one) => one !== child)) : undefined
          }
        />
      ))}
      {limit.count + made < limit.limit ? (
        <Button className="justify-self-start" onClick={() => setChildren([...children, newChild()])}>
          {t(children.length === 0 ? 'caseForm.addChild' : 'caseForm.addAnother')}
        </Button>
      ) : (
        <p className="text-ink-2 text-sm">{t('caseForm.childLimit', { limit: limit.limit })}</p>
      )}
    </>
  );
}
