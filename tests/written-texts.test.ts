import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Call, Calls } from '#shared/call.ts';

// Lists every text that a person can write, and says who may read it. A new field fails here until it is added.

const folder = join(import.meta.dirname, '../src/shared');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.includes('.test.'),
);
const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(join(folder, file))));
const calls = modules
  .flatMap((module) => Object.entries(module))
  .filter(([name]) => name.endsWith('Calls'))
  .flatMap(([, declared]) => Object.entries(declared as Calls));

/** The string fields of a schema that take any text. */
function textsIn(schema: z.ZodType, path: string): { path: string; schema: z.ZodType }[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) =>
      textsIn(field as z.ZodType, path === '' ? name : `${path}.${name}`),
    );
  if (schema instanceof z.ZodArray) return textsIn(schema.element as z.ZodType, path);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((one) => textsIn(one as z.ZodType, path));
  if (schema instanceof z.ZodRecord) return textsIn(schema.valueType as z.ZodType, `${path}.*`);
  if (schema instanceof z.ZodPipe) return textsIn(schema.in as z.ZodType, path);
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return textsIn(schema.unwrap() as z.ZodType, path);
  return schema.safeParse('any text').success ? [{ path, schema }] : [];
}

const written = calls.flatMap(([key, { body }]: [string, Call]) =>
  body ? textsIn(body, '').map(({ path, schema }) => ({ field: `${key} ${path}`, schema })) : [],
);

/**
 * name: refuses digits and contact details · covered: others see it through `coverContacts` · own: only the writer
 * and operators see it · exchanged: the other side sees it once both have shared their contacts · operator: only
 * operators write it · proof: a number, code or ticket that is never shown.
 */
const readers: Record<'name' | 'covered' | 'own' | 'exchanged' | 'operator' | 'proof', string[]> = {
  name: [
    'POST /api/common_info/simple_registration name',
    'PUT /api/users/profile name',
    'POST /api/users/lost_number name',
    'POST /api/common_info/student_detailed_registration child_info.nickname',
    'PUT /api/common_info/student_detailed_registration/{id} child_info.nickname',
    'POST /api/users/children nickname',
    'PUT /api/users/children/{id} nickname',
    'POST /api/common_info/teacher_detailed_registration display_name',
    'PUT /api/common_info/teacher_detailed_registration/{id} display_name',
  ],
  covered: [
    'POST /api/common_info/student_detailed_registration special_note',
    'PUT /api/common_info/student_detailed_registration/{id} special_note',
    'POST /api/common_info/teacher_detailed_registration introduction',
    'PUT /api/common_info/teacher_detailed_registration/{id} introduction',
    'POST /api/common_info/teacher_detailed_registration school_name',
    'PUT /api/common_info/teacher_detailed_registration/{id} school_name',
    'POST /api/users/clock_in reason',
    'PUT /api/users/clock_in/{id}/dispute note',
    'PUT /api/users/clock_in/{id}/account note',
    'PUT /api/users/clock_in/{id}/note done',
    'PUT /api/users/clock_in/{id}/note homework',
    'POST /api/users/classes/{id}/cancel reason',
    'PUT /api/users/reliability/{id}/appeal note',
    // The line of an application, an invitation and a refusal.
    'POST /api/users/interest message',
    'POST /api/users/interest message',
    'POST /api/users/interest message',
    'POST /api/users/conversations/{id}/messages text',
    'PUT /api/users/classes/{id}/reviews/{occasion} text',
    'PUT /api/users/reviews/{id}/reply text',
    'POST /api/users/reviews/{id}/report reason',
    'POST /api_ai/chat_ai/threads title',
    'PUT /api_ai/chat_ai/threads/{id} title',
    'POST /api_ai/chat_ai/messages text',
    'POST /api_ai/eraser/erase_trace_task tags.title',
    'POST /api_ai/eraser/erase_trace_task tags.school_name',
    'PUT /api_ai/eraser/erase_trace_record/{id}/ title',
    'PUT /api_ai/eraser/erase_trace_record/{id}/ school_name',
    'POST /api_ai/eraser/shared_record/{id}/report text',
    'POST /api_ai/user/reports words',
    'POST /api/users/reports words',
  ],
  own: [
    'PUT /api/users/classes/{id}/tag tag',
    // Looked at for need, and not stored.
    'POST /api_ai_jp/realtime/help text',
    'PUT /api/users/case_draft form.*',
    'PUT /api/users/tutor_draft form.*',
    'POST /api/common_info/student_detailed_registration other_channel',
    'PUT /api/common_info/student_detailed_registration/{id} other_channel',
    'POST /api_ai/practice/attempts answer',
    'PUT /api_ai/chat_ai/messages/{id}/feedback comment',
    'PUT /api_ai/chat_ai/files/{id}/text text',
    'PUT /api_ai/eraser/image_record/{id}/ name',
    'POST /api_ai/eraser/cache_file name',
    'POST /api_ai/eraser/upload name',
    'POST /api_ai/eraser/export title',
    'POST /api/users/standing/appeal words',
    'POST /api_ai/user/standing/appeal words',
    'POST /api/users/lost_number story',
    'POST /api/users/email email',
    // Reports of a mail service, which holds the secret; only whose address they name is looked at.
    'POST /api/email/events events.type',
    'POST /api/email/events events.email',
    'POST /api/users/banned_request words',
    'POST /api_ai/user/banned_request words',
  ],
  exchanged: ['PUT /api/users/fps value'],
  operator: [
    'POST /api/operator/bans mobile',
    'POST /api/operator/bans reason',
    'POST /api/operator/queue/{id}/decide decision',
    'POST /api/operator/queue/{id}/decide note',
    'POST /api/operator/queue/{id}/decide answer',
    'POST /api/operator/badges/{id}/revoke note',
    'POST /api/operator/reports/{id}/reading reason',
    'POST /api/operator/users/{id}/suspend reason',
    'POST /api/operator/users/{id}/warn reason',
    'POST /api/operator/help_lines name.zh-Hant',
    'POST /api/operator/help_lines name.en',
    'POST /api/operator/help_lines note.zh-Hant',
    'POST /api/operator/help_lines note.en',
    'PUT /api/operator/help_lines/{id} name.zh-Hant',
    'PUT /api/operator/help_lines/{id} name.en',
    'PUT /api/operator/help_lines/{id} note.zh-Hant',
    'PUT /api/operator/help_lines/{id} note.en',
    'PUT /api/operator/assistants/{id} name.zh-Hant',
    'PUT /api/operator/assistants/{id} name.en',
    'PUT /api/operator/assistants/{id} desc.zh-Hant',
    'PUT /api/operator/assistants/{id} desc.en',
    'PUT /api/operator/assistants/{id} system_message',
    'PUT /api/operator/assistants/{id} model',
  ],
  proof: [
    'POST /api/users/send_sms mobile',
    'POST /api/users/send_sms proof',
    'POST /api/users/verify_sms request_id',
    'POST /api/users/verify_sms mobile',
    'POST /api/common_info/simple_registration ticket',
    'POST /api/users/second_factor_login challenge',
    'POST /api/users/second_factor_login code',
    'POST /api/users/second_factor/confirm code',
    'POST /api/users/second_factor/remove code',
    'POST /api_ai/user/send_sms mobile',
    'POST /api_ai/user/send_sms proof',
    'POST /api_ai/user/verify_sms request_id',
    'POST /api_ai/user/verify_sms mobile',
    'POST /api_ai/user/confirm_login code',
    'POST /api/users/delete_account request_id',
    'POST /api_ai/user/delete_account request_id',
    'POST /api_ai/chat_ai/share_code code',
    'POST /api/users/change_number factor_code',
    'POST /api/users/change_number present.request_id',
    'POST /api/users/change_number next.mobile',
    'POST /api/users/change_number next.request_id',
    'POST /api/users/lost_number mobile',
    'POST /api/users/lost_number old_mobile',
    'POST /api/users/lost_number request_id',
    'POST /api/users/old_account_login challenge',
    'POST /api/users/old_account_login answer',
    'POST /api/users/old_account_leave challenge',
    'POST /api/users/banned_request mobile',
    'POST /api/users/banned_request factor_code',
    'POST /api/users/banned_copy mobile',
    'POST /api/users/banned_copy factor_code',
    'POST /api_ai/user/banned_copy mobile',
    'POST /api_ai/user/banned_copy factor_code',
    'POST /api_ai/user/banned_request mobile',
    'POST /api_ai/user/banned_request factor_code',
  ],
};

test('every text that a person can write is known, with who may read it', () => {
  expect(written.map(({ field }) => field).sort()).toEqual(Object.values(readers).flat().sort());
});

test.each(written.filter(({ field }) => readers.name.includes(field)))(
  '$field refuses digits and links',
  ({ schema }) => {
    expect(schema.safeParse('陳老師').success).toBe(true);
    for (const name of ['陳老師 6', '陳老師 九一八三七二六四', '陳老師 chan.com'])
      expect(schema.safeParse(name).success).toBe(false);
  },
);
