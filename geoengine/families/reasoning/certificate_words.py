"""The words in which certificates are told, in each language."""

from __future__ import annotations

import re
from collections.abc import Mapping

from geoengine.catalogue import LANGUAGES, Language
from geoengine.items import escaped

__all__ = ["DESIGNS", "GROUNDS", "KINDS", "MARKS", "SENTENCES", "in_language", "sentence"]

_PART = re.compile(r"\{(\w+)\}")

Texts = tuple[str, str]
"""A text in English and in Chinese."""

SENTENCES: Mapping[str, Texts] = {
    "design": ("The design of the options: {design}.", "选项的构成：{design}。"),
    "read_from": (
        "The right length is read from labels and marks: {*}.",
        "正确的长度由数字和标记读出：{*}。",
    ),
    "kinds": ("The options are about {kinds}.", "选项涉及{kinds}。"),
    "last_step": (
        "The last step is by {theorem}, from {*}.",
        "最后一步依据{theorem}，由这些结论推出：{*}。",
    ),
    "goal_follows": (
        "The goal {} follows by {theorem}, from {*}.",
        "目标{}依据{theorem}，由这些结论推出：{*}。",
    ),
    "fault": (
        "Step {number} does not follow from what it cites: what does follow is {}.",
        "第{number}步不能由它引用的内容推出：能推出的是{}。",
    ),
    "fault_by": (
        "Step {number} does not follow from what it cites: what does follow is {}, by {theorem}.",
        "第{number}步不能由它引用的内容推出：能推出的是{}，依据{theorem}。",
    ),
    "cites": ("What step {number} cites: {*}.", "第{number}步引用的内容：{*}。"),
    "none_before_fault": (
        "None of the other steps offered comes before the false one.",
        "其余备选步骤都在错误的一步之后。",
    ),
    "one_before_fault": (
        "One of the other steps offered comes before the false one.",
        "其余备选步骤中有1个在错误的一步之前。",
    ),
    "some_before_fault": (
        "{count} of the other steps offered come before the false one.",
        "其余备选步骤中有{count}个在错误的一步之前。",
    ),
    "left_plan": (
        "Step {number} is the first that leaves the plan: it is about {points}, and the plan can"
        " be carried out without {points}.",
        "第{number}步是第一个偏离计划的步骤：它涉及{points}，而完成计划用不到{points}。",
    ),
    "plan": ("The plan, in order: {*}.", "计划依次为：{*}。"),
    "plan_premises": (
        "It is proved from these premises alone: {*}.",
        "只用这些条件就能证明它：{*}。",
    ),
    "none_before_leaving": (
        "None of the other steps offered comes before that one.",
        "其余备选步骤都在这一步之后。",
    ),
    "one_before_leaving": (
        "One of the other steps offered comes before that one.",
        "其余备选步骤中有1个在这一步之前。",
    ),
    "some_before_leaving": (
        "{count} of the other steps offered come before that one.",
        "其余备选步骤中有{count}个在这一步之前。",
    ),
    "premises": ("All that is given: {*}.", "全部已知条件：{*}。"),
    "marked": ("Only marks in the picture tell that {*}.", "只有图中的标记说明：{*}。"),
    "picture_has": ("The picture has {marks}.", "图中标有{marks}。"),
    "text_says": ("The text alone says: {text}", "文字只说：{text}"),
    "cites_figure": (
        "Where step {number} says [figure], it cites {*}.",
        "第{number}步写“见图”处引用的是：{*}。",
    ),
    "marks_deny": (
        "Without the marks the answer could be different: here everything the text states holds,"
        " but not {*}.",
        "没有这些标记，答案可能不同：下图中文字所述都成立，而这不成立：{*}。",
    ),
    "marks_allow": (
        "Without the marks the answer could be different: here everything the text states holds,"
        " and so does {*}.",
        "没有这些标记，答案可能不同：下图中文字所述都成立，而且这也成立：{*}。",
    ),
    "claim": ("Step {number} claims {}. It", "第{number}步断言{}。它"),
    "on_plan": ("It is a step of the plan.", "它是计划中的一步。"),
    "off_plan": ("The plan has no use for it.", "计划用不到它。"),
    "used": ("The proof of the goal that the split records uses it.", "数据集中记录的证明用到它。"),
    "unused": (
        "The proof of the goal that the split records does not use it.",
        "数据集中记录的证明没有用到它。",
    ),
    "goal_remains": (
        "With {} left out, the goal {} can still be derived.",
        "去掉{}，目标{}仍可推出。",
    ),
    "goal_fails": (
        "With {} left out, the goal {} fails: here every other premise holds, and the goal is off"
        " by {off}.",
        "去掉{}，目标{}就不成立：下图中其余条件都成立，而目标的偏差为{off}。",
    ),
    "underivable": (
        "The goal cannot be derived without it either.",
        "没有它，目标也推不出来。",
    ),
    "without_points": (
        "All that follows from the figure as it is was derived; the goal {} was not among it.",
        "由原图推出了所能推出的一切，其中没有目标{}。",
    ),
    "point_opens": (
        "With this point, X, the goal {} is proved in {steps} steps.",
        "添加这个点X后，目标{}可用{steps}步证明。",
    ),
    "proof_cites": (
        "The proof states of X: {*}.",
        "证明中关于X的结论有：{*}。",
    ),
    "point_in_vain": (
        "All that follows with this point was derived; the goal {} was not among it.",
        "添加这个点后推出了所能推出的一切，其中没有目标{}。",
    ),
    "all_hold": ("All of these hold: {*}.", "这些都成立：{*}。"),
    "one_step": (
        "With the premises, they give the goal in one step.",
        "它们与已知条件一起，一步就能推出目标。",
    ),
    "listed": ("The list says: {*}.", "该选项列出：{*}。"),
    "not_one_step": (
        "With the premises, they do not give the goal in one step.",
        "它们与已知条件一起，不能一步推出目标。",
    ),
    "theorem_used": ("“{theorem}” is used in {steps}.", "{steps}用到“{theorem}”。"),
    "step": ("step {number}", "第{number}步"),
    "letter": ("{point} for {letter}", "{letter}为{point}"),
    "theorem_gives": (
        "“{theorem}” gives the statement: with {letters} its conclusion is {}.",
        "“{theorem}”能得到该结论：取{letters}，它的结论就是{}。",
    ),
    "theorem_gives_not": (
        "“{theorem}” gives the statement for no points of the figure.",
        "“{theorem}”无论用于图中哪些点，都得不到该结论。",
    ),
    "theorem_unused": (
        "No step concludes what “{theorem}” would.",
        "没有一步得到“{theorem}”会给出的结论。",
    ),
}
"""Sentences as for `Remark`, with names for what is filled in at once."""

GROUNDS: Mapping[str, Texts] = {
    "false": (
        "is false in this figure and every other that was measured.",
        "在此图及其他所有测量过的图中都不成立。",
    ),
    "false_by": (
        "is false in this figure and every other that was measured: off by {off} or more.",
        "在此图及其他所有测量过的图中都不成立，偏差至少为{off}。",
    ),
    "premise": ("is given.", "是已知条件。"),
    "derived": ("follows from the premises.", "可由已知条件推出。"),
    "measured": (
        "holds in this figure, and in every other that was measured.",
        "在此图及其他所有测量过的图中都成立。",
    ),
    "follows": ("follows from what the step cites.", "可由该步引用的内容推出。"),
    "follows_from_fault": (
        "follows from what the step cites, though that rests on the false step.",
        "可由该步引用的内容推出，但这些内容依赖于错误的一步。",
    ),
    "other": ("is supported by: {evidence}.", "的依据是：{evidence}。"),
}
"""Why a statement is true or false; the statement, or what stands for it, comes before."""

DESIGNS: Mapping[str, Texts] = {
    "grid": (
        "The options are two segments, each with the same two numbers.",
        "选项是两条线段，各配相同的两个数。",
    ),
    "all_different": (
        "The options are different segments with different numbers.",
        "选项是不同的线段，各配不同的数。",
    ),
    "one_segment": (
        "The options are one segment with different numbers.",
        "选项是同一条线段，配不同的数。",
    ),
}

KINDS: Mapping[str, Texts] = {
    "coll": ("points on one line", "共线的点"),
    "para": ("parallel lines", "平行的直线"),
    "npara": ("lines that are not parallel", "不平行的直线"),
    "perp": ("perpendicular lines", "垂直的直线"),
    "nperp": ("lines that are not perpendicular", "不垂直的直线"),
    "cong": ("equal lengths", "相等的长度"),
    "eqangle": ("equal angles", "相等的角"),
    "eqratio": ("equal ratios", "相等的比"),
    "midp": ("midpoints", "中点"),
    "cyclic": ("points on one circle", "共圆的点"),
    "circle": ("centers of circles", "圆心"),
    "simtri": ("similar triangles", "相似三角形"),
    "simtrir": ("similar triangles of opposite orientations", "反向相似三角形"),
    "contri": ("congruent triangles", "全等三角形"),
    "contrir": ("congruent triangles of opposite orientations", "反向全等三角形"),
}

MARKS: Mapping[str, Texts] = {
    "ticks": ("ticks on equal segments", "等长线段上的短划"),
    "arcs": ("arcs in equal angles", "等角中的弧线"),
    "arrows": ("arrowheads on parallel lines", "平行线上的箭头"),
    "right_angles": ("squares in right angles", "直角符号"),
    "lengths": ("lengths", "长度"),
    "angles": ("sizes of angles", "角的大小"),
    "lines": ("lines through the points drawn on them", "经过线上各点的直线"),
}


def in_language(texts: Texts, language: Language) -> str:
    """Return one of the texts.

    Examples
    --------
    >>> in_language(KINDS["midp"], "zh")
    '中点'
    """
    return texts[LANGUAGES.index(language)]


def sentence(texts: Texts, language: Language, **parts: object) -> str:
    """Return a text for a `Remark`, with its named parts filled in.

    Examples
    --------
    >>> sentence(SENTENCES["cites"], "en", number=3), sentence(SENTENCES["step"], "zh", number=3)
    ('What step 3 cites: {*}.', '第3步')
    """
    return _PART.sub(lambda found: escaped(str(parts[found[1]])), in_language(texts, language))
