import type { Translated } from './scenes.ts';
import type { SpokenLanguage } from './voice.ts';

/** A point the answer should cover, detected by `signs` like a scene's goal. */
type Point = { id: string; text: Translated; signs: readonly string[] };

/** One spoken task as in an examination: read, prepare, speak, then get feedback. */
export type Task = {
  id: string;
  language: SpokenLanguage;
  kind: 'individual' | 'discussion' | 'reading' | 'talk';
  title: Translated;
  /** In the language that is spoken. */
  prompt: string;
  /** Text to read aloud. */
  passage?: string;
  prepareSeconds: number;
  answerSeconds: number;
  points: readonly Point[];
};

const point = (id: string, zh: string, en: string, signs: readonly string[]): Point => ({
  id,
  text: { 'zh-Hant': zh, en },
  signs,
});

const opinion = point('opinion', '清楚說出自己的看法', 'Give your own view', [
  'i think',
  'i believe',
  'in my opinion',
  'i agree',
  'i disagree',
  'in my view',
  'i feel',
]);
const reason = point('reason', '說出理由', 'Give a reason', [
  'because',
  'since',
  'reason*',
  'so that',
  'as a result',
]);
const example = point('example', '舉一個例子', 'Give an example', [
  'for example',
  'for instance',
  'such as',
  'like when',
]);
const invite = point('invite', '請同組的人發言', 'Bring the others in', [
  'what do you think',
  'do you agree',
  'how about you',
  'your view*',
  'your opinion*',
]);

/** English speaking tasks as in the HKDSE: a minute alone or a group discussion. */
const english = (
  id: string,
  kind: 'individual' | 'discussion',
  title: Translated,
  prompt: string,
  points: readonly Point[],
): Task => ({
  id,
  language: 'en',
  kind,
  title,
  prompt,
  prepareSeconds: kind === 'individual' ? 30 : 60,
  answerSeconds: kind === 'individual' ? 60 : 120,
  points,
});

export const tasks: readonly Task[] = [
  english(
    'phones-at-school',
    'individual',
    { 'zh-Hant': '上學應否帶手機', en: 'Phones at school' },
    'Should students be allowed to use their phones at school? Why or why not?',
    [
      opinion,
      reason,
      example,
      point('study', '談及學習', 'Speak about learning', [
        'learn*',
        'study*',
        'lesson*',
        'class*',
        'concentrat*',
        'focus*',
      ]),
    ],
  ),
  english(
    'part-time-job',
    'individual',
    { 'zh-Hant': '學生應否做兼職', en: 'A part-time job' },
    'Some students take a part-time job during the school year. Is it a good idea?',
    [
      opinion,
      reason,
      example,
      point('time', '談及時間', 'Speak about time', ['time', 'busy', 'tired', 'balance', 'hours']),
    ],
  ),
  english(
    'a-person-i-admire',
    'individual',
    { 'zh-Hant': '我敬佩的人', en: 'A person I admire' },
    'Talk about a person you admire and what you have learned from him or her.',
    [
      point('who', '說出是誰', 'Say who it is', [
        'my mother',
        'my father',
        'teacher',
        'friend',
        'he is',
        'she is',
        'admire',
      ]),
      reason,
      example,
      point('learned', '說出學到甚麼', 'Say what you learned', ['learn*', 'taught', 'teach*', 'lesson']),
    ],
  ),
  english(
    'school-trip',
    'discussion',
    { 'zh-Hant': '小組討論：學校旅行', en: 'Group talk: a school trip' },
    'Your class is planning a one-day trip. Discuss where to go, what to do there, and how to keep the cost low.',
    [
      point('where', '建議地點', 'Suggest a place', [
        'go to',
        'visit',
        'beach',
        'park',
        'museum',
        'island',
        'country park',
      ]),
      point('activity', '建議活動', 'Suggest something to do', [
        'hike',
        'hiking',
        'swim*',
        'barbecue',
        'game*',
        'play*',
        'camp*',
      ]),
      point('cost', '談及費用', 'Speak about the cost', [
        'cost*',
        'cheap*',
        'free',
        'expensive',
        'money',
        'budget',
      ]),
      invite,
    ],
  ),
  english(
    'less-plastic',
    'discussion',
    { 'zh-Hant': '小組討論：減少用膠', en: 'Group talk: less plastic' },
    'Your school wants to use less plastic. Discuss why it matters, what the school can do, and how to get students to join in.',
    [
      point('why', '說明為何重要', 'Say why it matters', [
        'pollut*',
        'environment*',
        'ocean',
        'sea',
        'waste',
        'animal*',
      ]),
      point('school', '學校可做的事', 'Say what the school can do', [
        'ban',
        'reus*',
        'recycl*',
        'bottle*',
        'water fountain',
        'bring own',
      ]),
      point('join', '怎樣吸引同學', 'Say how students will join', [
        'competition',
        'reward*',
        'poster*',
        'prize*',
        'club',
        'encourag*',
      ]),
      invite,
    ],
  ),
  english(
    'reading-week',
    'discussion',
    { 'zh-Hant': '小組討論：閱讀週', en: 'Group talk: a reading week' },
    'You are organising a reading week. Discuss the activities, the books to promote, and who to invite.',
    [
      point('activity', '建議活動', 'Suggest an activity', [
        'book fair',
        'quiz',
        'competition',
        'reading hour',
        'storytelling',
        'activit*',
      ]),
      point('books', '談及書籍', 'Speak about books', [
        'novel*',
        'story',
        'stories',
        'comic*',
        'science',
        'book*',
      ]),
      point('guest', '邀請嘉賓', 'Say whom to invite', ['invite', 'writer', 'author', 'guest', 'speaker']),
      invite,
    ],
  ),
  {
    id: 'putonghua-reading',
    language: 'cmn',
    kind: 'reading',
    title: { 'zh-Hant': '普通話：朗讀短文', en: 'Putonghua: reading aloud' },
    prompt: '請用普通話朗讀以下短文。',
    passage:
      '清早的海邊很安靜。太陽慢慢地升起來，把海水染成了金色。幾位老人在沙灘上散步，孩子們提着小桶，忙着找貝殼。風輕輕地吹，船也輕輕地搖。新的一天，就這樣開始了。',
    prepareSeconds: 30,
    answerSeconds: 60,
    points: [
      point('first', '讀出首句', 'Read the first sentence', ['海邊安靜', '海边安静']),
      point('sun', '讀出日出', 'Read of the sunrise', ['太陽升起', '太阳升起']),
      point('people', '讀出人物', 'Read of the people', ['老人散步']),
      point('last', '讀完末句', 'Read to the end', ['新的一天開始', '新的一天开始']),
    ],
  },
  {
    id: 'putonghua-hobby',
    language: 'cmn',
    kind: 'talk',
    title: { 'zh-Hant': '普通話：我的愛好', en: 'Putonghua: my hobby' },
    prompt: '請用普通話談談你的一個愛好：它是甚麼、你為甚麼喜歡它、它給你帶來了甚麼。',
    prepareSeconds: 60,
    answerSeconds: 120,
    points: [
      point('what', '說出愛好', 'Name the hobby', ['喜歡', '喜欢', '愛好', '爱好']),
      point('why', '說出原因', 'Say why', ['因為', '因为', '所以']),
      point('gain', '說出得着', 'Say what it gives you', ['學會', '学会', '讓我', '让我', '帶來', '带来']),
      point('example', '舉例', 'Give an example', ['比如', '例如', '有一次', '記得', '记得']),
    ],
  },
  {
    id: 'putonghua-hong-kong',
    language: 'cmn',
    kind: 'talk',
    title: { 'zh-Hant': '普通話：介紹香港', en: 'Putonghua: showing Hong Kong' },
    prompt:
      '有位北京的朋友第一次來香港。請用普通話向他介紹一個值得去的地方，說說怎麼去、有甚麼好看、要注意甚麼。',
    prepareSeconds: 60,
    answerSeconds: 120,
    points: [
      point('place', '說出地方', 'Name the place', [
        '山頂',
        '山顶',
        '海洋公園',
        '海洋公园',
        '維港',
        '维港',
        '大嶼山',
        '大屿山',
        '地方',
      ]),
      point('way', '說出怎麼去', 'Say how to get there', ['地鐵', '地铁', '巴士', '坐', '走路']),
      point('see', '說出看點', 'Say what there is to see', ['看到', '風景', '风景', '夜景', '好看', '漂亮']),
      point('care', '說出要注意的事', 'Say what to mind', ['注意', '記得', '记得', '小心', '別忘', '别忘']),
    ],
  },
];

export const taskOf = (id: string) => tasks.find((task) => task.id === id);
