"""One full item of each task: any change of wording shows here."""

# ruff: noqa: E501

import numpy as np
import pytest
from tasks_of import TASKS, build

from geoengine.catalogue import load_rules
from geoengine.families.reasoning import make_context
from geoengine.scene import load_problem

SCENE = (
    "A B C = r_triangle_of A B C 6 8; D = foot D A B C; M = midpoint M B C;"
    " E = foot E D A B; F = foot F D A C"
)

GOLDEN = {
    "numerical_perception": (
        """
Study the measurements marked in the figure. Which of the following is one of them?

Below are four numbered options. Exactly one of them is correct and the other three are not. Check each option in turn against the figure and the text, then give the number of the correct one.

(1) AB = 6
(2) AB = 10
(3) AB = 9
(4) AB = 7
""",
        1,
    ),
    "structural_perception": (
        """
Study how the points, lines and circles of the figure lie. Which of the following holds?

Below are four numbered options. Exactly one of them is correct and the other three are not. Check each option in turn against the figure and the text, then give the number of the correct one.

(1) AC = DE
(2) BC ⟂ DE
(3) BM = CM
(4) BC ⟂ DF
""",
        3,
    ),
    "premise_filtering": (
        """
Let ABC be a right triangle with its right angle at A, AB = 6 and AC = 8. Let D be the foot of the perpendicular from A to line BC. Let M be the midpoint of BC. Let E and F be the feet of the perpendiculars from D to lines AB and AC, respectively.

Premises: AC = 8; A, C, F are collinear; AC ⟂ DF; AD ⟂ BC; A, B, E are collinear; AB ⟂ AC; BM = CM; B, C, M are collinear; AB = 6; B, C, D are collinear; AB ⟂ DE

Goal: △AEF ≅ △DFE

Only the premises listed above count; of the figure take no more than in which order, and on which sides, points lie. One of the four premises offered below is superfluous: without it the goal still follows from all the others. Which one is it?

Notation: Corresponding vertices of similar (~) or congruent (≅) triangles are named in the same order; “(mirrored)” says that the triangles have opposite orientations, otherwise they have the same.

Below are four numbered options. Exactly one of them is correct and the other three are not. Check each option in turn against the figure and the text, then give the number of the correct one.

(1) AB ⟂ DE
(2) A, B, E are collinear
(3) AD ⟂ BC
(4) A, C, F are collinear
""",
        3,
    ),
    "subgoal_decomposition": (
        """
Consider this problem. Let ABC be a right triangle with its right angle at A, AB = 6 and AC = 8. Let D be the foot of the perpendicular from A to line BC. Let M be the midpoint of BC. Let E and F be the feet of the perpendiculars from D to lines AB and AC, respectively.

What is to be shown: △AEF ~ △EDB (mirrored)

Work backwards from the goal. It is to follow in a single step, by this theorem: SSS Similarity (Reverse) (“Two triangles of opposite orientations with proportional sides are similar.”). Apart from the premises, exactly which results does that step start from?

Notation: Corresponding vertices of similar (~) or congruent (≅) triangles are named in the same order; “(mirrored)” says that the triangles have opposite orientations, otherwise they have the same.

Below are four numbered options. Exactly one of them is correct and the other three are not. Check each option in turn against the figure and the text, then give the number of the correct one.

(1) AE:EF = DE:BD; AF:EF = BE:BD
(2) AD:BD = DF:AF; AF:EF = BE:BD
(3) AE:EF = DE:BD; BE:DE = DE:DF
(4) AD:BD = DF:AF; BE:DE = DE:DF
""",
        1,
    ),
    "theorem_selection": (
        """
Let ABC be a right triangle with its right angle at A, AB = 6 and AC = 8. Let D be the foot of the perpendicular from A to line BC. Let M be the midpoint of BC. Let E and F be the feet of the perpendiculars from D to lines AB and AC, respectively.

Goal: △AEF ~ △EDB (mirrored)

Here is a proof from which the names of the theorems have been removed.

Step 1. AB ⟂ AC and AC ⟂ DF ⇒ AB ∥ DF
Step 2. AB ∥ DF [step 1]; A, C, F are collinear; and B, C, D are collinear ⇒ AC:AF = BC:BD
Step 3. AB ⟂ DE and AD ⟂ BC ⇒ ∠(AB,BC) = ∠(DE,AD)
Step 4. A, B, E are collinear; AB ⟂ AC; and AB ⟂ DE ⇒ ∠(AB,AC) = ∠(AE,DE)
Step 5. ∠(AB,BC) = ∠(DE,AD) [step 3] and ∠(AB,AC) = ∠(AE,DE) [step 4] ⇒ AC:BC = AE:AD
Step 6. B, C, D are collinear; AB ⟂ AC; AB ⟂ DE; AC ⟂ DF; and AD ⟂ BC ⇒ ∠(AD,DF) = ∠(BD,DE)
Step 7. A, B, E are collinear; A, C, F are collinear; AB ⟂ DE; and AC ⟂ DF ⇒ ∠(AF,DF) = ∠(DE,BE)
Step 8. ∠(AD,DF) = ∠(BD,DE) [step 6] and ∠(AF,DF) = ∠(DE,BE) [step 7] ⇒ AD:AF = BD:BE
Step 9. B, C, D are collinear and AD ⟂ BC ⇒ AD ⟂ BD
Step 10. AD ⟂ BD [step 9]; AB ⟂ DE; and A, B, E are collinear ⇒ AE:DE = DE:BE
Step 11. AC:AF = BC:BD [step 2], AC:BC = AE:AD [step 5], AD:AF = BD:BE [step 8], and AE:DE = DE:BE [step 10] ⇒ AE:AF = DE:BE
Step 12. A, B, E are collinear; A, C, F are collinear; AB ⟂ AC; and AB ⟂ DE ⇒ ∠(AE,AF) = ∠(BE,DE)
Step 13. AE:AF = DE:BE [step 11] and ∠(AE,AF) = ∠(BE,DE) [step 12] ⇒ △AEF ~ △EDB (mirrored)

Which of the following theorems does this proof not use?

Notation: ∠(k,l) is the angle by which line k has to be turned counterclockwise to become parallel to line l; it is taken between 0° and 180°. Corresponding vertices of similar (~) or congruent (≅) triangles are named in the same order; “(mirrored)” says that the triangles have opposite orientations, otherwise they have the same.

Below are four numbered options. Exactly one of them is correct and the other three are not. Check each option in turn against the figure and the text, then give the number of the correct one.

(1) Concurrent angle bisectors: A point on bisectors of two angles of a triangle, internal or external, lies on an internal or external bisector of the third angle.
(2) Sine rule: In two triangles with one pair of equal angles and one pair of supplementary angles, the sides opposite to these angles are proportional.
(3) Thales Theorem I: Two parallel lines cut proportional segments from two lines that meet, and form with them two triangles with proportional sides.
(4) SAS Similarity (Reverse): Two triangles of opposite orientations with two pairs of proportional sides and equal angles between them are similar.
""",
        1,
    ),
    "faulty_branch": (
        """
Let ABC be a right triangle with its right angle at A, AB = 6 and AC = 8. Let D be the foot of the perpendicular from A to line BC. Let M be the midpoint of BC. Let E and F be the feet of the perpendiculars from D to lines AB and AC, respectively.

Goal: △AEF ≅ △DFE

Plan, with the sub-goals that are still to be reached: AE ∥ DF; △AEF ≅ △DFE

This is an attempt to carry the plan out.

Step 1. A, B, E are collinear; AB ⟂ AC; and AC ⟂ DF ⇒ AE ∥ DF (Angle Chasing)
Step 2. A, C, F are collinear; AB ⟂ AC; and AB ⟂ DE ⇒ AF ∥ DE (Angle Chasing)
Step 3. BM = CM and B, C, M are collinear ⇒ M is the midpoint of BC (Definition of midpoint)
Step 4. AB ⟂ AC and M is the midpoint of BC [step 3] ⇒ AM = BM (Hypotenuse is diameter)
Step 5. AM = BM [step 4] ⇒ ∠(AB,AM) = ∠(BM,AB) (Isosceles triangle equal angles)

Each step is a sound deduction, but the attempt strays from the plan and comes to a dead end. Which is the first step that the plan has no use for?

Notation: ∠(k,l) is the angle by which line k has to be turned counterclockwise to become parallel to line l; it is taken between 0° and 180°. Corresponding vertices of similar (~) or congruent (≅) triangles are named in the same order; “(mirrored)” says that the triangles have opposite orientations, otherwise they have the same. Angle Chasing adds and subtracts equations between directions of lines; that lines are parallel, or that points are on one line, is such an equation too.

Below are four numbered options. Exactly one of them is correct and the other three are not. Check each option in turn against the figure and the text, then give the number of the correct one.

(1) Step 5
(2) Step 2
(3) Step 4
(4) Step 3
""",
        4,
    ),
}


REVIEWED_RULES = 103
"""The rules of the catalogue when the items were reviewed."""


@pytest.mark.parametrize("task", TASKS)
def test_the_item_is_the_reviewed_one(task):
    context = make_context(load_problem(SCENE), scene="right", seed=1)
    if task == "theorem_selection" and len(load_rules()) != REVIEWED_RULES:
        pytest.skip("rules were added or removed, and with them other theorems are offered")
    # Theorem selection offers its question in several variants.
    item, *_ = build(task, context, np.random.default_rng(1), most=1)
    told, key = GOLDEN[task]
    assert item.prompts.answer_only.startswith(told.strip() + "\n\nReply with")
    assert item.choice.key == key
