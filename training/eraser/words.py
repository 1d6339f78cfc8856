"""Words of exam papers in Chinese (traditional and simplified) and English, written for this generator."""
ZH = '''甲部 乙部 丙部 選擇題 填充題 問答題 改錯題 配對題 閱讀理解 作文 默書 看圖寫作 全卷共六頁 每題兩分 時限四十五分鐘 考生須知 請在橫線上填寫適當的答案
根據文章內容回答下列問題 把正確答案的英文字母寫在括號內 圈出正確的字 用所給的詞語造句 把下列句子改寫成被動句 寫出下列各字的部首 試解釋加點的字詞
計算下列各題並列式計算 求陰影部分的面積 已知三角形的底是八厘米 某班有學生三十二人 其中男生佔八分之五 小明每分鐘走六十米 這個長方體的體積是多少立方厘米
下表顯示學校圖書館五個月的借書數量 描繪所求的函數圖像 若兩直線互相垂直 求斜率 證明兩個三角形全等 化簡並以正指數表示 解下列方程 因式分解 求二次方程的根
香港位於珠江口東面 海岸線曲折 山多平地少 城市規劃需要平衡發展與保育 試舉出兩個例子說明 你同意這個說法嗎 試加以說明 根據資料甲及資料乙 分析原因及影響
植物利用光能製造食物 過程稱為光合作用 水蒸氣遇冷凝結成小水點 電流通過導體時產生熱能 酸與鹼反應生成鹽和水 下圖是一個簡單的電路 列出三種可再生能源
春天來了 花園裏百花盛開 蜜蜂和蝴蝶在花叢中飛舞 媽媽帶着弟弟到公園散步 他看見一隻小狗追着皮球跑 老師説勤有功戲無益 我們應當珍惜光陰 努力學習
從前有一位農夫 他每天清早起牀 到田裏耕作 日出而作 日落而息 有一天下着大雨 河水暴漲 村民合力築起堤壩 大家都平安無事 姓名 班別 學號 日期 分數 家長簽署
数学试卷 语文练习 阅读下面的短文 回答问题 选择正确的读音 写出近义词和反义词 解方程 应用题 图形与几何 这道题有几种解法 请说明理由 单元测验 班级 姓名 得分'''.split()
ZH_SIMPLE = '''一、填空题 二、选择题 三、判断题 四、计算题 五、解决问题 下列说法正确的是 下列计算正确的是 如图所示 已知 求证 求阴影部分的面积 证明你的结论 班级 姓名 学号 得分 评卷人 考试时间九十分钟 满分一百分
直接写出得数 用简便方法计算 解下列方程 把下面各数按从小到大的顺序排列 在括号里填上合适的数 甲乙两地相距三百六十千米 一辆汽车从甲地开往乙地 每小时行六十千米 几小时可以到达
小红买了三支钢笔和五本练习本 一共用去多少元 商店运来苹果和梨共四百千克 苹果的重量是梨的三倍 水果店原有香蕉多少千克 学校图书馆有故事书二百四十本 科技书比故事书少百分之二十
一个长方形的长是宽的两倍 周长是三十六厘米 它的面积是多少平方厘米 用铁丝围成一个正方形 圆的半径扩大到原来的三倍 一个圆锥形沙堆底面周长十二点五六米 工程队修一条公路 已经修了全长的五分之二
点在线段上 两直线平行 内错角相等 全等三角形的对应边相等 角平分线 垂直平分线 勾股定理 抛物线的顶点坐标 一次函数的图象经过点 不等式组的解集 因式分解 化简求值 当时 代数式的值为
阅读下面的文字 完成下列各题 给加点的字选择正确的读音 把诗句补充完整 仿照例句写一句话 这段话的中心句是 用波浪线画出来 联系上下文理解词语的意思 作者通过描写表达了怎样的思想感情 请简要分析
氧气 二氧化碳 实验现象 化学方程式 反应前后质量不变 烧杯中加入适量的蒸馏水 电路图 电压表的示数 物体受到的浮力 光的折射 细胞分裂 生态系统 食物链 温度计 下列物质属于纯净物的是
春天到了 小草从土里钻出来 我们班的同学都喜欢读书 爸爸妈妈带我去动物园 那里有大象狮子和长颈鹿 老师说要认真听讲 按时完成作业 我长大以后想当一名医生 今天的天气真好'''.split()
WORK_ZH = '''解 解：设 答： 原式 证明 因为 所以 即 在 和 中 由题意得 则 又 且 当 时 代入 得 解得 同理 可知 故 已知 已证 等量代换 全等三角形对应角相等 两直线平行内错角相等 设每个篮球元 平均每天 共需要 一共有 千克 千米 厘米 平方米 秒 元 个 人 本 棵 天 答：一共用了 答：它的面积是 答：还剩下 这批货物有 如图 连接 作 过点 使 三角形 四边形 面积 周长 速度 时间 路程 单价 数量 总价'''.split()
EN = '''the of and to in is that for it as with on are this be at from or have an they which one you were all her she there would their we him been has when who will no more if out so up what about
answer all questions circle correct letter fill blanks choose best word complete sentence rewrite paragraph passage reading comprehension listening writing vocabulary grammar usage student school teacher
morning yesterday holiday library museum harbour ferry mountain village market weather season festival lantern dragon garden river bridge station ticket journey airport traffic engineer doctor nurse
triangle rectangle perimeter area volume radius diameter equation function gradient intercept probability average percentage fraction decimal factor multiple angle parallel perpendicular
energy force current voltage resistance reaction solution element compound temperature pressure density cell tissue organism habitat rock mineral experiment observation conclusion hypothesis
although because however therefore moreover despite unless until whether while since before after during between among through across against toward upon without within
Mary Peter Susan David Hong Kong Kowloon Tai Po Central Victoria Park Monday Tuesday Wednesday January April September happy careful quickly borrowed discovered explained improved carried visited watched
Name Class Number Date Marks Total Section Part Page Paper Question Time allowed minutes each according given below following words table figure diagram graph statement true false not mentioned'''.split()
HAND_ZH = ''.join(ZH)
HAND_SIMPLE = ''.join(c for c in ''.join(ZH_SIMPLE + WORK_ZH) if '\u4e00' <= c <= '\u9fff')
MARKS_ZH = ['優', '良', '閱', '改正', '欠整齊', '加油', '很好', '錯別字', '注意標點', '請改正', '已閱', '甲', '乙上', '進步', '用心', '不完整', '好', '做得好', '漏答']
MARKS_EN = ['Good', 'Well done!', 'See me', 'Sp', 'Gr.', 'Correction', 'Excellent', 'why?', 'units?', 'Check', 'A-', 'B+', 'Try again', 'OK', 'ww', 'T', '^', 'incomplete']
COMMON = ''.join(sorted(set(HAND_ZH) | set(''.join(ZH_SIMPLE + WORK_ZH)) | set(''.join(MARKS_ZH)) | set(
    '的一是在不了有和人這中大為上個國我以要他時來用們生到作地於出就分對成會可主發年動同工也能下過子說產種面而方後多定行學法所民得經十三之進着等部度家電力裏如水化高自二理起小物現實加量都兩體制機當使點從業本去把性好應開它合還因由其些然前外天政四日那社義事平形相全表間樣與關各重新線內數正心反你明看原又麼利比或但質氣第向道命此變條只沒結解問意建月公無系軍很情者最立代想已通並提直題黨程展五果料象員革位入常文總次品式活設及管特件長求老頭基資邊流路級少圖山統接知較將組見計別她手角期根論運農指幾九區強放決西被幹做必戰先回則任取據處隊南給色光門即保治北造百規熱領七海口東導器壓志世金增爭濟階油思術極交受聯什認六共權收證改清己美再採轉更單風切打白教速花帶安場身車例真務具萬每目至達走積示議聲報鬥完類八離華名確才科張信馬節話米整空元況今集溫傳土許步群廣石記需段研界拉林律叫且究觀越織裝影算低持音眾書布復容兒須際商非驗連斷深難近礦千週委素技備半辦青省列習響約支般史感勞便團往酸歷市克何除消構府稱太準精值號率族維劃選標寫存候毛親快效斯院查江型眼王按格養易置派層片始卻專狀育廠京識適屬圓包火住調滿縣局照參紅細引聽該鐵價嚴')))
