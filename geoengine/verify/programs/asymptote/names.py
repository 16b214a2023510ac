"""Names of stock Asymptote that do not bear on measures."""

from __future__ import annotations

__all__ = ["PLAIN_PENS", "SILENT", "STYLES", "UNREAD"]

_SILENT = """
size unitsize defaultpen erase shipout write add attach layer xaxis yaxis zaxis axes xlimits
ylimits limits crop xequals yequals arrow draw_pathticks usepackage texpreamble pause settings
label3 xtick ytick labelx labely legend newpage begingroup endgroup save restore addMargins
markangle distance scalebar dimension exit assert abort
"""

SILENT = frozenset(_SILENT.split())
"""Statements that neither paint nor define anything."""

_PLAIN_PENS = """
solid dotted dashed longdashed dashdotted longdashdotted Dotted squarecap roundcap extendcap
miterjoin roundjoin beveljoin nobasealign basealign bold
"""

PLAIN_PENS = frozenset(_PLAIN_PENS.split())
"""Pens without a colour."""

_STYLES = """
Arrow Arrows EndArrow BeginArrow MidArrow EndArrows Bar Bars EndBar BeginBar None NoFill Fill
UnFill FillDraw NoMargin Margin Margins BeginMargin EndMargin MidPoint BeginPoint EndPoint
Center Relative ArcArrow ArcArrows SimpleHead HookHead TeXHead DefaultHead NoAlign LeftSide
RightSide Aspect IgnoreAspect currentpicture currentprojection settings dotfactor labelmargin
arrowfactor linemargin currentlight nolight defaultfilename Ticks NoTicks LeftTicks RightTicks
XY YX nobox DotMargin DotMargins TrueMargin PenMargin PenMargins EndDotMargin BeginDotMargin
Dots Straight Spline Hermite operator zero Suppress SuppressQuiet Horizontal OmitTick OmitTicks
Embed Fit Allow NoCrop barfactor arcarrowfactor markscalefactor
"""

STYLES = frozenset(_STYLES.split())
"""Styles and settings."""

_UNREAD = """
Bottom BottomTop Broken Bx Left LeftRight Linear Log Right Rotate StickIntervalMarker Ticks3 Top
TrueMargins XYplane YZplane ZXplane accel acos acosh arc3 arrow3 asinh atanh axis bezulate
binarytree bisector bounds buildcycle cap choose circle3 circumcenter3 clipdraw colors
complement cone conic contour controlSpecifier copy cross cubicroots curl cylinder determinant
diagonal drawline edge element erf erfc explode extrude factorial find firstcut frame gamma gcd
getc grid hemisphere hex hyperbola image incenter3 insert inside interior intersect invert isnan
labelpath lastcut latex line marker markers mask mass math maxbound maxtimes minbound mintimes
newton nib normal palette parabola parallel path3 perpendicular pictures planar plane point3
postcontrol precontrol project quadraticroots quarticroots radius rand randompath revolution
rfind rotation roundedpath scale3 search seconds segment select shiftless simpson slope solve
sort sphere split stripext surface tablet tensorshade tile time times transpose triangle tube
unbracket unitrand unityroot unstraighten value variance vector verbatim vertex windingnumber
xpart3 xscale3 yscale3 zscale3
"""

UNREAD = frozenset(_UNREAD.split())
"""What stock Asymptote has and this reader does not know."""
