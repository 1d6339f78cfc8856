import type { Scene } from './scene.ts';

export const interview: Scene = {
  id: 'interview',
  language: 'en',
  title: { 'zh-Hant': '升學面試', en: 'A school interview' },
  setting: { 'zh-Hant': '你正在面試一所學校。', en: 'You have an interview for a place at a school.' },
  student: { 'zh-Hant': '申請人', en: 'the applicant' },
  partner: { 'zh-Hant': '老師', en: 'a teacher of the school' },
  opening: 'Good morning. Thank you for coming. Please tell me a little about yourself.',
  goals: [
    {
      id: 'about',
      text: { 'zh-Hant': '介紹自己', en: 'Introduce yourself' },
      signs: ['i am', 'my name', 'i study', 'i live', 'years old'],
      reply: 'Nice to meet you. What do you like doing in your free time?',
    },
    {
      id: 'interest',
      text: { 'zh-Hant': '談談興趣', en: 'Talk about an interest' },
      signs: ['i like', 'i love', 'i enjoy', 'hobby', 'hobbies', 'interest*', 'free time'],
      reply: 'That sounds interesting. Why would you like to join our school?',
    },
    {
      id: 'reason',
      text: { 'zh-Hant': '說明為何報讀', en: 'Say why you apply' },
      signs: ['because', 'your school', 'this school', 'want to learn', 'join'],
      reply: 'Thank you. Do you have a question for us?',
    },
    {
      id: 'question',
      text: { 'zh-Hant': '向面試官發問', en: 'Ask a question of your own' },
      signs: ['do you have', 'what is', 'what are', 'how many', 'can i', 'could i', 'is there', 'are there'],
      reply: 'That is a good question. We have over thirty clubs, and you may join two of them.',
    },
  ],
  prompts: [
    'Could you tell me more about that?',
    'What are you good at, and why?',
    'Why do you think you would do well here?',
  ],
  closing: 'It was a pleasure to talk with you. We will write to you soon.',
};

export const airport: Scene = {
  id: 'airport',
  language: 'en',
  title: { 'zh-Hant': '機場登記', en: 'Checking in' },
  setting: { 'zh-Hant': '你在機場櫃位辦理登機。', en: 'You are at the check-in desk of an airport.' },
  student: { 'zh-Hant': '乘客', en: 'a passenger' },
  partner: { 'zh-Hant': '地勤人員', en: 'the airline clerk' },
  opening: 'Good morning. Where are you flying to today?',
  goals: [
    {
      id: 'where',
      text: { 'zh-Hant': '說出目的地', en: 'Say where you fly to' },
      signs: [
        'london',
        'tokyo',
        'sydney',
        'taipei',
        'beijing',
        'singapore',
        'flying to',
        'going to',
        'fly to',
      ],
      reply: 'Thank you. May I see your passport? How many bags do you have?',
    },
    {
      id: 'bags',
      text: { 'zh-Hant': '說出有幾件行李', en: 'Say how many bags you have' },
      signs: [
        'bag*',
        'suitcase*',
        'luggage',
        'just one',
        'only one',
        'have one',
        'one please',
        'two',
        'three',
      ],
      reply: 'That is fine. Please put them on the scales.',
    },
    {
      id: 'seat',
      text: { 'zh-Hant': '要求靠窗或走廊座位', en: 'Ask for a seat' },
      signs: ['window', 'aisle', 'seat*'],
      reply: 'Of course. I have a seat for you in row twenty.',
    },
    {
      id: 'gate',
      text: { 'zh-Hant': '問登機閘口或時間', en: 'Ask for the gate or the time' },
      signs: [
        'gate',
        'what time',
        'when board*',
        'when leave*',
        'when depart*',
        'when plane',
        'when flight',
        'boarding',
      ],
      reply: 'You board at gate forty two, at half past ten.',
    },
  ],
  prompts: [
    'Do you have any bags to check in?',
    'Where would you like to sit?',
    'Would you like to know anything about boarding?',
  ],
  closing: 'Here is your boarding pass. Have a good flight!',
};

export const way: Scene = {
  id: 'asking-the-way',
  language: 'en',
  title: { 'zh-Hant': '問路', en: 'Asking the way' },
  setting: { 'zh-Hant': '你在外地迷了路，想去博物館。', en: 'You are lost abroad and look for the museum.' },
  student: { 'zh-Hant': '遊客', en: 'a visitor' },
  partner: { 'zh-Hant': '途人', en: 'somebody in the street' },
  opening: 'Hello there. You look a little lost. Can I help you?',
  goals: [
    {
      id: 'place',
      text: { 'zh-Hant': '說明要去哪裡', en: 'Say where you want to go' },
      signs: ['museum', 'where is', 'how get', 'looking for', 'way to'],
      reply: 'The museum is not far. Go straight on and turn left at the bank.',
    },
    {
      id: 'far',
      text: { 'zh-Hant': '問有多遠', en: 'Ask how far it is' },
      signs: ['how far', 'how long', 'minutes', 'far'],
      reply: 'It is about ten minutes on foot.',
    },
    {
      id: 'bus',
      text: { 'zh-Hant': '問可否乘車', en: 'Ask about a bus or a train' },
      signs: ['bus', 'train', 'underground', 'taxi', 'metro'],
      reply: 'You can take bus number six, it stops in front of it.',
    },
    {
      id: 'thanks',
      text: { 'zh-Hant': '道謝', en: 'Say thank you' },
      signs: ['thank*', 'appreciate'],
      reply: 'You are welcome.',
    },
  ],
  prompts: [
    'Where would you like to go?',
    'Do you want to walk, or would you rather take a bus?',
    'Is there anything else you would like to know?',
  ],
  closing: 'Enjoy the museum. Goodbye!',
};

export const market: Scene = {
  id: 'putonghua-market',
  language: 'cmn',
  title: { 'zh-Hant': '普通話：買水果', en: 'Putonghua: buying fruit' },
  setting: { 'zh-Hant': '你在北京的水果店。', en: 'You are at a fruit shop in Beijing.' },
  student: { 'zh-Hant': '顧客', en: 'a customer' },
  partner: { 'zh-Hant': '店主', en: 'the shopkeeper' },
  opening: '您好，歡迎光臨。您想買點兒甚麼？',
  goals: [
    {
      id: 'fruit',
      text: { 'zh-Hant': '說出要買的水果', en: 'Name a fruit' },
      signs: ['蘋果', '苹果', '西瓜', '香蕉', '葡萄', '橙子', '梨'],
      reply: '好的，今天的很新鮮。您要多少？',
    },
    {
      id: 'amount',
      text: { 'zh-Hant': '說出分量', en: 'Say how much of it' },
      signs: ['斤', '公斤', '個', '个', '串'],
      reply: '行，我給您稱一稱。',
    },
    {
      id: 'price',
      text: { 'zh-Hant': '問價錢', en: 'Ask the price' },
      signs: ['多少錢', '多少钱', '怎麼賣', '怎么卖', '價錢', '价钱'],
      reply: '一共二十塊。',
    },
    {
      id: 'bargain',
      text: { 'zh-Hant': '請他便宜一點', en: 'Ask for a better price' },
      signs: ['便宜', '打折', '優惠', '优惠'],
      reply: '好吧，十八塊賣給您。',
    },
  ],
  prompts: ['您還要別的嗎？', '您想問價錢嗎？', '這個很甜，您要不要嚐一嚐？'],
  closing: '謝謝您，歡迎下次再來！',
};
