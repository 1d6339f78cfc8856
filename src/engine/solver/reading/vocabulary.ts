import { isMathWord } from './tokens.ts';

/**
 * Words of algebra and calculation questions. A text with other words may mean more than its formulas, so it
 * is not answered from the formulas alone.
 */
const chinese = [
  '化為',
  '化成',
  '各式',
  '各題',
  '每題',
  '解集',
  '分別',
  '滿足',
  '使得',
  '左邊',
  '右邊',
  '兩邊',
  '次方',
  '完全',
  '詳細',
  '過程',
  '完整',
  '數學',
  '功課',
  '練習',
  '知道',
  '同時',
  '各',
  '每',
  '兩',
  '邊',
  '全',
  '它',
  '其',
  '下',
  '上',
  '再',
  '先',
  '後',
  '列',
  '想',
  '教',
  '做',
  '出',
  '附',
  '寫',
  '式子',
  '答',
  '集',
  '第',
  '因式分解',
  '分解因式',
  '聯立方程',
  '二次公式',
  '一元',
  '二元',
  '一次',
  '二次',
  '三次',
  '方程組',
  '不等式',
  '關於',
  '為何值時',
  '取何值時',
  '何值時',
  '為何',
  '複合',
  '方程式',
  '方程',
  '恆等式',
  '對數',
  '指數',
  '絕對值',
  '根式',
  '數式',
  '算式',
  '代數式',
  '多項式',
  '分式',
  '括號',
  '化簡',
  '簡化',
  '展開',
  '計算',
  '求值',
  '求解',
  '求出',
  '找出',
  '解出',
  '寫出',
  '證明',
  '有理化',
  '配方法',
  '配方',
  '十字相乘法',
  '十字相乘',
  '因式',
  '公式法',
  '公式',
  '代入法',
  '消元法',
  '加減',
  '代入',
  '以下',
  '下列',
  '下面',
  '其中',
  '已知',
  '假設',
  '如果',
  '答案',
  '結果',
  '準確值',
  '實數解',
  '實數',
  '實根',
  '未知數',
  '變數',
  '變為',
  '變成',
  '主項',
  '數值',
  '的值',
  '表示',
  '最簡',
  '形式',
  '分母',
  '分子',
  '分數',
  '小數',
  '正指數',
  '等於',
  '多少',
  '甚麼',
  '什麼',
  '是否',
  '範圍',
  '之內',
  '全部',
  '所有',
  '問題',
  '題目',
  '請問',
  '並且',
  '然後',
  '步驟',
  '角度',
  '弧度',
  '平方根',
  '立方根',
  '平方',
  '立方',
  '次方',
  '根號',
  '三角比',
  '三角',
  '函數',
  '準確',
  '至',
  '解',
  '求',
  '試',
  '請',
  '把',
  '將',
  '用',
  '以',
  '的',
  '值',
  '若',
  '當',
  '設',
  '得',
  '為',
  '是',
  '及',
  '和',
  '與',
  '或',
  '且',
  '並',
  '在',
  '內',
  '中',
  '對',
  '於',
  '根',
  '式',
  '法',
  '之',
  '則',
  '令',
  '令',
  '由',
  '算',
  '答',
  '題',
  '問',
  '幾',
  '呢',
  '吧',
  '嗎',
  '一',
  '個',
  '這',
  '此',
  '該',
  '條',
  '數',
  '有',
  '例',
  '如',
  '即',
  '那麼',
  '使',
  '可',
  '能',
  '成',
  '我',
  '你',
  '幫',
  '唔該',
  '老師',
  '怎樣',
  '怎麼',
  '點',
  '計',
  '項',
].sort((a, b) => b.length - a.length);

const english = new Set(
  `solve simplify simplified expand expanded factorise factorize factor factors factorisation evaluate calculate compute find determine work out what is are the a an of for in to and or if when where given that let with using by use hence then value values equation equations inequality inequalities simultaneous system expression following real root roots solution solutions solving completely fully form simplest exact answer answers your express positive indices index terms term make subject formula quadratic method completing complete square the brackets bracket remove multiply collect like all such satisfy satisfies satisfying please range interval over on from between within rationalise rationalize denominator numerator surd surds fraction decimal number numbers unknown unknowns x y z sum product difference result please can you me help show steps step how do i get question q ans degree degrees radian radians both each it its be has have as so log logarithm write down linear cubic polynomial exponential trigonometric function functions set via cross elimination substitution factoring calculator without compound working workings`.split(
    /\s+/,
  ),
);

type Vocabulary = { readonly chinese: readonly string[]; readonly english: ReadonlySet<string> };

const general: Vocabulary = { chinese, english };

/** The general vocabulary plus more words; Chinese longest first, so that a word matches before its parts. */
const vocabularyWith = (more: Vocabulary): Vocabulary => ({
  chinese: [...new Set([...more.chinese, ...chinese])].sort((a, b) => b.length - a.length),
  english: new Set([...english, ...more.english]),
});

/** The words of a text that are not in the given vocabulary. */
function foreignWords(text: string, known = general): string[] {
  const found: string[] = [];
  // 當 x = 2 時
  const plain = text.replace(/(?<=當[^。；]*)時(?=\s*[,，;；求]|\s*$)/g, ' ');
  let rest = plain.replace(/[A-Za-z]+(?:'s)?/g, (word) => {
    const lower = word.toLowerCase();
    if (word.length > 2 && !known.english.has(lower) && !isMathWord(lower)) found.push(lower);
    return ' ';
  });
  if (!/[\u3400-\u9fff]/.test(rest)) return found;
  for (const one of known.chinese) rest = rest.replaceAll(one, ' ');
  return [...found, ...(rest.match(/[\u3400-\u9fff]+/g) ?? [])];
}

export const hasForeignWords = (text: string): boolean => foreignWords(text).length > 0;

/**
 * The words that each kind understands beside the general vocabulary. Any other word may change the question
 * (斜邊上的高, the perimeter, every other term), and the kind then does not answer it.
 */

const shared =
  'two three four both point points coordinates coordinate following data state determine respectively';
const sharedZh = '坐標 二 三 四 兩個 三個 分別 判斷 數據 資料 組 、';

const known = {
  intersection: [
    '交點 相交於 相交 直線 曲線 圓 拋物線 圖像 兩線 兩直線 與 線 點',
    'intersection intersect intersects meet meets line lines straight curve curves circle parabola graphs graph where',
  ],
  extremeInteger: [
    '最大 最小 整數 滿足 不等式',
    'greatest largest least smallest integer integral whole possible satisfying',
  ],
  unitConversion: [
    '毫米 厘米 公分 米 公尺 吋 英吋 英寸 呎 英呎 英尺 碼 英里 哩 安士 盎司 磅 公里 千米 毫克 克 公斤 千克 公噸 噸 毫升 立方厘米 升 公升 立方米 秒 分鐘 分 小時 鐘頭 日 天 星期 週 平方毫米 平方厘米 平方米 平方公里 公頃 每 仙 分錢 元 蚊 轉為 轉換 轉成 換算 換成 轉 相等 單位 為單位 時',
    'convert change into millimetres centimetres metres kilometres millimeters centimeters meters kilometers inch inches foot feet yard yards mile miles ounce ounces pound pounds milligrams grams kilograms gram kilogram tonne tonnes millilitres litres milliliters liters millilitre litre cubic sec second seconds min mins minute minutes hour hours hrs day days week weeks hectare hectares per mph cent cents dollar dollars metre centimetre kilometre millimetre many there',
  ],
  angles: [
    '度 弧度 銳角 第一象限 象限 化 轉為 轉換 單位 角',
    'acute angle quadrant first degree degrees radian radians convert change into rad',
  ],
  division: [
    '除以 除 商式 商數 商 餘式 餘數 餘 長除法 被 多項式',
    'remainder quotient divided divide division when long polynomial',
  ],
  coefficientOf: [
    '係數 展開式 常數項 常數 二項式 項',
    'coefficient coefficients expansion constant binomial independent',
  ],
  variation: [
    '正比 反比 正變 反變 隨 成 時 成正比 成反比 當 的平方 變',
    'varies vary directly direct inversely inverse proportional variation square root cube',
  ],
  sequence: [
    '等差數列 等比數列 等差 等比 數列 級數 首項 首 前 公差 公比 通項 一般項 無限 無窮 項數 項之和 項的和 總和 之和 末項 各項 相加 算術 幾何 序列 項 與',
    'arithmetic geometric sequence sequences series nth first last common ratio infinity infinite progression general terms term add sum total up a.p g.p st nd rd th',
  ],
  statistics: [
    '平均數 平均值 平均 算術平均數 中位數 眾數 標準差 標準偏差 方差 分佈域 分布域 全距 極差 四分位數間距 四分位距 四分位數 四分位 下四分位數 上四分位數 間距 樣本 總體 以下數據 這組數據 一組數據 求下列數據 各數',
    'average mean median mode standard deviation variance quartile interquartile inter lower upper iqr range sample population arithmetic these those list there',
  ],
  probability: [
    '擲 投擲 拋 一枚 枚 一粒 粒 顆 一個 骰子 公平 硬幣 得到 出現 點數 大於 小於 不大於 不小於 偶數 奇數 單數 雙數 質數 倍數 概率 機率 袋中 袋 內有 盒 球 紅 藍 綠 黃 白 黑 橙 紫 色 隨機 抽出 抽到 抽取 抽 取出 取到 取 到 從 由 名 位 人 學生 本 書 不同 選出 選 挑選 揀 種 選法 方法 排法 排成 排列 一行 一列 行 列 排 組合 多少種 正面 反面 公 字 面 全部 都 皆 次 或 不是 非 個 同學 隊員 成員 代表 支 張 機會',
    'fair unbiased die dice thrown rolled tossed throwing rolling tossing probability getting get even odd prime greater less larger smaller more than least most multiple bag box contains containing there balls ball red blue green yellow white black orange purple pink drawn drawing draw random randomly one chosen chose choose select selected selecting picked pick many ways way different distinct books book arranged arrange arrangements row line people persons students student combinations permutations committee members coin coins head heads tail tails once twice times number not marble marbles taken counter counters cards card shelf',
  ],
  triangle: [
    '三角形 直角三角形 直角邊 兩股 直角 斜邊 另一直角邊 另一邊 一邊 一條 第三邊 第三條邊 兩條 兩邊 三邊 邊長 夾角 角 面積 長度 長 度 畢氏定理 內角 各角 正弦公式 餘弦公式 正弦定理 餘弦定理 其餘',
    'triangle right angled angle angles side sides third other another hypotenuse legs leg area length lengths included pythagoras theorem sine cosine rule law measure right-angled bac abc acb cab cba bca one long square',
  ],
  calculus: [
    '求導 微分 導數 導函數 一階 二階 三階 二次 對 切線 曲線 斜率 駐點 轉向點 極大點 極小點 極大值 極小值 極大 極小 極值 極 積分 定積分 不定積分 原函數 下限 上限 由 到 處 點 時 位 圖像 線 法線 導',
    'differentiate derivative differentiation respect wrt with second third first twice tangent tangents curve slope gradient stationary turning local relative maximum minimum extreme extremum extrema maxima minima integrate integral integration indefinite definite antiderivative limits from upper lower graph integrals line normal',
  ],
  coordinates: [
    '通過 經過 過 穿過 垂直 平行 垂直平分線 線段 直線 斜率 截距 圓心 半徑 直徑 圓 標準式 一般式 距離 之間 間 中點 三角形 頂點 面積 到直線 到 連接 連線 兩端 端點 兩端點 原點 點斜式 斜截式 形 與 軸 長度 線 長',
    'line straight through passes passing pass joining joins join parallel perpendicular bisector segment slope gradient intercept centre center radius diameter circle standard general distance between midpoint mid triangle vertices area from origin whose which has ends end endpoints length circles lines axis',
  ],
  functions: [
    '頂點 頂點式 對稱軸 最大值 最小值 最大 最小 極值 值域 定義域 反函數 逆函數 截距 圖像 圖象 拋物線 曲線 直線 交點 與 軸 相交 判別式 性質 等根 相等 實根 重根 沒有 無 不等 不相等 相異 兩個 兩實根 二次函數 一次函數 線性函數 配成 完全平方 配 複合函數 處 等 不',
    'vertex axis symmetry maximum minimum range domain inverse intercept intercepts graph parabola curve line cuts cut crosses meets meet discriminant nature equal repeated double distinct unequal two completed real composite straight quadratic no',
  ],
  numbers: [
    '最大公因數 最大公約數 最小公倍數 質因數分解 質因數 分解質因數 連乘式 百分數 百分率 百分之幾 百分之多少 多少百分 百分 幾個百分 增加 上升 增長 減少 下降 降低 佔 元 了 之 分數 最簡分數 小數 科學記數法 科學記號法 記數法 記號法 公因數 公倍數 約數 因數 轉為 正 算術 平方根 積 連乘',
    'highest greatest common factor divisor lowest least multiple hcf lcm gcd prime factors product percent percentage increase increased decrease decreased reduce reduced fraction decimal scientific notation standard convert change into lowest simplest factorisation factorization is by primes',
  ],
  rootQuestions: [
    '兩根之和 之和 之積 積 總和 乘積 兩根 各根 所有根 個數 數目 多少個 幾個 相異 不同 三根',
    'sum product roots many does number distinct different there solutions',
  ],
  conditions: [
    '正整數 負整數 非負整數 整數 正數 負數 正實數 負實數 正根 負根 正解 負解 正 負 非負 實數',
    'positive negative integer integers integral whole nonnegative non which where satisfying there',
  ],
} as const satisfies Record<string, readonly [string, string]>;

export type WordedKind = keyof typeof known;

const wordsOf = (list: string): string[] => list.split(/\s+/);
const vocabulary = new Map(
  Object.entries(known).map(([kind, [zh, en]]) => [
    kind,
    vocabularyWith({
      chinese: [...wordsOf(sharedZh), ...wordsOf(zh)],
      english: new Set([...wordsOf(shared), ...wordsOf(en)]),
    }),
  ]),
);

/** Removes names of points and sides: AB, PQR. */
const withoutNames = (text: string): string => text.replace(/(?<![A-Za-z])[A-Z]{1,4}(?![A-Za-z])/g, ' ');

export function hasUnknownWords(text: string, kind: WordedKind): boolean {
  return foreignWords(withoutNames(text), vocabulary.get(kind)).length > 0;
}
