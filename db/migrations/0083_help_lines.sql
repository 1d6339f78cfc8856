-- The help lines that a child in need is shown; an operator may change them. `kinds` names what a line is for
-- (src/engine/distress/kinds.ts); a line without kinds is shown for all. Urgent ones stand first where there is danger.
create table help_lines (
  id bigint generated always as identity primary key,
  sort integer not null,
  phone text not null check (phone ~ '^[0-9][0-9 ]{2,19}$'),
  name_zh_hant text not null check (length(name_zh_hant) between 1 and 60),
  name_en text not null check (length(name_en) between 1 and 80),
  note_zh_hant text not null check (length(note_zh_hant) <= 60),
  note_en text not null check (length(note_en) <= 80),
  kinds text[] not null default '{}',
  is_urgent boolean not null default false
);

insert into help_lines (sort, phone, name_zh_hant, name_en, note_zh_hant, note_en, kinds, is_urgent) values
  (1, '999', '緊急求助', 'Emergency', '有即時危險', 'in immediate danger', '{}', true),
  (2, '2389 2222', '香港撒瑪利亞防止自殺會', 'The Samaritan Befrienders Hong Kong', '24 小時', '24 hours', '{self_harm,fear,eating}', true),
  (3, '2896 0000', '撒瑪利亞會', 'The Samaritans', '24 小時，多種語言', '24 hours, several languages', '{self_harm,fear,eating,running_away}', true),
  (4, '2382 0000', '生命熱線', 'Suicide Prevention Services', '', '', '{self_harm}', false),
  (5, '18111', '情緒通', 'Mental Health Support Hotline', '', '', '{self_harm,fear,eating,bullying}', false),
  (6, '18281', '東華三院芷若園', 'TWGHs CEASE Crisis Centre', '家庭或性暴力，24 小時', 'violence at home or sexual violence, 24 hours', '{violence,touching}', true),
  (7, '2375 5322', '風雨蘭', 'RainLily', '性暴力', 'sexual violence', '{touching}', false),
  (8, '2755 1122', '防止虐待兒童會', 'Against Child Abuse', '受傷害、疏忽照顧或欺凌的兒童', 'children who are hurt, neglected or bullied', '{violence,touching,bullying,hunger,running_away}', false),
  (9, '2343 2255', '社會福利署熱線', 'Social Welfare Department Hotline', '', '', '{violence,bullying,hunger,running_away}', false);
