import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { currentMajorSubjects } from '#shared/subjects/subject-ids.ts';
import { AccountWithForm } from '#web/domains/accounts/login/account-with-form.tsx';
import { advisedPrice } from '#web/domains/matching/asked-fees.ts';
import { LiveFitLine } from '#web/domains/matching/live-fit-line.tsx';
import { useLiveFit } from '#web/domains/matching/use-live-fit.ts';
import { nameIn, namesIn } from '#web/domains/reference/named.ts';
import { newKey, writeDraft } from '#web/ground/drafts.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { optionsHtml, Select } from '#web/ui/forms/select.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import { choiceFields, newCaseDraft, valuesFrom, visitor, visitorValues } from './begin-case.ts';
import { isOnline } from './case-lines.ts';
import type { CaseLists } from './case-lists.ts';
import { bodyOf, type CaseValues, type ChildValues, offeredPrice } from './case-values.ts';
import { SubjectPicker } from './subject-picker.tsx';

/** A visitor's first screen: what is looked for, then the number. The summary of the case follows. */
export function AccountFirst({ lists }: { lists: CaseLists }) {
  const [search, setSearch] = useSearchParams();
  const known = { lists, saved: [], limit: { limit: 5, count: 0 }, last: undefined };
  const [values, setValues] = useState<CaseValues>(() => visitorValues(known, search) ?? valuesFrom(known));
  const [isChoosing, setChoosing] = useState(() => !isChosen(values));
  useEffect(() => {
    if (isChosen(values)) writeDraft(newCaseDraft, { owner: visitor, key: newKey(), version: null, values });
  }, [values]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when this browser has what was asked for
  useEffect(() => {
    const left = new URLSearchParams(search);
    for (const name of choiceFields) left.delete(name);
    if (left.size < search.size) setSearch(left, { replace: true, preventScrollReset: true });
  }, []);
  const [advised, setAdvised] = useState<number | null>(null);
  const offer = { ...values, price: offeredPrice(values, advised) };
  const fit = useLiveFit(bodyOf(offer, (type) => isOnline(lists, type)));
  const usual = fit.state === 'ready' && fit.answer ? advisedPrice(fit.answer.price) : undefined;
  useEffect(() => {
    if (usual !== undefined) setAdvised(usual);
  }, [usual]);
  return (
    <div className="grid gap-4">
      <Card as="section" className="grid gap-3 p-4 lg:p-5">
        {isChoosing ? (
          <ChooseThree lists={lists} values={values} onChange={setValues} onDone={() => setChoosing(false)} />
        ) : (
          <Chosen lists={lists} values={values} onChange={() => setChoosing(true)} />
        )}
        <LiveFitLine fit={fit} isOfferSeen={values.price !== null} />
      </Card>
      {!isChoosing && <Account />}
    </div>
  );
}

function Account() {
  const t = useTranslate();
  return (
    <Card as="section" className="grid gap-4 p-4 lg:p-5">
      <div>
        <h2 className="text-lg">{t('caseForm.accountTitle')}</h2>
        <p className="text-ink-2 text-sm">{t('caseForm.accountText')}</p>
      </div>
      <AccountWithForm />
    </Card>
  );
}

const isChosen = ({ child_info: [child], tutoring_region }: CaseValues) =>
  child !== undefined &&
  child.grade !== null &&
  child.major_subject.length + child.other_subject.length > 0 &&
  tutoring_region !== null;

type ChoicesProps = { lists: CaseLists; values: CaseValues };

function Chosen({ lists, values, onChange }: ChoicesProps & { onChange: () => void }) {
  const t = useTranslate();
  const [child] = values.child_info;
  if (!child) return null;
  const subjects = [
    ...namesIn(lists.majors, currentMajorSubjects(child.major_subject)),
    ...namesIn(lists.others, child.other_subject),
  ];
  return (
    <div className="flex items-center justify-between gap-3">
      <h2 className="min-w-0 break-words text-lg">
        {nameIn(lists.grades, child.grade)} {subjects.join(t('form.and'))}
        <span className="block font-normal font-sans text-base text-ink-2">
          {nameIn(lists.regions, values.tutoring_region)}
        </span>
      </h2>
      <Button variant="quiet" size="compact" onClick={onChange} className="shrink-0">
        {t('form.edit')}
      </Button>
    </div>
  );
}

type ChooseProps = ChoicesProps & { onChange: (values: CaseValues) => void; onDone: () => void };

function ChooseThree({ lists, values, onChange, onDone }: ChooseProps) {
  const t = useTranslate();
  const [attempted, setAttempted] = useState(false);
  const [child] = values.child_info;
  if (!child) return null;
  const set = (patch: Partial<ChildValues>, decided: string) =>
    onChange({
      ...values,
      child_info: [{ ...child, ...patch }],
      decided: [...new Set([...values.decided, `${child.key} ${decided}`])],
    });
  const missing = (is: boolean, words: string) => (attempted && is ? words : undefined);
  const hasSubject = child.major_subject.length + child.other_subject.length > 0;
  const go = () => (isChosen(values) ? onDone() : setAttempted(true));
  return (
    <SendForm onSend={go} className="grid gap-5">
      <h2 className="text-lg">{t('home.finderTitle')}</h2>
      <Field label={t('home.grade')} error={missing(child.grade === null, t('caseForm.needGrade'))}>
        <Select
          value={child.grade ?? ''}
          onChange={({ target }) => set({ grade: Number(target.value) || null }, 'grade')}
          options={optionsHtml([{ id: '', name: t('home.choose') }, ...lists.grades])}
        />
      </Field>
      <SubjectPicker
        id="choose-subjects"
        legend={t('caseForm.subjects')}
        error={missing(!hasSubject, t('caseForm.needSubject'))}
        lists={lists}
        grade={child.grade}
        major={child.major_subject}
        other={child.other_subject}
        onChange={(subjects) => set(subjects, 'subjects')}
      />
      <Field
        label={t('home.region')}
        error={missing(values.tutoring_region === null, t('caseForm.needRegion'))}
      >
        <Select
          value={values.tutoring_region ?? ''}
          onChange={({ target }) =>
            onChange({
              ...values,
              tutoring_region: Number(target.value) || null,
              decided: [...new Set([...values.decided, 'place'])],
            })
          }
          options={optionsHtml([{ id: '', name: t('home.choose') }, ...lists.regions])}
        />
      </Field>
      <Button variant="primary" type="submit">
        {t('form.next')}
      </Button>
    </SendForm>
  );
}
