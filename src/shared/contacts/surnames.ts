// Surnames as they are usually written in Hong Kong, each sign under one spelling; the last lines are compound ones.
const spellings = `
Au區歐 Bin卞邊 Chai柴齊 Chak翟 Cham湛 Chan陳 Chau周鄒 Cheng鄭 Cheuk卓 Cheung張章蔣 Chik戚植 Chim詹 Chin錢 Ching程
Chiu趙招 Cho曹 Choi蔡 Chong莊 Chu朱 Chuk祝竺 Chun秦 Chung鍾鐘仲 Fan范樊 Fei費 Fok霍 Fong方房 Fu傅符 Fung馮封 Ha夏
Hang杭 Hau侯 Heung向 Hing邢 Ho何賀 Hoi海 Hok郝 Hon韓 Hong項康 Hui許 Huen禤 Hung洪熊孔 Ip葉 Kam甘金 Kan簡靳 Kei紀祁
Keung姜 Kiu喬 Ko高 Koo古顧 Kong江 Ku辜 Kuk谷鞠 Kung龔宮 Kwai桂 Kwan關 Kwok郭 Kwong鄺 Lai黎賴 Lam林藍 Lang冷 Lau劉柳
Law羅 Lee李 Lei利 Leung梁 Lik酈 Lim廉 Lin連 Ling凌 Lit列 Liu廖 Lo盧勞路 Lok駱樂 Lui呂雷 Luk陸 Lun倫 Lung龍 Ma馬
Mak麥 Man文萬 Mau繆 Miu苗 Mo毛巫武 Mok莫 Mong蒙 Mui梅 Mung孟 Ng吳伍 Ngai魏倪 Ngan顏 Ngau牛 Ngo敖 Ning寧甯 Nip聶 Oi艾
On安 Or柯 Pak白柏 Pang彭 Pau鮑包 Pei裴 Po布蒲 Pok卜 Pong龐 Poon潘 Pui貝 Sek石 Sham岑 She佘 Sheung尚 Shing成盛
Shiu邵 Shu舒 Shum沈 Si史 Sin冼單 Sit薛 Siu蕭肖 So蘇 Suen孫 Sung宋 Sze施 Tai戴 Tam譚談 Tang鄧滕 Tik狄 Tin田 Ting丁
Tiu刁 To杜陶 Tong唐湯 Tsang曾 Tse謝 Tso左 Tsui徐崔 Tuen段 Tung董童佟 Wah華 Wai韋衛 Wan溫尹雲 Wat屈 Wong王黃汪
Woo胡 Wu烏鄔 Yam任 Yan甄殷 Yau邱丘尤游 Yeung楊 Yik易 Yim嚴閻 Ying應 Yiu姚 Yu余于俞虞 Yue茹 Yuen阮袁源 Yung容翁
Chan陈 Chau邹 Cheng郑 Cheung张 Chiu赵 Chung钟 Fung冯 Ip叶 Kwan关 Lau刘 Law罗 Lo卢 Luk陆 Mak麦 Ng吴 Siu萧 So苏
Tam谭 Tang邓 Tse谢 Wong黄 Yeung杨
Au-Yeung歐陽 Szeto司徒 Sheung-Koon上官 Chu-Kot諸葛 Sze-Ma司馬 Ha-Hau夏侯 Wong-Po皇甫 Kung-Suen公孫 Wai-Chi尉遲
Mo-Yung慕容 Nam-Kung南宮 Ling-Wu令狐 Yu-Man宇文 Tuen-Muk端木 Tuk-Koo獨孤 Cheung-Suen長孫
`;

const compounds = new Map<string, string>();
const single = new Map<string, string>();
for (const [, spelled = '', signs = ''] of spellings.matchAll(/([A-Z][\w-]*)(\p{Script=Han}+)/gu))
  if (spelled.includes('-') || spelled === 'Szeto') compounds.set(signs, spelled);
  else for (const sign of signs) single.set(sign, spelled);

/** 歐陽 of 歐陽菲, or undefined. */
export const compoundSurname = (name: string) => [name.slice(0, 2)].find((surname) => compounds.has(surname));

const latin = new Map([...compounds.values(), ...single.values()].map((name) => [name.toLowerCase(), name]));
/** Chan of “chan”, or undefined where the word is no surname of Hong Kong. */
export const latinSurname = (word: string) => latin.get(word.toLowerCase());

/** Lam of 林, for languages in Latin letters; an unknown surname, or one in Latin letters, stays as it is. */
export const romanised = (surname: string) => compounds.get(surname) ?? single.get(surname) ?? surname;
