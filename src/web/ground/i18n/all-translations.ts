import enChat from './locales/en.chat.json' with { type: 'json' };
import enChatAnswer from './locales/en.chat-answer.json' with { type: 'json' };
import enClasses from './locales/en.classes.json' with { type: 'json' };
import enEmail from './locales/en.email.json' with { type: 'json' };
import enEraser from './locales/en.eraser.json' with { type: 'json' };
import enEraserEditor from './locales/en.eraser-editor.json' with { type: 'json' };
import enFees from './locales/en.fees.json' with { type: 'json' };
import enForms from './locales/en.forms.json' with { type: 'json' };
import enInterest from './locales/en.interest.json' with { type: 'json' };
import enEverywhere from './locales/en.json' with { type: 'json' };
import enLogin from './locales/en.login.json' with { type: 'json' };
import enMarket from './locales/en.market.json' with { type: 'json' };
import enMatching from './locales/en.matching.json' with { type: 'json' };
import enMe from './locales/en.me.json' with { type: 'json' };
import enNotify from './locales/en.notify.json' with { type: 'json' };
import enOperator from './locales/en.operator.json' with { type: 'json' };
import enPlan from './locales/en.plan.json' with { type: 'json' };
import enPractice from './locales/en.practice.json' with { type: 'json' };
import enReport from './locales/en.report.json' with { type: 'json' };
import enSafety from './locales/en.safety.json' with { type: 'json' };
import enVoice from './locales/en.voice.json' with { type: 'json' };
import zhHantChat from './locales/zh-Hant.chat.json' with { type: 'json' };
import zhHantChatAnswer from './locales/zh-Hant.chat-answer.json' with { type: 'json' };
import zhHantClasses from './locales/zh-Hant.classes.json' with { type: 'json' };
import zhHantEmail from './locales/zh-Hant.email.json' with { type: 'json' };
import zhHantEraser from './locales/zh-Hant.eraser.json' with { type: 'json' };
import zhHantEraserEditor from './locales/zh-Hant.eraser-editor.json' with { type: 'json' };
import zhHantFees from './locales/zh-Hant.fees.json' with { type: 'json' };
import zhHantForms from './locales/zh-Hant.forms.json' with { type: 'json' };
import zhHantInterest from './locales/zh-Hant.interest.json' with { type: 'json' };
import zhHantEverywhere from './locales/zh-Hant.json' with { type: 'json' };
import zhHantLogin from './locales/zh-Hant.login.json' with { type: 'json' };
import zhHantMarket from './locales/zh-Hant.market.json' with { type: 'json' };
import zhHantMatching from './locales/zh-Hant.matching.json' with { type: 'json' };
import zhHantMe from './locales/zh-Hant.me.json' with { type: 'json' };
import zhHantNotify from './locales/zh-Hant.notify.json' with { type: 'json' };
import zhHantOperator from './locales/zh-Hant.operator.json' with { type: 'json' };
import zhHantPlan from './locales/zh-Hant.plan.json' with { type: 'json' };
import zhHantPractice from './locales/zh-Hant.practice.json' with { type: 'json' };
import zhHantReport from './locales/zh-Hant.report.json' with { type: 'json' };
import zhHantSafety from './locales/zh-Hant.safety.json' with { type: 'json' };
import zhHantVoice from './locales/zh-Hant.voice.json' with { type: 'json' };

type Both<Files> = (Files extends unknown ? (files: Files) => void : never) extends (both: infer All) => void
  ? All
  : never;

/** One section, such as the titles of the pages, may stand in several files. */
function join<Files extends Record<string, object>[]>(...files: Files) {
  const sections: Record<string, object> = {};
  for (const file of files)
    for (const [name, words] of Object.entries(file)) sections[name] = { ...sections[name], ...words };
  return sections as Both<Files[number]>;
}

// All translations, for the server, which renders every page. A browser loads only those of its page
// (load.ts).
export const zhHant = join(
  zhHantEverywhere,
  zhHantLogin,
  zhHantMe,
  zhHantEmail,
  zhHantForms,
  zhHantOperator,
  zhHantNotify,
  zhHantMarket,
  zhHantMatching,
  zhHantInterest,
  zhHantClasses,
  zhHantPlan,
  zhHantFees,
  zhHantSafety,
  zhHantReport,
  zhHantPractice,
  zhHantEraser,
  zhHantEraserEditor,
  zhHantChat,
  zhHantChatAnswer,
  zhHantVoice,
);
export const en = join(
  enEverywhere,
  enLogin,
  enMe,
  enEmail,
  enForms,
  enOperator,
  enNotify,
  enMarket,
  enMatching,
  enInterest,
  enClasses,
  enPlan,
  enFees,
  enSafety,
  enReport,
  enPractice,
  enEraser,
  enEraserEditor,
  enChat,
  enChatAnswer,
  enVoice,
);
