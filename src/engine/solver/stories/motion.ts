/** Word problems: distance, speed and time. */
import { bilingual } from '../solution.ts';
import { story } from './story.ts';

const traveller =
  '(?:一(?:輛|架|列|部|個|名|艘))?(?:汽車|的士|巴士|貨車|火車|列車|電車|單車|自行車|飛機|船|輪船|跑手|人|小明|小華|小美|他|她|它)';
const goes = '(?:行駛|行走|步行|跑|前進|航行|飛行|行)';
const speedZh =
  '(?:以)?(?:平均)?(?:時速#v(?:公里|千米|km)|每小時#w(?:公里|千米|km)|#s(?:km\\/h|公里\\/小時))(?:的)?(?:平均)?(?:速度|速率)?';
const hoursZh = '#t(?:個)?小時';
const vehicle =
  '(?:a|the) (?:car|bus|train|taxi|lorry|truck|van|cyclist|plane|ship|boat|man|woman|boy|girl|runner)';
const speedEn =
  '(?:at (?:a|an|a constant|an average|a steady) speed of|at) #v ?(?:km\\/h|kmh|km per hour|kilometres per hour|kilometers per hour)';
const goesEn = '(?:travels|drives|runs|moves|flies|sails|walks|cycles|rides|goes)';

const distance = story(
  [
    `${traveller}${speedZh}${goes}了?${hoursZh}[,.](?:問|求)?(?:它|他|她)?(?:一?共|總共)?${goes}了?(?:多少公里|多遠|的(?:距離|路程))(?:是多少)?`,
    `${vehicle} ${goesEn} ${speedEn} for #t hours?\\. (?:how far (?:does|did|has) (?:it|he|she|the \\w+) (?:travel|go|run|travelled)|find the distance (?:it has )?travelled)`,
  ],
  ({ v, w, s, t }) => ({
    text: bilingual('距離 = 速率 × 時間。', 'Distance = speed × time.'),
    mathematics: `${v ?? w ?? s} * ${t}`,
    unit: 'km',
  }),
);

const speed = story(
  [
    `${traveller}(?:在)?${hoursZh}(?:內)?${goes}了?#d(?:公里|千米|km)[,.](?:問|求)?(?:它|他|她)?的?(?:平均)?(?:速度|速率|時速)(?:是多少)?(?:公里)?`,
    `${traveller}${goes}了?#d(?:公里|千米|km)(?:,)?(?:用了|需時|用|需)${hoursZh}[,.](?:問|求)?(?:它|他|她)?的?(?:平均)?(?:速度|速率|時速)(?:是多少)?(?:公里)?`,
    `${vehicle} ${goesEn} #d ?(?:km|kilometres|kilometers) in #t hours?\\. (?:find|what is|what was) (?:its|his|her|the)(?: average)? speed(?: in km\\/h)?`,
  ],
  ({ d, t }) =>
    Number(t) === 0
      ? undefined
      : {
          text: bilingual('速率 = 距離 ÷ 時間。', 'Speed = distance ÷ time.'),
          mathematics: `${d} / ${t}`,
          unit: 'km/h',
        },
);

const time = story(
  [
    `${traveller}${speedZh}${goes}#d(?:公里|千米|km)[,.](?:問|求)?(?:它|他|她)?(?:共)?(?:需要|需|要|用了|用)(?:多少|幾)(?:個)?小時`,
    `${vehicle} ${goesEn} ${speedEn}\\. how (?:long|many hours) (?:does|will|would) (?:it|he|she) take to (?:travel|go|cover|drive|run) #d ?(?:km|kilometres|kilometers)`,
    `how (?:long|many hours) does ${vehicle} take to (?:travel|go|cover) #d ?(?:km|kilometres|kilometers) ${speedEn}`,
  ],
  ({ v, w, s, d }) =>
    Number(v ?? w ?? s) === 0
      ? undefined
      : {
          text: bilingual('時間 = 距離 ÷ 速率。', 'Time = distance ÷ speed.'),
          mathematics: `${d} / ${v ?? w ?? s}`,
          unit: 'h',
        },
);

export const motion = [distance, speed, time];
