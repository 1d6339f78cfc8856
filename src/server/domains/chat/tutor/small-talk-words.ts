export type TalkKind = 'hello' | 'howAreYou' | 'whoAreYou' | 'ready' | 'thanks' | 'goodbye';

/**
 * Matches at the start of the remaining text, and not within a longer word. Phrases are in lower case,
 * without punctuation.
 */
const next = (...phrases: string[]) => new RegExp(`^(?:${phrases.join('|')})(?![a-z'])\\s*`, 'u');

const withHomework = '(?: with (?:my )?(?:math(?:s|ematics)?|homework))?';

/** The phrases of small talk in the order they are tried: 「你好嗎」 before 「你好」. An aside means nothing alone. */
export const pieces: [TalkKind | 'aside', RegExp][] = [
  [
    'howAreYou',
    next(
      '(?:how|where) (?:are|were|have) you(?: been| doing| going| feeling)?',
      "how(?:'s| is) (?:it going|everything|life)|how do you do|what's up",
      'are you (?:ok|okay|well|there|ready)|can you hear me',
      '[你您]好[嗎吗]|[你您]?最近(?:點|怎[麼么樣样]+)[呀啊樣样]?|點呀|食咗飯未',
      '聽[到得](?:我(?:講嘢|說話)?)?[嗎未]',
    ),
  ],
  [
    'whoAreYou',
    next(
      "who are you|what are you|what(?:'s| is) your name|what can you do|how can you help(?: me)?",
      `(?:can|could|will|would) you (?:please )?help(?: me)?${withHomework}`,
      `(?:please )?help(?: me)?${withHomework}|i need (?:some |your )?help`,
      '[你您](?:是[誰谁]|係邊個|叫(?:咩|什麼|甚麼)名)',
      '[你您](?:可以|能|識)(?:幫我)?做?(?:甚麼|什麼|什么|乜嘢|乜)',
      '(?:[你您]?(?:可唔可以|可不可以|可以))?[幫帮教]我?[做解]?(?:數學|功課|數|下|吓|手)?[嗎呀吖]?$',
    ),
  ],
  [
    'hello',
    next(
      'hello|hallo|hullo|hi(?:ya)?|hey|greetings|good (?:morning|afternoon|evening|day)',
      '[你您]好|大家好|哈[囉啰喽嘍]|嗨|早晨|早安|午安|[早晚]上好|下午好|喂',
    ),
  ],
  [
    'thanks',
    next(
      '(?:no )?thanks(?! to\\b)|(?:no )?thank (?:you|u)|thankyou|cheers',
      '(?:i (?:see|understand)|got it)(?=\\s*$)',
      '多[謝谢]|[謝谢]{2}|感[謝谢]|我?明白[了喇啦]?(?=\\s*$)',
      // 唔該 also means “please”.
      '唔該晒?(?=\\s*[你您]?(?:老師|呀|啊)?\\s*$)',
    ),
  ],
  [
    'goodbye',
    next(
      'bye(?:[ -]bye)?|good ?bye|good ?night|see (?:you|ya)|talk to you later',
      '再[見见]|拜拜|晚安|(?:下次|明天|聽日)[見见]',
    ),
  ],
  [
    'ready',
    next(
      'ok|okay|all ?right|(?:please )?(?:wait|stop|hold on)',
      'i (?:have|had|have got|got) (?:an?|another|one|one more|some) (?:question|problem)s?',
      'i (?:want|would like) to ask(?: you)?(?: (?:a|another|one) question| something)?',
      '好[的呀啊吖]?$|[停等](?:一?[等停下])?',
      '我(?:有|想問|想问)(?:[下吓]|一下)?[你您]?(?:一?[個条條题題])?(?:問題|问题)?',
    ),
  ],
  [
    'aside',
    next(
      'there|again|today|now|please|every(?:one|body)|teacher|tutor|sir|miss|my friend|and|um+|uh+|oh',
      'nice to meet you|long time no see|then|later|soon|tomorrow|next time',
      'very much|so much|a lot|for (?:your|the) help|for (?:helping|teaching)(?: me)?',
      '[老導导][師师]|同[學学]|今日|今天|[你您晒先了呀啊吖喇啦嗎吗呢喎哦噢嗯]',
    ),
  ],
];

/** Mathematics, or any other question or request. */
export const request = new RegExp(
  [
    '[\\d=+*/^√∫%×÷<>≤≥\\\\$]|(?:^| )[-−]|\\b[a-z] ?[-−]',
    `\\b(?:${[
      'plus|minus|times|divided?|multipl\\w+|equals?|squared?|cubed?|roots?|powers?|percent\\w*|fractions?|sums?',
      'solv\\w+|factor\\w*|simplif\\w*|expand\\w*|calculat\\w*|comput\\w*|work out|find|prove|plot|draw|quiz\\w*',
      'differentiat\\w*|integra\\w*|deriv\\w*|equations?|inequalit\\w*|triangles?|circles?|angles?|graphs?',
      'questions?|problems?|exercises?|hints?|answers?|solutions?|stuck|lost|confused|help',
      "what|what's|why|when|where|which|who|who's|whom|whose",
      'how (?:do|does|did|can|could|should|would|to|many|much|long|far|is|was)',
      'explain|defin\\w*|describ\\w*|translat\\w*|spell\\w*|write|read|tell|give|show|teach|learn|practi[cs]e|mean\\w*',
      'code|program\\w*|essay|poem|story|sentence|grammar|physics|chemistry|biology|history|geography',
    ].join('|')})\\b`,
    '[加減减乘除計计算求證证解題题畫画幾几哪邊边誰谁教寫写譯译識识]|等[於于]|[平立]方|根號|方程|因式|微分|積分|三角|分數|圖像',
    '展開|化簡|答案|提示|不懂|不會|點[做解樣]|怎|如何|[甚什][麼么]|乜|咩|為何|多少|意思|文法|作文|中文|英文|歷史|地理|物理|化學|生物',
  ].join('|'),
  'u',
);
