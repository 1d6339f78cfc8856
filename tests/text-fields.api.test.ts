import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CaseForm, ChildForm } from '#shared/cases.ts';
import { TutorForm } from '#shared/tutors.ts';
import { wholeCase, wholeListing } from '#tests/forms.ts';
import { serve } from '#tests/serve.ts';

const { call, people } = await serve();
const hostile = [
  "'; drop table cases; --",
  "' or '1'='1",
  '{"$gt":""}',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{7*7}}#{7*7}`$(id)`',
  'a\u0001b\u0007c\u001bd\u202e\ufeffe',
  'é\u0301 👩‍👧 𠮷',
  "\\'; \\x00 %00 \\u0000",
];

type Path = (string | number)[];

/** Every string field of a form: its path, and whether it accepts any text or only a certain format. */
function stringsOf(schema: z.ZodType, path: Path = []): { path: Path; isFree: boolean }[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) =>
      stringsOf(field as z.ZodType, [...path, name]),
    );
  if (schema instanceof z.ZodArray) return stringsOf(schema.element as z.ZodType, [...path, 0]);
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return stringsOf(schema.unwrap() as z.ZodType, path);
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat)
    return [{ path, isFree: schema.safeParse('any <text>').success }];
  const known =
    schema instanceof z.ZodNumber || schema instanceof z.ZodBoolean || schema instanceof z.ZodEnum;
  if (!known) throw new Error(`this test cannot look into ${schema.def.type} at ${path.join('.')}`);
  return [];
}

function withText(sample: object, path: Path, text: string) {
  const copy = structuredClone(sample);
  const last = path.at(-1) as string;
  const parent = path.slice(0, -1).reduce((value: object, part) => value[part as keyof object], copy);
  Object.assign(parent, { [last]: text });
  return copy;
}
const at = (value: object, path: Path) =>
  path.reduce((part: object, name) => part[name as keyof object], value);

const forms = [
  {
    key: 'POST /api/common_info/student_detailed_registration',
    form: CaseForm,
    sample: wholeCase,
    identity: 1,
    free: 3,
  },
  {
    key: 'POST /api/users/children',
    form: ChildForm,
    sample: { nickname: '', gender: 'F', grade: 4 },
    identity: 1,
    free: 1,
  },
  {
    key: 'POST /api/common_info/teacher_detailed_registration',
    form: TutorForm,
    sample: wholeListing,
    identity: 2,
    free: 3,
  },
] as const;

describe.each(forms)('$key', ({ key, form, sample, identity, free }) => {
  const fields = stringsOf(form);
  const post = async (body: object) =>
    call(await (identity === 1 ? people.parent() : people.tutor()), key, body);

  test('the form has the expected number of free text fields', () => {
    expect(fields.filter(({ isFree }) => isFree)).toHaveLength(free);
  });

  const nameOf = ({ path }: { path: Path }) => String(path.at(-1));
  // A typed school is stored only where none is chosen; tutors.api.test.ts tries it.
  const isSchool = (field: { path: Path }) => nameOf(field) === 'school_name';
  const isName = (field: { path: Path }) => /name$/.test(nameOf(field)) && !isSchool(field);
  test.each(fields.filter((field) => field.isFree && !isName(field) && !isSchool(field)))(
    '$path stores any text unchanged',
    async ({ path }) => {
      for (const text of hostile) {
        const { data, message } = await post(withText(sample, path, text));
        expect(message).toBe('');
        expect(at(data, path)).toBe(text);
      }
    },
  );

  test.each(fields.filter(isName))('$path refuses digits and contact details in words', async ({ path }) => {
    for (const [name, words] of [
      ['陳老師 6', 'A name cannot have digits; contacts are shared once both sides agree'],
      [
        '陳 chan.com',
        'A name cannot have a number, link or account; contacts are shared once both sides agree',
      ],
    ] as const) {
      const answer = await post(withText(sample, path, name));
      expect(answer).toMatchObject({ status: 400, code: 1001 });
      expect(answer.data.fields).toEqual({ [path.join('.')]: words });
    }
  });

  test.each(fields)('$path refuses text that is too long or cannot be stored', async ({ path }) => {
    for (const text of ['a\0b', 'a\ud800b', 'x'.repeat(5000)]) {
      const answer = await post(withText(sample, path, text));
      expect(answer, JSON.stringify(text.slice(0, 9))).toMatchObject({ status: 400, code: 1001 });
      expect(Object.keys(answer.data.fields)).toEqual([path.join('.')]);
    }
  });
});
