import type { Locale } from '../locale.ts';
import type { SpokenLanguage } from './voice.ts';

const shop: Scene = {
  id: 'shop',
  language: 'en',
  title: { 'zh-Hant': '買鞋', en: 'Buying shoes' },
  setting: {
    'zh-Hant': '你在運動用品店想買一雙跑鞋。',
    en: 'You are in a sports shop to buy running shoes.',
  },
  student: { 'zh-Hant': '顧客', en: 'a customer' },
  partner: { 'zh-Hant': '店員', en: 'the shop assistant' },
  opening: 'Good afternoon, welcome to the shop. How can I help you?',
  goals: [
    {
      id: 'what',
      text: { 'zh-Hant': '說明想買甚麼', en: 'Say what you are looking for' },
      signs: ['shoe*', 'trainer*', 'sneaker*'],
      reply: 'We have a good choice of running shoes over here. What size do you take?',
    },
    {
      id: 'size',
      text: { 'zh-Hant': '說出尺碼', en: 'Give your size' },
      signs: ['size', 'thirty*', 'forty*', 'seven', 'eight', 'nine'],
      reply: 'Yes, I have that size. Would you like to try them on?',
    },
    {
      id: 'price',
      text: { 'zh-Hant': '問價錢', en: 'Ask the price' },
      signs: ['how much', 'price*', 'cost*'],
      reply: 'They are four hundred and fifty dollars.',
    },
    {
      id: 'discount',
      text: { 'zh-Hant': '問有沒有折扣', en: 'Ask for a discount' },
      signs: ['discount*', 'cheaper', 'sale', 'student price'],
      reply: 'Students get ten percent off. Would you like to take them?',
    },
  ],
  prompts: [
    'I see. Tell me more about what you need.',
    'Is there anything you would like to ask about the shoes?',
    'Would you like to know about sizes or prices?',
  ],
  closing: 'Thank you very much. Here are your shoes, and have a nice day!',
};

const clinic: Scene = {
  id: 'clinic',
  language: 'en',
  title: { 'zh-Hant': '看醫生', en: 'At the clinic' },
  setting: { 'zh-Hant': '你不舒服，去診所看醫生。', en: 'You feel unwell and see a doctor.' },
  student: { 'zh-Hant': '病人', en: 'a patient' },
  partner: { 'zh-Hant': '醫生', en: 'the doctor' },
  opening: 'Hello, please sit down. What seems to be the problem?',
  goals: [
    {
      id: 'symptom',
      text: { 'zh-Hant': '說出哪裡不舒服', en: 'Say what is wrong' },
      signs: [
        'headache*',
        'cough*',
        'fever',
        'sore throat',
        'stomach*',
        'pain*',
        'hurt*',
        'ill',
        'sick',
        'cold',
      ],
      reply: 'I am sorry to hear that. How long have you felt like this?',
    },
    {
      id: 'since',
      text: { 'zh-Hant': '說出由何時開始', en: 'Say since when' },
      signs: ['since', 'yesterday', 'days', 'one day', 'week*', 'morning', 'last night'],
      reply: 'I see. Are you allergic to any medicine?',
    },
    {
      id: 'allergy',
      text: { 'zh-Hant': '回答有沒有敏感', en: 'Answer about allergies' },
      signs: ['allerg*', 'no not', 'penicillin'],
      reply: 'Good to know. I will give you some medicine for three days.',
    },
    {
      id: 'medicine',
      text: { 'zh-Hant': '問怎樣服藥', en: 'Ask how to take the medicine' },
      signs: ['how often', 'how many', 'how take', 'when take', 'times day', 'before after meal*'],
      reply: 'Take one tablet three times a day, after meals.',
    },
  ],
  prompts: [
    'Could you describe how you feel?',
    'Do you have a fever or a cough?',
    'Is there anything you want to ask about the medicine?',
  ],
  closing: 'Drink a lot of water and rest well. I hope you feel better soon.',
};

const restaurant: Scene = {
  id: 'restaurant',
  language: 'en',
  title: { 'zh-Hant': '餐廳點菜', en: 'Ordering a meal' },
  setting: { 'zh-Hant': '你在餐廳點菜。', en: 'You order a meal in a restaurant.' },
  student: { 'zh-Hant': '食客', en: 'a guest' },
  partner: { 'zh-Hant': '侍應', en: 'the waiter' },
  opening: 'Good evening. Here is the menu. Are you ready to order?',
  goals: [
    {
      id: 'dish',
      text: { 'zh-Hant': '點一道菜', en: 'Order a dish' },
      signs: ['i would like', "i'd like", 'i want', 'can i have', 'could i have', 'i will have', "i'll have"],
      reply: 'A good choice. And what would you like to drink?',
    },
    {
      id: 'drink',
      text: { 'zh-Hant': '點飲品', en: 'Order a drink' },
      signs: ['water', 'tea', 'juice', 'coffee', 'lemon*', 'milk', 'drink*'],
      reply: 'Certainly. Is there anything you cannot eat?',
    },
    {
      id: 'diet',
      text: { 'zh-Hant': '說明不吃甚麼', en: 'Say what you cannot eat' },
      signs: [
        'allerg*',
        'vegetarian',
        'without',
        'no meat',
        'cannot eat',
        "can't eat",
        'not spicy',
        'no nuts',
      ],
      reply: 'I will tell the kitchen.',
    },
    {
      id: 'bill',
      text: { 'zh-Hant': '結帳', en: 'Ask for the bill' },
      signs: ['bill', 'check please', 'pay', 'how much'],
      reply: 'Of course. That is one hundred and twenty dollars altogether.',
    },
  ],
  prompts: [
    'Would you like to hear what is good today?',
    'Can I bring you anything else?',
    'Just tell me when you would like to pay.',
  ],
  closing: 'Thank you for coming. I hope you enjoyed your meal.',
};

const interview: Scene = {
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

const airport: Scene = {
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

const way: Scene = {
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

const market: Scene = {
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

/** Role plays written for this product; tasks.ts holds the tasks of spoken practice. */
export const scenes: readonly Scene[] = [shop, clinic, interview, airport, restaurant, way, market];

export const sceneOf = (id: string) => scenes.find((scene) => scene.id === id);

export type Translated = Record<Locale, string>;

/**
 * A goal is met when one of its `signs` was said: the words of the sign in order and close together, `*` for
 * any ending; for Chinese, the characters.
 */
type Goal = {
  id: string;
  text: Translated;
  signs: readonly string[];
  /** Answer of the built-in partner, in the language of the scene. */
  reply: string;
};

/** A role play. Spoken text is in `language`; displayed text is in the language of the page. */
export type Scene = {
  id: string;
  language: SpokenLanguage;
  title: Translated;
  setting: Translated;
  /** Roles of the student and of the partner. */
  student: Translated;
  partner: Translated;
  opening: string;
  goals: readonly Goal[];
  /** Said one after another when no goal was met. */
  prompts: readonly string[];
  closing: string;
};
