/**
 * Words known from questions of algebra that nevertheless change what is asked: the formulas alone would then answer another
 * question. A kind that answers such a question looks for its words itself.
 */

const chinese =
  /之和|之積|之差|之比|總和|的和|的積|的差|乘積|平方和|立方和|多少個|幾多個|幾個|個數|整數|正數|負數|正根|負根|正解|負解|正實|負實|非負|非零|有理數|無理數|質數|奇數|偶數|較[大小]|最[大小]|係數|常數項|次數|倒數|相反數|是否|證明|完全平方|[項倍]|近似|有效數字|位小數|準確至|性質|通解|複數|多少[次種倍位]|(?:求|找出?|寫出)\s*(?:其|它的)?(?:分母|分子|指數|左邊|右邊)/;
const english =
  /\bhow many\b|\bnumber of\b|\bsums?\b|\bproducts?\b|\bdifference\b|\bpositive (?!ind|exp|power)|\bnegative\b|\bintegers?\b|\bintegral\b|\bwhole numbers?\b|\bnatural\b|\birrational\b|\brational (?:num|root|sol)|\bprimes?\b|\bodd\b|\beven\b|\blarge[rs]t?\b|\bsmalle[rs]t?\b|\bgreate[rs]t?\b|\bleast\b|\bmaximum\b|\bminimum\b|\bexcept\b|\bexcluding\b|\bother than\b|\bnot\b|\bcoefficients?\b|\bconstant term\b|\bdegree of\b|\breciprocal\b|\baverage\b|\bapproximat|\bround|\bdecimal places?\b|\bd\.?p\.?\b|\bsignificant\b|\bs\.?f\.?\b|\bnearest\b|\bcorrect to\b|\bprove\b|\bverify\b|\bshow that\b|\bwhether\b|\bperfect square\b|\bgeneral solution\b|\bcomplex\b|\bis [a-z] ?= ?-?[\d./]+ (?:a|the) (?:root|solution)/;

const isWrittenSquare = /平方(?!根)|立方(?!根)|次方|平方根|立方根|根號|開方/;

/** Whether something else is asked than to solve, simplify, expand or factorise what is written. */
export function asksElse(text: string, lower: string): boolean {
  const plain = text.replace(/正指數|配成完全平方|最簡|同類項|主項|移項|方程/g, ' ');
  if (chinese.test(plain) || english.test(lower)) return true;
  // What the reading turned into signs is gone from the text; what is left of it was not read.
  if (isWrittenSquare.test(plain)) return true;
  // "a 的 20%" is not a beside 20%.
  if (/[a-z\d)]\s*的\s*-?\d/.test(lower)) return true;
  if (/絕對值|absolute value/.test(lower) && !text.includes('|')) return true;
  if (/小數|decimal/.test(lower) || (/分數|fraction/.test(lower) && /\d\.\d/.test(text))) return true;
  if (/對數|logarithm/.test(lower) && !/log|ln/.test(lower.replace('logarithm', ''))) return true;
  return false;
}

const thing =
  '(?:距離|中點|斜率|截距|頂點|對稱軸|最大值|最小值|極值|值域|定義域|反函數|面積|周界|周長|判別式|根|最大公因數|最小公倍數|圓心|半徑|直徑|直線方程|切線方程|公差|公比|首項|通項|第\\s*\\d+\\s*項|平均數|平均值|中位數|眾數|標準差|方差|分佈域|餘數|商式|體積|概率|distance|midpoint|slope|gradient|[xy]-?\\s?intercepts?|vertex|axis of symmetry|maximum|minimum|range|domain|inverse|area|perimeter|discriminant|roots?|hcf|lcm|h\\.c\\.f\\.|l\\.c\\.m\\.|cent(?:re|er)|radius|diameter|equation|common (?:difference|ratio)|first term|mean|median|mode|standard deviation|variance|remainder|quotient|volume|mph|km/h|m/s)';
const severalThings = new RegExp(
  `${thing}(?:\\s+of\\s+[^,;]{1,40}?)?\\s*(?:和|及|與|、|,|並|以及|\\band\\b|&)\\s*(?:求|find|其|它的|the|its|also)?\\s*(?:the\\s+)?(?:[xy]\\s*-?\\s*)?${thing}(?!\\s*(?:為|是|=|is)?\\s*-?\\d)|(?:求|find)\\s*[a-zA-Z]\\s*(?:和|及|與|、|and)\\s*(?:the\\s+)?${thing}|相應|對應的|corresponding`,
  'i',
);

const madeFurther = new RegExp(
  `(?!根|roots?)${thing}\\s*(?:之|的)\\s*(?:平方|立方|和|差|積|比|倒數|一半|[兩\\d]\\s*倍)|(?:square|sum|product|difference|half|twice|reciprocal) of (?:the |its |their )?(?!roots?)${thing}`,
  'i',
);
/** Whether something is to be made of what is found: the square of a distance, the sum of the intercepts. */
export const asksFurther = (text: string): boolean => madeFurther.test(text);

/** Whether two things are asked for in one go: a kind that answers one of them has answered half of the question. */
export const asksSeveral = (text: string): boolean => severalThings.test(text);

/** Whether the answer is wanted rounded. */
export const asksRounded = (text: string): boolean =>
  /準確至|有效數字|位小數|小數後|四捨五入|近似值|decimal places?|\bd\.p\.|significant fig|\bs\.f\.|nearest|correct to|\bround(?:ed)?\b/i.test(
    text,
  );

const unitAfterNumber =
  /\d\s*(?:ft|feet|foot|inch(?:es)?|yd|yards?|miles?|mi|lbs?|oz|kg|km|cm|mm|ml|mL|hrs?|mins?|sec|mph|kmh|GB|MB|kW|Hz|kPa|°\s?[CF])(?![a-zA-Z])/;
/** 3 cm + 2 cm is not 5·c·m. */
export const hasUnits = (text: string): boolean => unitAfterNumber.test(text);
