import type { DistressKind } from '#engine/distress/kinds.ts';
import type { Locale } from '#shared/locale.ts';

type Words = Record<Locale, string>;

/** The sentence that answers what was said, for each kind of need. */
export const answerWords: Record<DistressKind, Words> = {
  violence: {
    'zh-Hant':
      '多謝你願意告訴我。沒有人有權打你或傷害你身邊的人，這不是你的錯。如果現在有危險，請先離開到安全的地方，並致電 999。你也可以把這件事告訴老師、學校社工，或致電這裏的熱線，他們會保護你。',
    en: 'Thank you for telling me. Nobody has the right to hit you or to hurt the people around you, and it is not your fault. If there is danger now, go somewhere safe and call 999. You can also tell a teacher or school social worker, or call one of the lines shown here; they are there to protect you.',
  },
  touching: {
    'zh-Hant':
      '多謝你信任我，說出這件事需要很大勇氣。你的身體屬於你，沒有人可以這樣對你，這絕對不是你的錯，也不用替任何人保守這種秘密。請告訴一位你信任的大人，或致電這裏的熱線；如果對方就在附近或你有危險，請致電 999。',
    en: 'Thank you for trusting me; saying this takes a lot of courage. Your body belongs to you, nobody may treat you like that, it is not your fault, and you need not keep such a secret for anyone. Please tell an adult you trust, or call one of the lines shown here. If that person is near or you are in danger, call 999.',
  },
  bullying: {
    'zh-Hant':
      '多謝你告訴我。被人這樣對待一定很難受，錯的不是你。你不用獨自面對：可以把發生的事、時間和訊息記下來，告訴班主任、學校社工或家人，也可以致電這裏的熱線，有人會聽你說。',
    en: 'Thank you for telling me. Being treated like that hurts, and the fault is not yours. You need not face it alone: keep a note of what happened, when, and any messages, and tell your class teacher, the school social worker or your family. You can also call one of the lines shown here, where somebody will listen.',
  },
  hunger: {
    'zh-Hant':
      '多謝你告訴我。你應該有飯吃、有人照顧，向人求助並不丟臉。請告訴老師或學校社工，他們可以安排食物和支援；這裏的熱線也幫得到你和你的家人。如果你一個人在家並且不舒服或害怕，請致電 999。',
    en: 'Thank you for telling me. You should have enough to eat and somebody who looks after you, and there is no shame in asking. Please tell a teacher or the school social worker, who can arrange food and support; the lines shown here can help you and your family too. If you are alone and feel ill or afraid, call 999.',
  },
  running_away: {
    'zh-Hant':
      '多謝你告訴我。想離開，一定有令你很難受的原因，你的安全最重要。如果你現在在外面，請先到有人、有燈光的地方，有危險就致電 999。請先和一位你信任的大人、學校社工或這裏的熱線談談，他們會和你一起想辦法。',
    en: 'Thank you for telling me. There must be something very hard behind the wish to leave, and your safety comes first. If you are outside now, go where there are people and light, and call 999 if there is danger. Please talk first to an adult you trust, the school social worker or one of the lines shown here; they will look for a way with you.',
  },
  fear: {
    'zh-Hant':
      '多謝你告訴我你的感受。聽起來你真的很辛苦，你不是一個人。試試慢慢呼吸，然後告訴一位你信任的人：家人、老師或社工；這裏的熱線也會有人聽你說。如果有人令你有危險，請致電 999。',
    en: 'Thank you for telling me how you feel. It sounds really hard, and you are not alone. Try to breathe slowly, and then tell somebody you trust: a relative, a teacher or a social worker. Somebody will listen on the lines shown here as well. If a person puts you in danger, call 999.',
  },
  self_harm: {
    'zh-Hant':
      '多謝你告訴我，我很在意你的安全。如果你現在可能會傷害自己，或已經受傷或吃了藥，請立即致電 999，或馬上叫身邊的大人陪你。你的痛苦是真的，但它可以減輕；請現在就致電這裏 24 小時的熱線，有人會陪你捱過這一刻。',
    en: 'Thank you for telling me; your safety matters to me. If you might hurt yourself now, or are already hurt or have taken something, call 999 at once or ask an adult nearby to stay with you. Your pain is real, and it can get lighter. Please call one of the 24-hour lines shown here now; somebody will stay with you through this moment.',
  },
  eating: {
    'zh-Hant':
      '多謝你告訴我。和食物、身體的掙扎可以很辛苦，這不是你不夠努力，也不用獨自承受。你的身體需要照顧：請告訴家人、老師、學校社工或醫生，也可以致電這裏的熱線。如果你暈倒或很不舒服，請致電 999。',
    en: 'Thank you for telling me. Struggling with food and with your body can be very hard; it is not a lack of effort, and you need not bear it alone. Your body needs care: please tell your family, a teacher, the school social worker or a doctor, or call one of the lines shown here. If you faint or feel very ill, call 999.',
  },
};

/** Above the lines: what matters most, in a sentence, for those who read no further. */
export const cardWords: Record<DistressKind, Words> = {
  violence: {
    'zh-Hant': '沒有人可以打你，這不是你的錯。有危險請先打 999。',
    en: 'Nobody may hit you, and it is not your fault. In danger, call 999 first.',
  },
  touching: {
    'zh-Hant': '你說出來很勇敢，這不是你的錯。有危險請先打 999。',
    en: 'It was brave to tell, and it is not your fault. In danger, call 999 first.',
  },
  bullying: {
    'zh-Hant': '被人這樣對待很難受，錯的不是你。這些熱線可以幫你。',
    en: 'Being treated like that hurts, and the fault is not yours. These lines can help.',
  },
  hunger: {
    'zh-Hant': '你應該有飯吃、有人照顧。這些熱線可以幫你和家人。',
    en: 'You should have enough to eat and somebody to look after you. These lines can help.',
  },
  running_away: {
    'zh-Hant': '你的安全最重要。走之前或在外面時，先和這些熱線談談。',
    en: 'Your safety comes first. Before you go, or when you are outside, talk to one of these lines.',
  },
  fear: {
    'zh-Hant': '你真的很辛苦，但你不是一個人。這些熱線可以幫你。',
    en: 'This is hard, and you are not alone. These lines can help.',
  },
  self_harm: {
    'zh-Hant': '你很重要，請不要一個人撐着。可能傷害自己時，立即打 999。',
    en: 'You matter; please do not carry this alone. If you might hurt yourself, call 999 now.',
  },
  eating: {
    'zh-Hant': '和食物、身體的掙扎很辛苦，你不用獨自承受。這些熱線可以幫你。',
    en: 'Struggling with food is hard, and you need not bear it alone. These lines can help.',
  },
};

/** The title of a thread that begins with need: what was said is not for whoever looks at the list. */
export const threadTitle: Words = { 'zh-Hant': '傾談', en: 'A talk' };

/** Small answers after help was shown, the first pattern that fits. */
export const goingOn: readonly [RegExp, Words][] = [
  [
    /[唔不]敢|[驚惊怕]|\b(?:scared|afraid|dare|can'?t tell|cannot tell)\b/i,
    {
      'zh-Hant':
        '不敢說是很正常的，你可以慢慢來。可以先寫在紙上交給老師或社工，或者致電上面的熱線，先不說名字也可以。你已經踏出第一步了。',
      en: 'It is quite normal not to dare, and you can take your time. You could write it on paper and give it to a teacher or social worker, or call one of the lines above and keep your name to yourself at first. You have already taken the first step.',
    },
  ],
  [
    /多[謝谢]|唔該|[謝谢]{2}|再[見见]|拜拜|\b(?:thanks?|thank you|bye|goodbye)\b/i,
    {
      'zh-Hant': '不用客氣，謝謝你告訴我。請記得上面的熱線，有需要就打。想再談談，或者想做功課，我都在這裏。',
      en: 'You are welcome, and thank you for telling me. Remember the lines above; call whenever you need to. If you want to talk more, or to do some school work, I am here.',
    },
  ],
  [
    /^(?:[唔不]|冇|沒|没|no\b|don'?t|nobody|i (?:don'?t|can'?t))|[唔不](?:想|要|知)|冇用|沒用|没用|\b(?:no|don'?t (?:want|know)|no use)\b/i,
    {
      'zh-Hant':
        '不要緊，你不用勉強自己。你的感受很重要。當你準備好，可以找一位令你安心的大人，或者致電上面的熱線；如果情況變得危險，請致電 999。',
      en: 'That is all right; you need not force yourself. How you feel matters. When you are ready, look for an adult with whom you feel safe, or call one of the lines above. If it becomes dangerous, call 999.',
    },
  ],
  [
    /^/,
    {
      'zh-Hant':
        '我在聽。我是程式，未必幫到所有事，但你說的很重要。請把這些也告訴一位你信任的大人，或致電上面的熱線。你現在安全嗎？如果不安全，請致電 999。',
      en: 'I am listening. I am a program and cannot help with everything, but what you say matters. Please tell an adult you trust as well, or call one of the lines above. Are you safe now? If not, call 999.',
    },
  ],
];

/** For a language model that writes on after the fixed words. */
export const instructionAfter = (words: string) =>
  `The student may be in need. The app has already answered with the words below and shows the fitting help lines beside them. Go on after these words with two to four short, warm sentences in the student's own language that answer what was said. Do not repeat the words, name no other phone number, ask for no names, places or details, give no methods, promise no secrecy, do not judge, and do no school work in this answer.\nThe words: ${words}`;
export const instructionToGoOn =
  'A little earlier the student told of something hard, and help lines were shown. Stay warm and patient, answer what is said in a few short sentences, do not turn to school work unless the student does, name no phone number that was not named before, and encourage the student to talk to an adult they trust.';
