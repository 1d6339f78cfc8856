-- The AI tutor: who answers, what was asked and what was answered.

create table chat_assistants (
  id bigint generated always as identity primary key,
  path_name text not null unique check (path_name ~ '^[a-z0-9-]{1,40}$'),
  name_zh_hant text not null,
  name_en text not null,
  desc_zh_hant text not null,
  desc_en text not null,
  -- On top of what every assistant is told.
  system_message text not null default '',
  ability text[] not null,
  -- Configured endpoints in the order they are tried; none: all of them in the order of the configuration.
  endpoints text[] not null default '{}',
  -- Instead of the endpoint's own.
  model text not null default '',
  is_login_required boolean not null default true,
  -- Messages a day for a device without login.
  trial_count integer not null default 0 check (trial_count >= 0),
  is_hidden_domestic boolean not null default false,
  is_shown boolean not null default true,
  sort integer not null
);

insert into chat_assistants
  (path_name, name_zh_hant, name_en, desc_zh_hant, desc_en, system_message, ability, is_login_required, trial_count, is_hidden_domestic, sort)
values
  ('aitutor', '明師 AI 導師', 'Mingshi AI tutor', '先給提示，再逐步講解；數學步驟經電腦代數核對。',
    'Hints first, then step by step; steps in mathematics are checked by computer algebra.', '',
    '{text,mathematics,vision}', false, 5, false, 1),
  ('aitutor2', '明師作文導師', 'Mingshi writing tutor', '中英文寫作：構思、修改、說明原因，不代寫功課。',
    'Writing in Chinese and English: ideas, corrections and why. It does not write homework for you.',
    'You help with writing in Chinese and English: ideas, structure, corrections with reasons. You do not write whole homework compositions.',
    '{text}', false, 5, false, 2),
  ('gpt4o', '圖像解題', 'Questions from pictures', '看圖答題：影下題目，一起逐步想。',
    'Take a picture of a question and think it through together.', '', '{text,mathematics,vision}', true, 0, true, 3),
  ('gpto1', '深入思考', 'Deep thinking', '較難的題目：想得更久，推理更詳細。',
    'For harder questions: it thinks longer and reasons in more detail.', '', '{text,mathematics,reasoning}', true, 0, true, 4),
  ('doubao1-5', '快速問答', 'Quick questions', '日常功課問題，回答簡短。', 'Everyday homework questions, answered briefly.', '',
    '{text,mathematics}', true, 0, false, 5);

create table chat_threads (
  id bigint generated always as identity primary key,
  -- Whose it is: an account's, or a device's that is not logged in.
  user_id bigint references users,
  device_id uuid,
  assistant_id bigint not null references chat_assistants,
  title text not null default '' check (length(title) <= 80),
  -- The last message of the version that is shown.
  leaf_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((user_id is null) <> (device_id is null))
);
create index chat_threads_of_user on chat_threads (user_id, updated_at desc, id desc) where user_id is not null;
create index chat_threads_of_device on chat_threads (device_id, updated_at desc, id desc) where device_id is not null;
create index chat_threads_of_devices_by_age on chat_threads (updated_at) where device_id is not null;
create trigger owner_not_deleted before insert on chat_threads
  for each row when (new.user_id is not null) execute function refuse_deleted_owner();

-- A tree: messages of one parent are versions of each other.
create table chat_messages (
  id bigint generated always as identity primary key,
  thread_id bigint not null references chat_threads on delete cascade,
  parent_id bigint references chat_messages on delete cascade,
  role text not null check (role in ('user', 'assistant')),
  -- While an answer is being written, what is new of it stands in chat_chunks.
  text text not null default '',
  parts jsonb not null default '[]',
  wish text check (wish in ('answer', 'hint')),
  state text not null check (state in ('running', 'done', 'stopped', 'interrupted', 'failed')),
  -- Made by the page: what is sent twice is one.
  client_key uuid,
  feedback smallint not null default 0 check (feedback between -1 and 1),
  feedback_comment text not null default '' check (length(feedback_comment) <= 500),
  created_at timestamptz not null default now(),
  unique (thread_id, client_key)
);
create index chat_messages_of_parent on chat_messages (parent_id);
-- One answer at a time in a thread, whatever two windows do at once.
create unique index chat_messages_one_running on chat_messages (thread_id) where state = 'running';

-- The parts of answers that are being written: appended, never changed, and put into the message when it ends. Without
-- a foreign key, whose check would lock a row for every few characters.
create table chat_chunks (
  message_id bigint not null,
  -- Where the text begins in the message, in UTF-16 units, as browsers count.
  start integer not null,
  text text not null,
  primary key (message_id, start)
);

-- The processes that write answers. Whoever finds one silent locks its row, calls it ended and ends its answers;
-- whoever writes chunks holds the row, so that nothing is written behind that.
create table chat_processes (
  id uuid primary key,
  seen_at timestamptz not null default now(),
  is_ended boolean not null default false
);

-- One attempt to write an answer, or the rest of one.
create table chat_generations (
  id bigint generated always as identity primary key,
  message_id bigint not null references chat_messages on delete cascade,
  assistant_id bigint not null references chat_assistants,
  process_id uuid not null,
  client_key uuid not null,
  state text not null default 'running' check (state in ('running', 'done', 'stopped', 'interrupted', 'failed')),
  -- Where in the message it begins: 0, or what was there before it was continued.
  start integer not null default 0,
  stop_asked_at timestamptz,
  -- What it was paid with: the account's ledger, or the trial of a device and its address on that day.
  reservation_id bigint,
  trial_device uuid,
  trial_address bytea,
  trial_day date,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  endpoint text not null default '',
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  unique (message_id, client_key)
);
create index chat_generations_running on chat_generations (process_id) where state = 'running';

-- Messages on trial, counted by device and by hashed address, a day of Hong Kong at a time.
create table chat_trials (
  day date not null,
  scope text not null check (scope in ('device', 'address')),
  key bytea not null,
  assistant_id bigint not null,
  used integer not null check (used >= 0),
  primary key (day, scope, key, assistant_id)
);

create table chat_files (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  message_id bigint references chat_messages on delete set null,
  file_key text not null unique,
  media_type text not null check (media_type in ('image/webp', 'application/pdf')),
  byte_size integer not null,
  -- What was read off it; null where nothing has been.
  recognised_text text,
  created_at timestamptz not null default now()
);
create index chat_files_of_user on chat_files (user_id);
create index chat_files_of_message on chat_files (message_id) where message_id is not null;
create trigger owner_not_deleted before insert on chat_files
  for each row execute function refuse_deleted_owner();

create table chat_share_codes (
  code text primary key,
  user_id bigint not null references users,
  assistant_id bigint not null references chat_assistants,
  -- Null: the assistant alone.
  thread_id bigint references chat_threads on delete cascade,
  -- The thread as it was then, up to this message.
  leaf_id bigint references chat_messages on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index chat_share_codes_of_user on chat_share_codes (user_id);
create trigger owner_not_deleted before insert on chat_share_codes
  for each row execute function refuse_deleted_owner();

create table chat_spend (
  day date not null,
  endpoint text not null,
  assistant_id bigint not null references chat_assistants,
  answers integer not null default 0,
  failed integer not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  -- Millionths of an HK cent, so that one token is not rounded away.
  spend_micros bigint not null default 0,
  primary key (day, endpoint, assistant_id)
);

create table chat_examples (
  id bigint primary key,
  -- Null: for every assistant.
  assistant text references chat_assistants (path_name),
  subject_zh_hant text not null,
  subject_en text not null,
  text_zh_hant text not null,
  text_en text not null,
  sort integer not null
);
