"""One item of each task in full, for review: a change of any word shows here."""

# ruff: noqa: E501

import numpy as np
import pytest

from geoengine.scene import load_problem
from geoengine.tasks import TASKS, build, make_context

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

Premises: B, C, D are collinear; B, C, M are collinear; BM = CM; AB ⟂ DE; AC ⟂ DF; AB ⟂ AC; A, B, E are collinear; A, C, F are collinear; AB = 6; AC = 8; AD ⟂ BC

Goal: △AEF ≅ △DFE

One of the premises offered below is not needed: the goal follows from the remaining premises alone. Which one is it?

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
Let ABC be a right triangle with its right angle at A, AB = 6 and AC = 8. Let D be the foot of the perpendicular from A to line BC. Let M be the midpoint of BC. Let E and F be the feet of the perpendiculars from D to lines AB and AC, respectively.

Goal: ∠(AB,BF) = ∠(CE,AC)

The last step of a proof reaches the goal by this theorem: Properties of similar triangles (Reverse) (“Similar triangles of opposite orientations have equal angles and proportional sides.”). Premises may be used at any time. Which intermediate results are the direct antecedents of the goal, that is, what has to be established before this last step can be taken?

Notation: ∠(k,l) is the angle by which line k has to be turned counterclockwise to become parallel to line l; it is taken between 0° and 180°. Corresponding vertices of similar (~) or congruent (≅) triangles are named in the same order; “(mirrored)” says that the triangles have opposite orientations, otherwise they have the same.

Below are four numbered options. Exactly one of them is correct and the other three are not. Check each option in turn against the figure and the text, then give the number of the correct one.

(1) △ABF ~ △ACE (mirrored)
(2) △ABC ~ △AFE (mirrored)
(3) △ADF ~ △FEA (mirrored)
(4) △ABD ~ △DBE (mirrored)
""",
        1,
    ),
    "theorem_selection": (
        """
Consider this problem and a proof of it. Let ABC be a right triangle with its right angle at A, AB = 6 and AC = 8. Let D be the foot of the perpendicular from A to line BC. Let M be the midpoint of BC. Let E and F be the feet of the perpendiculars from D to lines AB and AC, respectively.

What is to be shown: △ACD ~ △FEA

Step 1. AB ⟂ AC and AB ⟂ DE ⇒ AC ∥ DE
Step 2. AC ∥ DE [step 1]; B, C, D are collinear; and A, B, E are collinear ⇒ AB:AE = BC:CD
Step 3. AC ⟂ DF and AD ⟂ BC ⇒ ∠(AC,BC) = ∠(DF,AD)
Step 4. A, C, F are collinear; AB ⟂ AC; and AC ⟂ DF ⇒ ∠(AB,AC) = ∠(DF,AF)
Step 5. ∠(AC,BC) = ∠(DF,AD) [step 3] and ∠(AB,AC) = ∠(DF,AF) [step 4] ⇒ AB:BC = AF:AD
Step 6. AB:AE = BC:CD [step 2] and AB:BC = AF:AD [step 5] ⇒ AD:CD = AF:AE
Step 7. A, B, E are collinear; A, C, F are collinear; B, C, D are collinear; AB ⟂ AC; and AD ⟂ BC ⇒ ∠(AD,CD) = ∠(AF,AE)
Step 8. AD:CD = AF:AE [step 6] and ∠(AD,CD) = ∠(AF,AE) [step 7] ⇒ △ACD ~ △FEA

The proof does not say which theorem justifies which step. Three of the theorems below are at work in it. Which one is not?

Notation: ∠(k,l) is the angle by which line k has to be turned counterclockwise to become parallel to line l; it is taken between 0° and 180°. Corresponding vertices of similar (~) or congruent (≅) triangles are named in the same order; “(mirrored)” says that the triangles have opposite orientations, otherwise they have the same.

Below are four numbered options. Exactly one of them is correct and the other three are not. Check each option in turn against the figure and the text, then give the number of the correct one.

(1) Definition of midpoint: A point of a line that is equally far from two others on it is their midpoint.
(2) SAS Similarity (Direct): Two triangles of the same orientation with two pairs of proportional sides and equal angles between them are similar.
(3) Sine rule: In two triangles with one pair of equal angles and one pair of supplementary angles, the sides opposite to these angles are proportional.
(4) Thales Theorem I: Parallel lines cut proportional segments from two lines that meet.
""",
        1,
    ),
    "faulty_branch": (
        """
I tried to solve this problem. Let ABC be a right triangle with its right angle at A, AB = 6 and AC = 8. Let D be the foot of the perpendicular from A to line BC. Let M be the midpoint of BC. Let E and F be the feet of the perpendiculars from D to lines AB and AC, respectively.

What is to be shown: △AEF ≅ △DFE

I meant to proceed as follows: AE ∥ DF; AF ∥ DE; △AEF ≅ △DFE

These are my steps.

Step 1. A, B, E are collinear; AB ⟂ AC; and AC ⟂ DF ⇒ AE ∥ DF (Angle Chasing)
Step 2. BM = CM and B, C, M are collinear ⇒ M is the midpoint of BC (Definition of midpoint)
Step 3. AB ⟂ AC and M is the midpoint of BC [step 2] ⇒ AM = BM (Hypotenuse is diameter)
Step 4. AM = BM [step 3] ⇒ ∠(AB,AM) = ∠(BM,AB) (Isosceles triangle equal angles)

Nothing in them is false, yet I got stuck, because at some point I left my own plan. At which step did I first turn to something that the plan has no use for?

Notation: ∠(k,l) is the angle by which line k has to be turned counterclockwise to become parallel to line l; it is taken between 0° and 180°. Corresponding vertices of similar (~) or congruent (≅) triangles are named in the same order; “(mirrored)” says that the triangles have opposite orientations, otherwise they have the same.

Below are four numbered options. Exactly one of them is correct and the other three are not. Check each option in turn against the figure and the text, then give the number of the correct one.

(1) Step 2
(2) Step 3
(3) Step 1
(4) Step 4
""",
        1,
    ),
}


@pytest.mark.parametrize("task", TASKS)
def test_the_item_is_the_reviewed_one(task):
    context = make_context(load_problem(SCENE), scene="right", seed=1)
    # Theorem selection offers its question in several variants.
    item, *_ = build(task, context, np.random.default_rng(1), most=1)
    told, key = GOLDEN[task]
    assert item.prompt.startswith(told.strip() + "\n\nReply with")
    assert item.key == key
