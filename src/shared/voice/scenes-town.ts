import type { Scene } from './scene.ts';

export const shop: Scene = {
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

export const clinic: Scene = {
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

export const restaurant: Scene = {
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
