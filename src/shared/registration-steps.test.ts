import { expect, test } from 'vitest';
import type { z } from 'zod';
import { shortCase, wholeCase, wholeListing } from '#tests/forms.ts';
import * as cases from './cases.ts';
import * as tutors from './tutors.ts';

const { CaseStepChild, CaseStepNeeds, CaseStepTimes, CaseStepTutor } = cases;
const {
  TutorStepPerson,
  TutorStepStudies,
  TutorStepSubjects,
  TutorStepPlaces,
  TutorStepTimes,
  TutorStepPrice,
} = tutors;

const forms: { whole: z.ZodObject; steps: z.ZodObject[]; samples: object[] }[] = [
  {
    whole: cases.CaseForm,
    steps: [CaseStepChild, CaseStepNeeds, CaseStepTimes, CaseStepTutor],
    samples: [wholeCase, shortCase],
  },
  {
    whole: tutors.TutorForm,
    steps: [
      TutorStepPerson,
      TutorStepStudies,
      TutorStepSubjects,
      TutorStepPlaces,
      TutorStepTimes,
      TutorStepPrice,
    ],
    samples: [wholeListing],
  },
];

test.each(forms)(
  'the steps of a form accept the same input as the whole form and give the same result',
  ({ whole, steps, samples }) => {
    expect(steps.flatMap((step) => Object.keys(step.shape)).sort()).toEqual(Object.keys(whole.shape).sort());
    for (const sample of samples) {
      const parts = steps.map((step) => step.parse(sample));
      expect(Object.assign({}, ...parts)).toEqual(whole.parse(sample));
    }
  },
);

test('a step reports the same validation errors as the whole form', () => {
  const wrong = { ...wholeListing, price_min: 400, price_max: 300 };
  const issuesOf = (form: z.ZodType) => form.safeParse(wrong).error?.issues.map(({ path }) => path);
  expect(issuesOf(tutors.TutorStepPrice)).toEqual([['price_max']]);
  expect(issuesOf(tutors.TutorForm)).toEqual([['price_max']]);
});
