import { z } from 'zod';
import type { Calls } from './call.ts';
import { listOf, paging } from './envelope.ts';

/** Ids never change: cases, tutors and papers refer to them. */
const id = z.int().positive();
/** In the caller's language. */
const name = z.string();

// A field named after another list holds the id of an item of that list.
const Region = z.object({ id, name, area: z.string().describe('港島, 九龍 or 新界') }).meta({ id: 'Region' });
const Grade = z.object({ id, name, stage: id }).meta({ id: 'Grade' });
const EducationStage = z
  .object({ id, name, grades: z.array(z.object({ id, name })) })
  .meta({ id: 'EducationStage' });
const Identity = z.object({ id, name }).meta({ id: 'Identity' });
const SubjectType = z.object({ id, name, slug: z.string() }).meta({ id: 'SubjectType' });
const subjectGrades = z.array(id).describe('the grades that teach it');
const MajorSubject = z
  .object({
    id,
    name,
    subject_type: id,
    grades: subjectGrades,
    former_ids: z.array(id).describe('ids that meant it before; calls still read them'),
    stage_names: z
      .array(z.object({ stage: id, name }))
      .describe('what a stage of education calls it, where that is another name'),
  })
  .meta({ id: 'MajorSubject' });
const OtherSubject = z
  .object({ id, name, subject_type: id, grades: subjectGrades })
  .meta({ id: 'OtherSubject' });
const TutoringType = z.object({ id, name, is_online: z.boolean() }).meta({ id: 'TutoringType' });
const TutoringDaysPerWeek = z
  .object({ id, name, value: z.int().min(1).max(7) })
  .meta({ id: 'TutoringDaysPerWeek' });
const TutoringTimePerClass = z
  .object({ id, name, hours: z.number().positive() })
  .meta({ id: 'TutoringTimePerClass' });
/** 1 is Monday, 7 Sunday. */
const Weekday = z.object({ id: z.int().min(1).max(7), name }).meta({ id: 'Weekday' });
const Education = z.object({ id, name }).meta({ id: 'Education' });
const Channel = z.object({ id, name }).meta({ id: 'Channel' });
const TeachingLanguage = z.object({ id, name }).meta({ id: 'TeachingLanguage' });
const Rank = z.object({ id, name, top_percent: z.int().nullable() }).meta({ id: 'Rank' });
const Experience = z
  .object({ id, name, min_years: z.int(), max_years: z.int().nullable() })
  .meta({ id: 'Experience' });
const Gpa = z.object({ id, name, min_gpa: z.number(), max_gpa: z.number().nullable() }).meta({ id: 'Gpa' });
/** HKDSE results: `level` 1 to 5**, `attainment` for Citizenship and Social Development. */
const DseLevel = z.object({ id, name, scale: z.enum(['level', 'attainment']) }).meta({ id: 'DseLevel' });

const schoolLevels = ['kindergarten', 'primary', 'secondary', 'university'] as const;
export type SchoolLevel = (typeof schoolLevels)[number];

const financeTypes = [
  'government',
  'aided',
  'caput',
  'direct_subsidy',
  'esf',
  'private_independent',
  'private',
  'ugc_funded',
  'self_financing',
] as const;
export type FinanceType = (typeof financeTypes)[number];

export const School = z
  .object({
    id,
    name,
    level: z.enum(schoolLevels),
    region: id,
    finance_type: z.enum(financeTypes).nullable(),
    student_gender: z.enum(['U', 'M', 'F']).nullable().describe('U takes boys and girls, M boys, F girls'),
  })
  .meta({ id: 'School' });
export type School = z.infer<typeof School>;

const Id = z.coerce.number().int().min(1).max(2_147_483_647);

export const SchoolQuery = z.object({
  /** Part of a Chinese or English name; similar spellings are found when no name contains it. */
  search: z
    .string()
    .trim()
    .max(100)
    .regex(/^\P{Cc}*$/u)
    .optional(),
  /** By default every school except kindergartens, of which there are too many for one page. */
  level: z.enum([...schoolLevels, 'all']).optional(),
  region_id: Id.optional(),
  ...paging({ max: 2000 }),
});
export type SchoolQuery = z.output<typeof SchoolQuery>;

/** The default page size of 100 covers a whole list, so a call without parameters returns all of it. */
const wholeList = z.object(paging({ size: 100 }));

const listCall = <Item extends z.ZodType>(summary: string, item: Item) => ({
  summary,
  audience: 'anyone' as const,
  query: wholeList,
  data: listOf(item),
});

export const referenceCalls = {
  'GET /api/common_info/grade': listCall('Grades, from K1 to adult', Grade),
  'GET /api/common_info/region': listCall('The 18 districts', Region),
  'GET /api/common_info/identity': listCall('Parent or student, and tutor', Identity),
  'GET /api/common_info/major_subject': listCall('School and examination subjects', MajorSubject),
  'GET /api/common_info/other_subject': listCall('Music, sport, languages and interests', OtherSubject),
  'GET /api/common_info/school': {
    summary: 'Schools: search by name, filter by level and district',
    audience: 'anyone',
    query: SchoolQuery,
    data: listOf(School),
  },
  'GET /api/common_info/school/{id}': {
    summary: 'One school',
    audience: 'anyone',
    params: z.object({ id: Id }),
    data: School,
  },
  'GET /api/common_info/tutoring_type': listCall('Where and how a lesson is held', TutoringType),
  'GET /api/common_info/tutoring_days_per_week': listCall('1 to 7 days a week', TutoringDaysPerWeek),
  'GET /api/common_info/tutoring_time_per_class': listCall('Length of a lesson', TutoringTimePerClass),
  'GET /api/common_info/weekday': listCall('Monday to Sunday', Weekday),
  'GET /api/common_info/education': listCall("A tutor's education", Education),
  'GET /api/common_info/channel': listCall('How a user heard of the product', Channel),
  'GET /api/common_info/teaching_language': listCall('Languages of teaching', TeachingLanguage),
  'GET /api/common_info/education_grade_view': listCall(
    'Stages of education with their grades',
    EducationStage,
  ),
  'GET /api/common_info/rank': listCall('Rank in class or year', Rank),
  'GET /api/common_info/experience': listCall('Years of teaching', Experience),
  'GET /api/common_info/gpa': listCall('Bands of grade point average', Gpa),
  'GET /api/common_info/subject_type': listCall('Kinds of subject', SubjectType),
  'GET /api/common_info/dse_level': listCall('HKDSE results', DseLevel),
} satisfies Calls;
