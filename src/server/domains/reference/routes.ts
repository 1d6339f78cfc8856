import type { FastifyPluginAsync } from 'fastify';
import { type Paging, pageOf } from '#server/ground/db/paging.ts';
import { bindCalls } from '#server/ground/http/calls.ts';
import { revalidated } from '#server/ground/http/file-answer.ts';
import type { Visitor } from '#server/ground/http/visitor.ts';
import type { Locale } from '#shared/locale.ts';
import { referenceCalls } from '#shared/reference.ts';
import type { Reference } from './reference.ts';

export const referenceRoutes: FastifyPluginAsync<{ reference: Reference }> = async (app, { reference }) => {
  const { lists } = reference;
  const paged =
    <Item>(read: (locale: Locale) => Promise<Item[]>) =>
    async ({ query, visitor }: { query: Paging; visitor: Visitor }) =>
      pageOf(await read(visitor.locale), query);

  bindCalls(
    app,
    referenceCalls,
    {
      'GET /api/common_info/grade': paged(lists.grade),
      'GET /api/common_info/region': paged(lists.region),
      'GET /api/common_info/identity': paged(lists.identity),
      'GET /api/common_info/major_subject': paged(lists.major_subject),
      'GET /api/common_info/other_subject': paged(lists.other_subject),
      'GET /api/common_info/school': ({ query, visitor }) => reference.schools(query, visitor.locale),
      'GET /api/common_info/school/{id}': ({ params, visitor }) =>
        reference.school(params.id, visitor.locale),
      'GET /api/common_info/tutoring_type': paged(lists.tutoring_type),
      'GET /api/common_info/tutoring_days_per_week': paged(lists.tutoring_days_per_week),
      'GET /api/common_info/tutoring_time_per_class': paged(lists.tutoring_time_per_class),
      'GET /api/common_info/weekday': paged(lists.weekday),
      'GET /api/common_info/education': paged(lists.education),
      'GET /api/common_info/channel': paged(lists.channel),
      'GET /api/common_info/teaching_language': paged(lists.teaching_language),
      'GET /api/common_info/education_grade_view': paged(lists.education_grade_view),
      'GET /api/common_info/rank': paged(lists.rank),
      'GET /api/common_info/experience': paged(lists.experience),
      'GET /api/common_info/gpa': paged(lists.gpa),
      'GET /api/common_info/subject_type': paged(lists.subject_type),
      'GET /api/common_info/dse_level': paged(lists.dse_level),
    },
    { headers: revalidated, keepsAnswers: true },
  );
};
