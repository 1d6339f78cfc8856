import { expect, test } from 'vitest';
import { type CallKey, splitKey } from '#shared/call.ts';
import { codes } from '#shared/codes/codes.ts';
import { serve } from '#tests/serve.ts';

const { app } = await serve();
/** Every call of SPEC.md §7, in its order. The build and animation files named there are not API calls. */
const specCalls: CallKey[] = [
  // Common info: 21 lists, then one school
  'GET /api/common_info/grade',
  'GET /api/common_info/region',
  'GET /api/common_info/identity',
  'GET /api/common_info/major_subject',
  'GET /api/common_info/other_subject',
  'GET /api/common_info/school',
  'GET /api/common_info/tutoring_type',
  'GET /api/common_info/tutoring_days_per_week',
  'GET /api/common_info/tutoring_time_per_class',
  'GET /api/common_info/weekday',
  'GET /api/common_info/education',
  'GET /api/common_info/channel',
  'GET /api/common_info/teaching_language',
  'GET /api/common_info/education_grade_view',
  'GET /api/common_info/rank',
  'GET /api/common_info/experience',
  'GET /api/common_info/gpa',
  'GET /api/common_info/subject_type',
  'GET /api/common_info/company_info',
  'GET /api/common_info/media-company',
  'GET /api/common_info/qr_code',
  'GET /api/common_info/school/{id}',
  // Registration: 7
  'POST /api/common_info/simple_registration',
  'POST /api/common_info/student_detailed_registration',
  'POST /api/common_info/teacher_detailed_registration',
  'GET /api/common_info/student_detailed_registration/{id}',
  'PUT /api/common_info/student_detailed_registration/{id}',
  'GET /api/common_info/teacher_detailed_registration/{id}',
  'PUT /api/common_info/teacher_detailed_registration/{id}',
  // Terms, with and without a suffix: 2
  'GET /api/common_info/terms_and_conditions',
  'GET /api/common_info/terms_and_conditions/{suffix}',
  // Cases: 3
  'GET /api/common_info/teacher_case',
  'GET /api/common_info/parent_case',
  'GET /api/common_info/child_case',
  // Users: 10
  'POST /api/users/send_sms',
  'POST /api/users/verify_sms',
  'GET /api/users/logout',
  'GET /api/users/is_banned',
  'GET /api/users/info',
  'PUT /api/users/switch_identity',
  'PUT /api/users/case_online/{id}',
  'PUT /api/users/case_offline/{id}',
  'GET /api/users/is-create-student-reach-limit',
  'POST /api/users/interest',
  // Algorithms: 6
  'POST /api/algorithms/tutor_matcher',
  'GET /api/algorithms/tutor_matcher',
  'POST /api/algorithms/price_recommender',
  'GET /api/algorithms/price_recommender',
  'POST /api/algorithms/case_matcher',
  'GET /api/algorithms/case_matcher',
  // FAQ: 1
  'GET /api/faqchat/faq',
  // AI account: 6
  'POST /api_ai/user/send_sms',
  'POST /api_ai/user/verify_sms',
  'POST /api_ai/user/logout',
  'GET /api_ai/user/profile',
  'GET /api_ai/user/qrcode',
  'GET /api_ai/user/login_status',
  // Eraser: 12
  'POST /api_ai/eraser/erase_trace_task',
  'GET /api_ai/eraser/erase_trace_task',
  'GET /api_ai/eraser/erase_trace_record/',
  'GET /api_ai/eraser/erase_trace_record/{id}/',
  'PUT /api_ai/eraser/erase_trace_record/{id}/',
  'DELETE /api_ai/eraser/erase_trace_record/{id}/',
  'DELETE /api_ai/eraser/batch_delete',
  'PUT /api_ai/eraser/image_record/{id}/',
  'DELETE /api_ai/eraser/image_record/{id}/',
  'POST /api_ai/eraser/promotion_link',
  'POST /api_ai/eraser/promotion_link_access/{code}',
  'POST /api_ai/eraser/cache_file',
  // AI chat: 10
  'POST /api_ai/chat_ai/threads',
  'GET /api_ai/chat_ai/threads',
  'DELETE /api_ai/chat_ai/threads/{id}',
  'GET /api_ai/chat_ai/assistants',
  'GET /api_ai/chat_ai/messages',
  'POST /api_ai/chat_ai/files',
  'GET /api_ai/chat_ai/is_domestic_ip',
  'GET /api_ai/chat_ai/share_code',
  'POST /api_ai/chat_ai/share_code',
  'GET /api_ai/chat_ai/ai_question_examples',
  // Realtime voice: 4
  'GET /api_ai_jp/realtime/voice_list',
  'GET /api_ai_jp/realtime/turn_secret',
  'GET /api_ai_jp/realtime/ice_servers',
  'POST /api_ai_jp/realtime/answer_sdp',
];

test('the list of calls from SPEC.md §7 has 83 different calls', () => {
  expect(specCalls).toHaveLength(83);
  expect(new Set(specCalls).size).toBe(83);
});

test('the server implements every call of SPEC.md §7', () => {
  const bound = app.calls.keys();
  expect(specCalls.filter((key) => !bound.includes(key))).toEqual([]);
});

test('every implemented call is in the OpenAPI 3.1 document', async () => {
  const document = (await app.inject('/api/openapi.json')).json();
  expect(document.openapi).toMatch(/^3\.1/);
  for (const key of app.calls.keys()) {
    const { method, path } = splitKey(key);
    expect(document.paths[path]?.[method.toLowerCase()]?.summary, key).toBeTruthy();
  }
});

/** The answers of these calls differ every time. */
const neverTheSame: CallKey[] = ['GET /api_ai/user/qrcode', 'GET /api_ai/practice/next'];

test('every implemented call answers the same with and without a trailing slash', async () => {
  const samples: Record<string, string> = { '{id}': '1', '{suffix}': 'privacy' };
  for (const key of app.calls.keys()) {
    const { method, path } = splitKey(key);
    const url = path.replace(/\/$/, '').replace(/\{\w+\}/g, (name) => samples[name] ?? name);
    const [plain, slashed] = await Promise.all([
      app.inject({ method, url }),
      app.inject({ method, url: `${url}/` }),
    ]);
    // A record with id 1 may not exist; the code still shows that the call itself does.
    if (plain.statusCode === 404) expect(plain.json().code, key).toBe(codes.notFound.code);
    expect(slashed.statusCode, key).toBe(plain.statusCode);
    if (!neverTheSame.includes(key)) expect(slashed.body, key).toBe(plain.body);
  }
});
