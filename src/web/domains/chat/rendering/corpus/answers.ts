/** Whole answers, which the tests read at every one of their characters. */
export const answers: string[] = [
  `**題目：** \\(x^2 - 2x - 1 = 0\\)

**方法：** 用配方法。

1. 把常數移到右邊。 ✔
   \\[x^2 - 2x = 1\\]
2. 兩邊加 1。 ✔
   \\[x^2 - 2x + 1 = 2\\]
3. 開方。 ✔
   \\[x - 1 = \\pm\\sqrt{2}\\]

**答案：** \\(x = 1 \\pm \\sqrt{2}\\)`,
  `每個蘋果 $5，買 $n$ 個共 $60，所以

$$
5n = 60
$$

即 $n = 12$。如果改為每個 $6 一個，則 $n=10$；相差 $2 + 0 = 2$ 個。`,
  `## 比較

| 圖形 | 面積 | 例子 |
|:---|---:|:-:|
| 圓 | \\(\\pi r^2\\) | **半徑 2** |
| 絕對值 | \\(|x|\\) | \`a|b\` |

> 記住：\\(\\pi \\approx 3.14\\)。

---

完成 *了* 。`,
  `Use \`$x$\` in code:

\`\`\`python
price = "$5"  # \\(not math\\)
x = 2**3**2
\`\`\`

Then $x^2$ costs $5 and $10, see [the page](https://example.hk/a) or https://example.hk/b. Done ~~well~~.`,
  `- 第一點：**重要**。
  - 子項 \\(a_1\\)
  - 子項 $a_2$
- 第二點 2*x*y
- [ ] 未完
- [x] 完成

1) 甲
2) 乙

最後 $\\begin{aligned} a &= b \\\\ &= c \\end{aligned}$ 。`,
  `\\[
\\begin{aligned}
y &= mx + c \\\\
  &= 2x - 3
\\end{aligned}
\\]

所以斜率是 $2$，y 截距是 $-3$；20% 即 \\(20%\\)，$1,000 即 HK$1,000。`,
  `設 $ x^2 = 4 $，則\\
$x=2$ 或 $x=-2$。

\\begin{cases}
x + y = 3 \\\\
x - y = 1
\\end{cases}

**注意：**每張 $ 5 一張；見[這裏](https://a.hk/(b))。`,
];
