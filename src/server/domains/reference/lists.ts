import { eq } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Named, nameIn } from '#server/ground/db/columns.ts';
import type { Db } from '#server/ground/db/db.ts';
import type { Locale } from '#shared/locale.ts';
import * as tables from './tables.ts';

type ListTable = PgTable & { sort: PgColumn; $inferSelect: Named & { id: number } };

/** Reads a list's table; `extra` returns the fields of an item besides its id and name. */
const list =
  <Table extends ListTable, Extra extends object>(
    table: Table,
    extra: (row: Table['$inferSelect'], locale: Locale) => Extra,
  ) =>
  async (db: Db, locale: Locale) => {
    const rows = await db
      .select()
      .from(table as PgTable)
      .orderBy(table.sort);
    return (rows as Table['$inferSelect'][]).map((row) => ({
      id: row.id,
      name: nameIn(locale, row),
      ...extra(row, locale),
    }));
  };

const nothing = () => ({});

async function regionsWithArea(db: Db, locale: Locale) {
  const { regions, areas } = tables;
  const rows = await db
    .select({ region: regions, area: areas })
    .from(regions)
    .innerJoin(areas, eq(areas.id, regions.areaId))
    .orderBy(areas.sort, regions.sort);
  return rows.map(({ region, area }) => ({
    id: region.id,
    name: nameIn(locale, region),
    area: nameIn(locale, area),
  }));
}

const readGrades = list(tables.grades, ({ stageId }) => ({ stage: stageId }));
const readStages = list(tables.educationStages, nothing);

async function stagesWithGrades(db: Db, locale: Locale) {
  const [stages, grades] = await Promise.all([readStages(db, locale), readGrades(db, locale)]);
  return stages.map((stage) => ({
    ...stage,
    grades: grades.filter((grade) => grade.stage === stage.id).map(({ id, name }) => ({ id, name })),
  }));
}

/** All reference lists, under the names of their endpoints. */
export const readers = {
  grade: readGrades,
  region: regionsWithArea,
  identity: list(tables.identities, nothing),
  major_subject: list(tables.majorSubjects, (row, locale) => ({
    subject_type: row.subjectTypeId,
    grades: row.gradeIds,
    former_ids: row.formerIds,
    stage_names: row.stageNames.map(({ stage, name }) => ({ stage, name: name[locale] })),
  })),
  other_subject: list(tables.otherSubjects, ({ subjectTypeId, gradeIds }) => ({
    subject_type: subjectTypeId,
    grades: gradeIds,
  })),
  tutoring_type: list(tables.tutoringTypes, ({ isOnline }) => ({ is_online: isOnline })),
  tutoring_days_per_week: list(tables.tutoringDaysPerWeek, ({ value }) => ({ value })),
  tutoring_time_per_class: list(tables.tutoringTimesPerClass, ({ hours }) => ({ hours })),
  weekday: list(tables.weekdays, nothing),
  education: list(tables.educations, nothing),
  channel: list(tables.channels, nothing),
  teaching_language: list(tables.teachingLanguages, nothing),
  education_grade_view: stagesWithGrades,
  rank: list(tables.ranks, ({ topPercent }) => ({ top_percent: topPercent })),
  experience: list(tables.experiences, ({ minYears, maxYears }) => ({
    min_years: minYears,
    max_years: maxYears,
  })),
  gpa: list(tables.gpas, ({ minGpa, maxGpa }) => ({ min_gpa: minGpa, max_gpa: maxGpa })),
  subject_type: list(tables.subjectTypes, ({ slug }) => ({ slug })),
  dse_level: list(tables.dseLevels, ({ scale }) => ({ scale })),
};

export type ListName = keyof typeof readers;
