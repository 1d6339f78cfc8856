"""Words of Hong Kong exam papers, written for this generator."""
ZH = '''甲部 乙部 丙部 選擇題 填充題 問答題 改錯題 配對題 閱讀理解 作文 默書 看圖寫作 全卷共六頁 每題兩分 時限四十五分鐘 考生須知 請在橫線上填寫適當的答案
根據文章內容回答下列問題 把正確答案的英文字母寫在括號內 圈出正確的字 用所給的詞語造句 把下列句子改寫成被動句 寫出下列各字的部首 試解釋加點的字詞
計算下列各題並列式計算 求陰影部分的面積 已知三角形的底是八厘米 某班有學生三十二人 其中男生佔八分之五 小明每分鐘走六十米 這個長方體的體積是多少立方厘米
下表顯示學校圖書館五個月的借書數量 描繪所求的函數圖像 若兩直線互相垂直 求斜率 證明兩個三角形全等 化簡並以正指數表示 解下列方程 因式分解 求二次方程的根
香港位於珠江口東面 海岸線曲折 山多平地少 城市規劃需要平衡發展與保育 試舉出兩個例子說明 你同意這個說法嗎 試加以說明 根據資料甲及資料乙 分析原因及影響
植物利用光能製造食物 過程稱為光合作用 水蒸氣遇冷凝結成小水點 電流通過導體時產生熱能 酸與鹼反應生成鹽和水 下圖是一個簡單的電路 列出三種可再生能源
春天來了 花園裏百花盛開 蜜蜂和蝴蝶在花叢中飛舞 媽媽帶着弟弟到公園散步 他看見一隻小狗追着皮球跑 老師説勤有功戲無益 我們應當珍惜光陰 努力學習
從前有一位農夫 他每天清早起牀 到田裏耕作 日出而作 日落而息 有一天下着大雨 河水暴漲 村民合力築起堤壩 大家都平安無事 姓名 班別 學號 日期 分數 家長簽署
数学试卷 语文练习 阅读下面的短文 回答问题 选择正确的读音 写出近义词和反义词 解方程 应用题 图形与几何 这道题有几种解法 请说明理由 单元测验 班级 姓名 得分'''.split()
EN = '''the of and to in is that for it as with on are this be at from or have an they which one you were all her she there would their we him been has when who will no more if out so up what about
answer all questions circle correct letter fill blanks choose best word complete sentence rewrite paragraph passage reading comprehension listening writing vocabulary grammar usage student school teacher
morning yesterday holiday library museum harbour ferry mountain village market weather season festival lantern dragon garden river bridge station ticket journey airport traffic engineer doctor nurse
triangle rectangle perimeter area volume radius diameter equation function gradient intercept probability average percentage fraction decimal factor multiple angle parallel perpendicular
energy force current voltage resistance reaction solution element compound temperature pressure density cell tissue organism habitat rock mineral experiment observation conclusion hypothesis
although because however therefore moreover despite unless until whether while since before after during between among through across against toward upon without within
Mary Peter Susan David Hong Kong Kowloon Tai Po Central Victoria Park Monday Tuesday Wednesday January April September happy careful quickly borrowed discovered explained improved carried visited watched
Name Class Number Date Marks Total Section Part Page Paper Question Time allowed minutes each according given below following words table figure diagram graph statement true false not mentioned'''.split()
HAND_ZH = ''.join(ZH)
MARKS_ZH = ['優', '良', '閱', '改正', '欠整齊', '加油', '很好', '錯別字', '注意標點', '請改正', '已閱', '甲', '乙上', '進步', '用心', '不完整', '好', '做得好', '漏答']
MARKS_EN = ['Good', 'Well done!', 'See me', 'Sp', 'Gr.', 'Correction', 'Excellent', 'why?', 'units?', 'Check', 'A-', 'B+', 'Try again', 'OK', 'ww', 'T', '^', 'incomplete']
COMMON = ''.join(sorted(set(HAND_ZH) | set(''.join(MARKS_ZH)) | set(
    '的一是在不了有和人這中大為上個國我以要他時來用們生到作地於出就分對成會可主發年動同工也能下過子說產種面而方後多定行學法所民得經十三之進着等部度家電力裏如水化高自二理起小物現實加量都兩體制機當使點從業本去把性好應開它合還因由其些然前外天政四日那社義事平形相全表間樣與關各重新線內數正心反你明看原又麼利比或但質氣第向道命此變條只沒結解問意建月公無系軍很情者最立代想已通並提直題黨程展五果料象員革位入常文總次品式活設及管特件長求老頭基資邊流路級少圖山統接知較將組見計別她手角期根論運農指幾九區強放決西被幹做必戰先回則任取據處隊南給色光門即保治北造百規熱領七海口東導器壓志世金增爭濟階油思術極交受聯什認六共權收證改清己美再採轉更單風切打白教速花帶安場身車例真務具萬每目至達走積示議聲報鬥完類八離華名確才科張信馬節話米整空元況今集溫傳土許步群廣石記需段研界拉林律叫且究觀越織裝影算低持音眾書布復容兒須際商非驗連斷深難近礦千週委素技備半辦青省列習響約支般史感勞便團往酸歷市克何除消構府稱太準精值號率族維劃選標寫存候毛親快效斯院查江型眼王按格養易置派層片始卻專狀育廠京識適屬圓包火住調滿縣局照參紅細引聽該鐵價嚴')))
