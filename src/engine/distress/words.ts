import { fold } from './fold.ts';

/**
 * The words of this engine by class; each class has one capital letter. The longest word at a place wins, so that
 * harmless compounds (`harmless`) keep the short words inside them from being seen: 打電話 is not 打.
 */
const classes: Readonly<Record<string, string>> = {
  // The child.
  M: '我 本人 me i my mine im ive',
  O: '自己 myself my_self',
  // The family, and those who live with it.
  F: `爸爸 爸 阿爸 老爸 爸媽 爸妈 爹 爹地 老豆 父親 媽媽 媽 阿媽 老媽 媽咪 母親 老母 父母 家長 家人 屋企人 家裡人 家里人 哥 哥哥 大佬 阿哥 姐 姐姐 家姐 阿姐
    弟弟 細佬 妹妹 細妹 弟 妹 爺爺 阿爺 嫲嫲 阿嫲 奶奶 婆婆 阿婆 公公 阿公 外公 外婆 姥姥 姥爺 叔叔 阿叔 叔 伯父 舅父 舅舅 姑媽 姑姐 姑丈 姨媽 阿姨 姨丈 表哥 表弟 表姐 堂哥 堂弟
    繼父 後父 後爸 後媽 繼母 養父 養母 乾爹 乾媽 契爺 契媽 媽媽的男朋友 媽咪男朋友 阿媽男朋友 工人姐姐 工人 菲傭 印傭 傭人 保姆 屋企 家裡 家里
    dad daddy dada papa father pa mum mom mummy mommy mama mother ma parents parent brother bro brothers sister sis uncle uncles aunt auntie aunty cousin
    grandpa grandma grandfather grandmother granny stepdad stepfather stepmom stepmum stepmother stepbrother step-dad step-mum guardian helper maid
    mum's_boyfriend mom's_boyfriend mother's_boyfriend family folks`,
  // Others of the same age.
  P: `同學 同學們 同班 班同學 班人 班上的人 班裡的人 班入面 班裡 班里 全班 成班 班上 朋友 老友 師兄 師姐 高年級 高年班 中三嘅人 校友 男同學 女同學 同桌 隔離位 隊友 室友 學長 學姐
    classmate classmates kids kid friend friends boys girls boy girl student students older_kids older_boys bullies bully's teammates seniors everyone_in_class people_at_school people_in_my_class`,
  // Grown-ups outside the family, and strangers.
  T: `老師 阿sir 阿_sir 亞sir 教練 補習老師 補習社老師 補習導師 導師 補習sir 補習阿sir 校長 社工 牧師 神父 鄰居 隔離屋 隔籬屋 網友 陌生人 怪人 怪叔叔 伯伯 阿伯 阿叔叔 男人 男仔 女人 老人 大叔 校工 保安 看更 司機 校車司機 男朋友 女朋友 男友 前男友
    teacher sir coach tutor instructor neighbour neighbor stranger strangers man men guy guys old_man driver priest boyfriend girlfriend bf gf ex someone_online online_friend principal`,
  S: `有人 人哋 人家 佢 佢哋 他 她 他們 她們 它們 啲人 有個人 有班人 幾個人 個個 人人 所有人 大家 每個人 班友 嗰班人
    he she they someone somebody everyone everybody people others anyone`,
  // What is done to a child.
  V: '俾 被 遭 受到 being was were got get been gets getting',
  H: `打 打到 打得 打我 毒打 痛打 暴打 毆打 揍 摑 扇 搧 抽 鞭 踢 捏 掐 扯 揪 推 撞 撼 掟 揼 郁手 動手 動粗 打傷 打爆 打斷 打死 打腫 打瘀 毆 拳頭 巴掌 耳光 摑咗 一巴 兩巴 淥 燙 灼 綁 勒 箍 箍頸 𢱕 抌 批踭 拎嘢掟 出氣 發洩 家暴 虐打 虐待 暴力 捱打 挨打 挨揍 抽打 體罰 吊起 砍 斬 劈我 扎 淹 餵我食 擲 丟嘢 捅 拳打腳踢 揪住 㩒住 按住 拖 拉扯 扭
    hit hits hitting beat beats beating beaten slap slaps slapped slapping punch punches punched punching kick kicks kicked kicking choke chokes choked choking strangle strangled shove shoves shoved
    push pushes pushed pushing throw throws threw burn burns burned burnt whip whips whipped smack smacks smacked abuse abuses abused abusive violent violence hurting hurts hurt harm harms grab grabs grabbed drag dragged drags
    pinch pinches spank stab attacked attacks attack pull pulls pulled`,
  W: '皮帶 衣架 藤條 籐條 雞毛掃 棍 木棍 鐵棍 棒 拖鞋 煙頭 煙蒂 熨斗 打火機 開水 滾水 熱水 酒樽 酒瓶 飲醉 飲醉酒 喝醉 醉酒 飲酒 喝酒 belt hanger cane stick drunk drinks drinking slipper cigarette',
  U: `瘀 瘀傷 瘀青 淤青 淤 傷 傷痕 受傷 流血 出血 流鼻血 血 痕 疤 腫 紅腫 骨折 好痛 很痛 痛 痛到 紅晒 黑青 損 bruise bruises bruised bleeding bleed bleeds blood scar scars swollen marks wound wounds injured`,
  // Touching.
  Y: `摸 掂 掂到 觸碰 碰 攬 攬住 攬實 抱 抱住 錫 親 親吻 吻 咀 嘴 舔 捽 揩 撫摸 亂摸 摸我 非禮 性侵 性侵犯 侵犯 強姦 性騷擾 騷擾 猥褻 迷姦 佔便宜 揩油 鹹豬手 毛手毛腳 上床 性行為 搞我 搞
    touch touches touched touching kiss kisses kissed kissing rub rubs rubbed rubbing grope gropes groped groping hug hugs hugging molest molested molests molesting rape raped rapes fondle strokes harass harassed harassing cuddle`,
  Z: `下體 下面 私處 私處部位 私密處 隱私部位 私隱部位 性器官 陰部 陰莖 胸 胸口 胸部 屁股 pat_pat patpat 大髀 大腿 腿 內褲 內衣 裙 裙底 裙子 底褲 除衫 脫衫 脫衣 脫衣服 除褲 脫褲 剝衫 冇著衫 沒穿衣服 裸 裸照 裸體 裸相 鹹片 色情 色情片 咸片 av 沖涼 洗澡 換衫 換衣服 偷拍 偷影 偷看 偷睇 張床 床上 我床 被窩 被竇 秘密 唔好話俾人知 唔好同人講 不要告訴
    private_part private_parts privates thigh thighs bum butt bottom breast breasts chest panties underwear nude nudes naked strip undress porn sexual sexually sex clothes_off my_bed skirt my_shirt secret inappropriate down_there bra pants`,
  // Bullying.
  K: `逼 迫 撕爛 反鎖 跪 forced forcing force hates disgusting 欺負 欺凌 霸凌 凌霸 蝦 蝦我 恰 排擠 排斥 孤立 杯葛 抵制 嘲笑 取笑 恥笑 笑我 譏笑 嘲諷 挖苦 整蠱 作弄 捉弄 玩弄 針對 威脅 恐嚇 勒索 收保護費 保護費 搶 搶走 搶我 當我透明 當透明 無視 唔理我 不理我 冇人理 唔睬 唔同我玩 唔同我講嘢 唔跟我玩 不跟我玩 不跟我說話 不理 花名 改花名 難聽 造謠 謠言 散播 流言 講我壞話 說我壞話 壞話 唱衰 抹黑 起底 網絡欺凌 群組 起哄 圍住 圍毆 圍我 鎖我 鎖咗 關在 關我 鬧 鬧我 罵 罵我 侮辱 羞辱 歧視 屌 吐口水 口水 踩 唾 憎我 討厭我 話我醜 肥豬 死肥仔 死肥妹 怪胎 白痴 低能 蠢材 廢物 垃圾 賤 冇人想同我
    bully bullies bullied bullying tease teases teased teasing laugh laughs laughed laughing mock mocks mocked make_fun makes_fun making_fun made_fun ignore ignores ignored ignoring exclude excluded left_out leave_me_out isolate isolated threaten threatens threatened threatening blackmail cyberbully cyberbullied cyberbullying rumour rumours rumor rumors lies names mean_things pick_on picks_on picking_on picked_on steal steals stole take_my_money lunch_money lock locked locks trip trips spit spits insult insults insulted ugly loser freak weirdo humiliate humiliated shame`,
  N: `唔 不 冇 沒 沒有 無 冇得 冇人 沒人 沒有人 無人 唔好 不准 不許 不讓 唔俾 不給 不想 唔想 唔敢 不敢 唔可以 不能 唔會 不會 從來沒
    no not dont don't doesnt doesn't cant can't cannot won't wont never nobody nothing without didnt didn't hasnt hasn't havent haven't isnt isn't wasn't no_one none`,
  // Hunger and neglect.
  E: `食 吃 食飯 吃飯 食嘢 嘢食 吃東西 吃的 東西吃 食物 飯 早餐 午餐 午飯 晚飯 晚餐 早飯 煮飯 買餸 餸 麵包 雪櫃 冰箱 米 lunch dinner breakfast food eat eats eating ate eaten meal meals fridge cook cooks snack snacks`,
  G: '餓 肚餓 好餓 很餓 餓親 餓到 餓住 餓肚子 捱餓 挨餓 飢餓 饑餓 餓得 充飢 hungry starve starving starved hunger',
  $: '冇錢 沒錢 沒有錢 無錢 窮 欠錢 欠債 no_money poor broke afford',
  // Leaving home.
  R: `離家出走 離家 出走 走佬 逃走 逃離 逃 逃跑 偷走 走出嚟 跑出來 跑咗出嚟 走咗出嚟 搬走 搬出去 趕出 趕我 趕走 趕咗我 趕出嚟 趕出門 踢出 掃地出門 叫我走 叫我滾 滾出去 滾 唔返屋企 唔返去 不回家 不返家 唔想返屋企 唔想返去 不想回家 唔敢返屋企 不敢回家 冇屋企返 無家可歸 冇地方瞓 冇地方去 沒地方去 沒地方睡 瞓街 瞓公園 睡公園 瞓後樓梯 露宿 流浪 流落街頭 執好晒 執咗 收拾行李 執行李 反鎖 鎖我出
    run_away ran_away running_away runaway run_from_home ran_from_home leave_home left_home leaving_home kicked_out kick_me_out kicks_me_out threw_me_out throw_me_out locked_me_out locked_out lock_me_out nowhere_to_go nowhere_to_sleep nowhere_to_stay move_out moving_out go_home going_home back_home sleep_outside slept_outside sleeping_outside pack pack_my_bag packed_my_bag packing escape`,
  L: '返屋企 回家 返去 返家 街上 街度 公園 商場 天橋底 車站 樓梯 後樓梯 麥當勞 網吧 通宵 home house street park mall station mcdonalds stairwell',
  // Fear and despair.
  A: `驚 好驚 怕 害怕 很怕 好怕 恐懼 恐慌 驚慌 嚇親 嚇到 震 發抖 顫抖 心慌 焦慮 緊張 惡夢 噩夢 發惡夢 做噩夢 作噩夢 跟蹤 尾隨 跟住我 跟着我 跟著我 偷窺 監視 scared afraid frightened terrified fear fears nightmare nightmares panic anxious anxiety shaking shake following_me follows_me followed_me follow_me stalk stalking stalked stalker watching_me threatened unsafe not_safe`,
  C: `喊 哭 流淚 流眼淚 眼淚 傷心 難過 難受 辛苦 崩潰 痛苦 絕望 無助 孤獨 孤單 寂寞 抑鬱 憂鬱 鬱鬱 唔開心 不開心 好灰 灰 頂唔順 頂唔住 撐唔住 撐不住 撐唔落去 捱唔住 捱唔落去 受不了 忍唔住 承受 透唔到氣 抖唔到氣 喘不過氣 壓力大 壓力 瞓唔著 失眠 睡不著 麻木 空虛 好攰 好累 太累 心好亂 心亂 冇用 沒用 一無是處 冇人明 冇人關心 冇人錫 沒人愛 沒人關心 冇人愛 不愛我 唔愛我 唔錫我 唔要我 不要我 多餘 負累 包袱 冇希望 沒希望 冇意思 沒意思 意義 唔想返學 不想上學 不敢上學 唔敢返學 想喊 想哭 憎自己 討厭自己 恨自己
    cry cries crying cried sad depressed depression hopeless helpless alone lonely worthless useless miserable overwhelmed can't_breathe can't_sleep can't_take_it_anymore cant_cope burden hate_myself hate_my_life nobody_cares no_one_cares unloved nobody_likes_me no_friends nobody_loves_me empty numb breakdown tears upset unhappy awful exhausted broken`,
  // Self-harm.
  D: `死 想死 去死 自殺 輕生 尋死 了結 結束生命 結束自己 跳樓 跳落去 跳下去 天台 屋頂 樓頂 一了百了 遺書 遺言 不想活 唔想活 唔想生存 唔想做人 不想做人 活着 活著 活下去 做人 生存 消失 唔再醒 不再醒 一覺不醒 冇咗我 沒有我 冇我 吊頸 上吊 燒炭 安眠藥 成樽藥 成排藥 一整瓶藥 食藥 吞藥 好多粒藥 必理痛 止痛藥 離開這個世界 離開呢個世界 離開世界 唔存在 生無可戀 跳軌 衝出馬路 路軌 想不開 解脫
    die dead death dying suicide suicidal kill_myself killing_myself end_it_all end_my_life kms unalive alive living live pills overdose overdosed jump jumping jumped jump_off roof rooftop rope hang_myself goodbye_note goodbye_letter wake_up disappear vanish exist gone miss_me better_off_without_me not_be_here slit wrist wrists`,
  X: `自殘 自傷 割 割手 割腕 界 界手 刀 刀片 美工刀 𠝹刀 鎅刀 剪刀 弄傷 整傷 傷害 抓 掐 撞牆 撼牆 撞頭 撼頭 燙自己 打自己 cut cuts cutting self_harm self-harm selfharm blade razor knife scratch scratches hurt_myself harm_myself burn_myself hit_myself`,
  // Eating.
  Q: `扣喉 摳喉 摳喉嚨 催吐 嘔 嘔返 嘔出嚟 吐 吐出來 吐掉 暴食 暴飲暴食 狂食 狂吃 厭食 節食 絕食 瘦 減肥 減磅 磅 體重 公斤 卡路里 卡 瀉藥 肥 好肥 太肥 胖 太胖 肚腩 照鏡 鏡子 身材 罪惡感 內疚 唔敢食 不敢吃 驚肥 怕胖 怕肥 嘔吐 戒食 唔食 不吃 頭暈 暈低
    fat thin skinny weight vomit vomits vomiting throw_up throwing_up threw_up throw_it_up purge purged purging binge binged bingeing binging diet dieting calories calorie laxatives laxative anorexic bulimic skip_meals skip_meal skipping_meals skip skipping starve_myself starving_myself stomach lose_weight my_body scale mirror guilty chew puke puking`,
  I: '成日 成晚 每日 每天 每晚 日日 晚晚 天天 經常 常常 總是 不停 次次 每次 一直 又 再 已經 幾日 兩日 三日 好多日 兩天 三天 好幾天 今日 今晚 昨晚 昨日 昨天 頭先 剛剛 而家 現在 半夜 夜晚 always every_day everyday every_night every_time keeps again last_night tonight yesterday often since days right_now whenever all_the_time for_days',
  // What to do, whom to tell.
  '?': '點算 點算好 怎麼辦 怎辦 點做好 怎麼辦好 點好 救我 救命 幫幫我 幫我 唔敢講 不敢說 不敢告訴 唔敢話 唔敢同人講 邊個幫到我 可以同邊個講 應唔應該 報警 what_should_i_do help_me please_help who_can_i_tell who_do_i_tell tell_anyone tell_anybody dont_tell',
  // School work: what_is written, counted, translated or read.
  J: `作文 造句 英文 中文 普通話 意思 點寫 怎樣寫 怎麼寫 點讀 點串 點譯 點解釋 翻譯 語譯 譯 改寫 續寫 描寫 修辭 句式 句子 詞性 成語 近義詞 反義詞 部首 筆劃 題目 呢題 這題 呢條 第幾題 閱讀 閱讀理解 課文 文章 段落 主旨 論點 議論文 說明文 記敘文 書信 日記 故事 小說 主角 角色 電影 遊戲 打機 新聞 報告 專題 統計 數據 百分 百分率 百分之 機率 概率 平均 平均數 中位數 比例 比率 速度 速率 加速度 面積 體積 方程 公式 計 計算 求 解 等於 幾多 多少 幾個 幾時 點計 怎樣計 怎麼算 證明 圖表 個案 率 原因 成因 影響 分析 比較 分別 定義 例子 例題 功課 練習 溫書 溫習 考試 測驗 試卷 dse 數學 物理 化學 生物 歷史 地理 經濟 常識 通識 公民 科 實驗 細胞 細菌 戰爭 革命 皇帝 朝代 詩 詞 文言 歷史上 史 作者 人物 性格 情節 法律 政策 社會 應否 是否 表現 心理 感受 寓意 道理 比喻 誇張 擬人 排比 對偶 文中 本文 世紀 王朝 起義 條約 戰役 侵略 帝國 王國 將軍 大臣 太監 之變 之難 聖經 耶穌 佛教 孔子 孟子 屈原 李白 杜甫 魯迅 紅樓夢 三國 水滸 西遊記 史記 論語 古文 唐詩 宋詞 神話 寓言 童話 人口 氣候 議題 角度 正反 立場 利弊 措施 政府 香港 中國 主語 謂語 賓語
    essay sentence meaning mean means translate grammar tense verb noun adjective synonym paragraph passage comprehension poem novel character chapter story play film movie game statistics data percentage percent probability average ratio speed velocity acceleration area volume equation formula calculate find solve how_many how_much explain why_did how_does what_is what_are define compare discuss describe write question homework exercise exam test quiz maths math physics chemistry biology history geography economics experiment cell war vocabulary spelling word words phrase idiom summary summarise fill_in_the_blank passive_voice past_tense project speech letter email century empire king queen emperor dynasty author narrator theme symbol symbolism metaphor simile shakespeare macbeth hamlet romeo juliet bible jesus government policy issue arguments revolution treaty soldiers army colony population climate plot setting literature literary proverb`,
  // Animals, machines and jokes: what is said of them is no need of a child.
  '@': `隻狗 隻貓 狗 貓 龜 烏龜 兔 兔仔 倉鼠 金魚 魚 鳥 雀 恐龍 昆蟲 蚊 曱甴 蛇 老虎 獅子 植物 動物 機械人 電腦 電話 手機 電池 網絡 程式 循環 while 密碼 帳戶 dog cat rabbit hamster fish turtle bird spider spiders snake animal animals plant plants robot computer phone app loop password account avatar offline`,
  '~': 'minecraft roblox creeper 原神 boss 打怪 lol haha hahaha 哈哈 😂 🤣 笑死 嘻嘻 lmao rofl xd 玩死我 整死我 期待 開心 happy fun proud',
  '=': '改正 改成 改做 改為 主動句 把字句 依句 書面語 口語 校對 標點 錯別字 詞彙 選句 填空 填充 續寫句子 對白 劇本 話劇 辯論 辯題 proofread rewrite rephrase passive active_voice reported_speech punctuate cloze debate motion drama script correct fix check please_correct grammar 請幫我 幫我改 概括 第幾 步驟 答案 提示 hint answer step 下一題 題 卷 圖 graph',
};

/** Compounds in which a word of a class above means something harmless. */
const harmless = `打電話 打工 打字 打開 打折 打卡 打機 打波 打球 打籃球 打羽毛球 打乒乓球 打網球 打排球 打麻雀 打太極 打蛋 打毛衣 打理 打算 打掃 打印 打雷 打橫 打直 打勾 打叉 打交 打和 打敗 打敗仗 打仗 打錯 打少 打多 打扮 打針 打招呼 打比方 打氣 打包 打破 打結 打擾 打底 打鼓 打坐 打扰 一打 兩打 半打 八打 幾打 打獵 打魚 打鐵 打油詩 打怪 打boss 打卡鐘 打擊樂 拷打 打風 打分 打滑 打轉 打通 打撈 打量 打賭 打車
  推理 推論 推導 推斷 推力 推廣 推薦 推出 推測 推算 踢波 踢足球 踢毽 撞擊 抽樣 抽籤 抽獎 抽出 抽象 抽屜 抽水 抽濕 抽取 扭力 扭計骰 拖延 拖鞋 拉力 燙金
  摸獎 摸出 摸到 摸球 摸清 觸覺 觸及 接觸 觸發 碰撞 碰巧 親戚 親自 親切 親人 抱負 抱歉 抱怨 懷抱 錫紙 性質 特性 女性 男性 彈性 酸性 鹼性 可能性 裸子植物 裸眼 私隱條例
  死記 死背 死記硬背 死火 死線 死機 死循環 死角 死海 死亡率 死亡 死者 難死 笑死 嚇死 嚇死我 悶死 熱死 凍死 攰死 嬲死 激死 煩死 忙死 死板 死守 死心 生死 死刑 安樂死 死因 戰死 處死 病死 賜死 殺死 害死 餓死 死傷 抵死 死對頭 該死 開心死 死侍 死神 死氣 垂死 死敵 累死 貴死 生於憂患死於安樂 自殺率 自殺式 自殺問題 自殺個案 自殺數字 跳樓價 跳樓貨 跳樓機 跳樓大減價 輕生物 年輕生 跳遠 跳高 跳水 跳繩 跳舞 跳格 跳升 跳板
  分割 切割 割線 割圓 收割 割據 割讓 割捨 世界 界限 界線 邊界 外界 各界 業界 界定 境界 自然界 租界 界別 邊際 小刀 刀具 界面
  肥料 肥皂 肥沃 施肥 瘦肉 胖子 卡路里表 信用卡 卡片 咭 卡住 卡通 卡方 嘔心瀝血 吐露 吐魯番 吞吐 體重指數 公斤米
  壓力差 大氣壓力 水壓 氣壓 液體壓力 壓力鍋 壓強 灰色 灰塵 石灰 地震 震動 震央 震級 震源 震盪 防震 喊口號 喊價 喊話 流血漂櫓 血型 血液 血壓 血糖 血管 紅血球 白血球 吸血 心血 血統 抽血 傷口 傷亡 受傷人數
  走位 逃生 逃逸速度 逃學 逃稅 滾動 滾筒 消失點 群組數據 威脅論 孤立主義 除法 除以 除數 被除數 被子 被動 被動句 被字句 被加數 被減數 被乘數 被告 植被 被積函數 食物鏈 食物網 食指 飲食 食堂 食譜 食鹽 食油 捕食 蠶食 食水 日食 月食 米高 厘米 毫米 平方米 立方米 千米 米粉 飯堂 飯店 大米 飯盒
  害怕嘅英文 飢餓遊戲 結束時間 結束語 人生 生活 活動 活躍 做人處世 垃圾桶 垃圾分類 笑話 微笑 笑聲 鎖匙 密碼鎖 罵人的話 錢幣
  笑到肚痛 想死你 愛死 好睇到喊 我的媽 媽呀 天呀 老師好 打開 打一 打二 打三 打三折 打七折 打八折 打九折 打五折 頭先 先至 好食 好吃 難食 食完飯再 食飯先
  touchdown touch_screen touchscreen hit_song hits_the_wall hits_a_wall hits_the_ball hits_the_ground heartbeat heart_beat heart_beats beats_per_minute drumbeat push-up push_up pull-up kick_off kick-off
  free_kick penalty_kick kicks_the_ball kicked_the_ball kicks_a_ball punch_line throws_a_ball throw_dice dead_end deadline dead_sea dying_to killing_me kill_time to_kill_a_mockingbird fair_die a_die die_is dice
  live_in lives_in living_things living_room living_organisms cut_off cut_into cuts_the cut_the_x-axis shortcut homework homepage fats saturated_fat scale_factor scale_drawing full_marks mark_scheme red_blood
  blood_cell blood_cells blood_pressure blood_group blood_type blood_vessels i'm_afraid_i i'm_afraid_not no_idea run_out_of runs_out_of play_dead lockdown long_jump high_jump empty_set empty_string mean_value mean_of the_mean
  beat_me_at beats_me_at beat_me_in beat_us_at`;

const listed = (words: string) =>
  words
    .trim()
    .split(/\s+/)
    .map((word) => fold(word.replaceAll('_', ' ')));

/** Every word with its class; a harmless one has none. */
export const classOf: ReadonlyMap<string, string> = new Map([
  ...Object.entries(classes).flatMap(([letter, words]) =>
    listed(words).map((word) => [word, letter] as const),
  ),
  ...listed(harmless).map((word) => [word, ''] as const),
]);
