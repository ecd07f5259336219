"""How the page of a manifest looks: one sheet, light and dark, wide, narrow and on paper.

Every colour is a variable of one of the two palettes; the contrast of the pairs that carry text is tested.
"""

from __future__ import annotations

from collections.abc import Mapping

LIGHT: Mapping[str, str] = {
    "page": "#f7f6f2",
    "card": "#ffffff",
    "ink": "#17211f",
    "quiet": "#586460",
    "line": "#dedbd2",
    "tint": "#efede6",
    "link": "#0b655d",
    "in": "#0f766e",
    "out": "#b3261e",
    "out-tint": "#fbe9e6",
    "emptied": "#8a5200",
    "emptied-tint": "#faf0dc",
    "focus": "#1d5fd0",
}
DARK: Mapping[str, str] = {
    "page": "#0e1413",
    "card": "#161d1b",
    "ink": "#e7ece9",
    "quiet": "#9ba8a3",
    "line": "#2b3532",
    "tint": "#1e2725",
    "link": "#63d2c3",
    "in": "#35a99b",
    "out": "#ff9c8f",
    "out-tint": "#37201d",
    "emptied": "#f0bd66",
    "emptied-tint": "#33270f",
    "focus": "#8ab4ff",
}
# Hues of the top-level pieces; white stands on them in both palettes.
SHADES = ("#0f766e", "#2563a8", "#6a4bb4", "#a5377a", "#b0461f", "#84610a", "#4c6f1f", "#4d5f73")
REST = "#5f6a66"


def _variables(palette: Mapping[str, str]) -> str:
    return "".join(f"--{name}:{value};" for name, value in palette.items())


def _shades() -> str:
    return "".join(f".c{index}{{--hue:{hue}}}" for index, hue in enumerate(SHADES)) + f".c-rest{{--hue:{REST}}}"


_SHEET = """
*{box-sizing:border-box}
html{background:var(--page);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",
"Noto Sans","Liberation Sans",Arial,sans-serif;-webkit-text-size-adjust:100%;scroll-behavior:smooth}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{max-width:70rem;margin:0 auto;padding:2.5rem 1.5rem 4rem}
a{color:var(--link);text-decoration-color:color-mix(in srgb,currentColor 35%,transparent);text-underline-offset:.2em;
overflow-wrap:anywhere}
a:hover{text-decoration-color:currentColor}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px;border-radius:4px}
h1,h2,p,dl,dd,ul,pre{margin:0;padding:0}
h1{font-size:1.35rem;font-weight:600;overflow-wrap:anywhere;letter-spacing:-.005em}
h2{font-size:1.05rem;font-weight:650;letter-spacing:-.01em;margin-bottom:1rem}
.n,.figure,dd,td,small{font-variant-numeric:tabular-nums}
.eyebrow{color:var(--quiet);font-size:.85rem;margin-bottom:.35rem}
.brand{color:var(--link);font-weight:700;letter-spacing:-.01em}
header{margin-bottom:2rem}
.figure{font-size:1.15rem;color:var(--quiet);margin:1.1rem 0 .7rem}
.figure strong{font-size:clamp(2.4rem,7vw,3.6rem);line-height:1;font-weight:700;letter-spacing:-.035em;
color:var(--ink)}
.meter{position:relative;height:1rem;border-radius:.5rem;background:var(--tint);overflow:hidden;
box-shadow:inset 0 0 0 1px var(--line)}
.fill{display:block;height:100%;background:var(--in);border-radius:.5rem 0 0 .5rem}
.over .fill{background:var(--out)}
.brim{position:absolute;top:0;bottom:0;width:3px;margin-left:-3px;background:var(--ink)}
.scale{display:flex;justify-content:space-between;gap:1rem;color:var(--quiet);margin-top:.4rem;font-size:.9rem}
.scale b{color:var(--ink);font-weight:600}
.over .scale span{color:var(--out);font-weight:600}
.facts{display:grid;grid-template-columns:repeat(4,1fr);gap:.75rem;margin-top:1.4rem}
.facts div{display:flex;flex-direction:column-reverse;justify-content:flex-end;background:var(--card);
border:1px solid var(--line);border-radius:.7rem;padding:.75rem 1rem}
.facts dd{font-size:1.5rem;font-weight:650;letter-spacing:-.02em;line-height:1.2}
.facts dt{color:var(--quiet);font-size:.85rem}
.facts .pruned dd{color:var(--out)}.facts .kept dd{color:var(--link)}
section{background:var(--card);border:1px solid var(--line);border-radius:.9rem;padding:1.4rem 1.5rem 1.5rem;
margin-top:1.25rem}
.mosaic{display:flex;gap:2px;height:11rem;border-radius:.6rem;overflow:hidden;margin-bottom:1.25rem}
.piece{flex:1 1 0;min-width:3px;display:flex;flex-direction:column;container-type:inline-size;
background:var(--hue);color:#fff;overflow:hidden}
.piece>b{display:flex;flex-direction:column;padding:.5rem .65rem .45rem;font-size:.85rem;font-weight:650;
line-height:1.25;white-space:nowrap}
.piece small{font-weight:400;font-size:.8rem}
.piece span{overflow:hidden;text-overflow:ellipsis}
.cells{flex:1;display:flex;flex-direction:column;gap:1px;min-height:0}
.cells i{flex:1 1 0;min-height:0;display:flex;align-items:center;overflow:hidden;font-style:normal;font-size:.75rem;
line-height:1;padding:0 .65rem;white-space:nowrap;background:rgb(0 0 0/.16);container-type:size}
.cells i:nth-child(even){background:rgb(0 0 0/.24)}
@container (max-height:11px){.cells span{display:none}}
@container (max-width:52px){.piece>b,.cells span{visibility:hidden}}
.c-free{background:repeating-linear-gradient(135deg,var(--tint) 0 6px,var(--card) 6px 12px);color:var(--quiet);
box-shadow:inset 0 0 0 1px var(--line);border-radius:0 .6rem .6rem 0}
table{border-collapse:collapse;width:100%;font-size:.92rem}
caption{text-align:left;color:var(--quiet);font-size:.85rem;padding-bottom:.5rem}
th,td{text-align:left;vertical-align:top;padding:.5rem .75rem .5rem 0;border-top:1px solid var(--line);
font-weight:400;overflow-wrap:anywhere}
thead th{border-top:0;color:var(--quiet);font-size:.8rem;font-weight:500;white-space:nowrap;padding-bottom:.3rem}
th.n,td.n{text-align:right;white-space:nowrap}
th:last-child,td:last-child{padding-right:0}
th.n+th:not(.n),td.n+td:not(.n){padding-left:.75rem}
tbody th{font-weight:550}
td.quiet{color:var(--quiet)}
.pieces tbody th::before{content:"";display:inline-block;width:.7rem;height:.7rem;border-radius:.2rem;
background:var(--hue);margin-right:.55rem}
.pieces .wide{width:34%}
.pieces .plain th{color:var(--quiet);font-weight:400}
.pieces .c-free{background:none;box-shadow:none}
.pieces .c-free th::before{background:var(--tint);box-shadow:inset 0 0 0 1px var(--quiet)}
.kind{color:var(--quiet);font-size:.82rem;font-weight:400}
.bar{display:flex;height:.55rem;margin-top:.45rem;border-radius:.28rem;overflow:hidden;background:var(--tint)}
.bar .in{background:var(--hue,var(--in));min-width:2px}
.bar .out{min-width:2px;background:repeating-linear-gradient(135deg,var(--out) 0 2px,transparent 2px 5px)}
input[name=show]{position:absolute;opacity:0;width:1px;height:1px}
input[name=show]+label{display:inline-block;padding:.3rem .8rem;border:1px solid var(--line);font-size:.85rem;
cursor:pointer;color:var(--quiet);margin:0 0 .9rem -1px}
#show-all+label{border-radius:.5rem 0 0 .5rem;margin-left:0}
#show-out+label{border-radius:0 .5rem .5rem 0}
input[name=show]:checked+label{background:var(--ink);border-color:var(--ink);color:var(--card)}
input[name=show]:focus-visible+label{outline:2px solid var(--focus);outline-offset:2px}
#show-in:checked~.tree li:not(.has-in),#show-out:checked~.tree li:not(.has-out){display:none}
ul{list-style:none}
.row{display:grid;grid-template-columns:minmax(0,1fr) 5rem 5rem;gap:0 .75rem;align-items:start;padding:.42rem 0}
.row .n{text-align:right}
.heads{color:var(--quiet);font-size:.8rem;padding-bottom:.3rem}
.given{color:var(--quiet)}
.tree li{border-top:1px solid var(--line)}
.tree>li{content-visibility:auto;contain-intrinsic-size:auto 3rem}
.tree ul{padding-left:1.35rem}
.tree details>ul{position:relative}
.tree details>ul::before{content:"";position:absolute;left:.42rem;top:0;bottom:.6rem;width:1px;background:var(--line)}
.tree .title{padding-left:1.35rem;display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .55rem;min-width:0}
summary{cursor:pointer;list-style:none;border-radius:.4rem}
summary::-webkit-details-marker{display:none}
.tree summary:hover{background:color-mix(in srgb,var(--tint) 60%,transparent)}
.tree summary .title{position:relative}
.tree summary .title::before{content:"";position:absolute;left:.2rem;top:.5em;width:.42rem;height:.42rem;
border-right:1.8px solid var(--quiet);border-bottom:1.8px solid var(--quiet);transform:rotate(-45deg)}
.tree details[open]>summary .title::before{transform:rotate(45deg) translate(-1px,-1px)}
.name{font-weight:550;overflow-wrap:anywhere}
.tag,.fate{font-size:.75rem;line-height:1.35;padding:0 .45rem;border-radius:.35rem;border:1px solid var(--line);
color:var(--quiet);white-space:nowrap}
.pruned>.row .fate,.pruned>details>summary .fate{color:var(--out);background:var(--out-tint);border-color:transparent}
.emptied>.row .fate,.emptied>details>summary .fate{color:var(--emptied);background:var(--emptied-tint);
border-color:transparent}
.tree .pruned>.row .n:not(.given),.tree .emptied>.row .n:not(.given),.tree .pruned>details>summary .n:not(.given),
.tree .emptied>details>summary .n:not(.given){color:var(--quiet);text-decoration:line-through}
.pruned>.row .name,.emptied>.row .name,.unused>.row .name,.pruned>details>summary .name,
.emptied>details>summary .name{color:var(--quiet)}
.tree .bar{flex:0 0 100%;order:1;height:.3rem;margin:.3rem 0 .15rem}
.why,.preview{font-size:.85rem;color:var(--quiet);overflow-wrap:anywhere}
.why{flex:0 0 100%;order:1}
.preview{flex:1 1 14rem;min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;unicode-bidi:isolate}
td .preview,th .preview{display:block;font-weight:400;white-space:normal;overflow-wrap:anywhere}
.more{color:var(--quiet)}
.text{margin:.1rem 0 .7rem 1.35rem}
.text summary,.rest summary{color:var(--link);font-size:.85rem;padding:.15rem 0;text-decoration:underline;
text-underline-offset:.2em;width:fit-content}
pre{margin-top:.4rem;max-height:26rem;overflow:auto;background:var(--tint);border-radius:.5rem;padding:.8rem 1rem;
font:.82rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre-wrap;
overflow-wrap:anywhere;unicode-bidi:isolate}
.scroll{overflow-x:auto}
.left th{width:42%}.left thead th:nth-child(n+2){width:auto}
.rest{margin-top:.75rem}
.none{color:var(--quiet)}
:target{background:color-mix(in srgb,var(--link) 12%,transparent);border-radius:.4rem}
footer{color:var(--quiet);font-size:.85rem;margin-top:1.5rem;display:flex;flex-wrap:wrap;gap:.25rem 2rem;
justify-content:space-between}
@media (prefers-color-scheme:dark){.bar .in{background:color-mix(in srgb,var(--hue,var(--in)) 78%,#fff)}}
@media (max-width:40rem){
body{padding:1.25rem .75rem 2.5rem}
section{padding:1rem .9rem 1.1rem}
.facts{grid-template-columns:1fr 1fr}
.mosaic{height:9rem}
.pieces .wide,.pieces th:nth-child(5),.pieces td:nth-child(5){display:none}
.row{grid-template-columns:minmax(0,1fr) 3.6rem;gap:0 .5rem}
.given,.heads span:last-child{display:none}
.tree ul{padding-left:.8rem}
.left thead,.steps thead{position:absolute;clip-path:inset(50%);height:1px;overflow:hidden}
.left tr,.steps tr{display:grid;grid-template-columns:1fr auto auto;gap:0 .75rem;border-top:1px solid var(--line);
padding:.5rem 0}
.left tbody th,.left td,.steps tbody th,.steps td{border:0;padding:0;width:auto}
.left td:nth-child(3)::before,.steps tbody th::before{content:"step ";color:var(--quiet)}
.left td:last-child{grid-column:1/-1;font-size:.85rem;color:var(--quiet)}
.steps tbody th{text-align:left}
.left td.n+td,.steps td.n+td{padding-left:0}
.steps td:nth-child(n+4){grid-column:1/-1}
.steps td:empty{display:none}
.budgets th{min-width:4.5rem}
.steps td:last-child::before{content:"along: ";color:var(--quiet)}
}
@media print{
html{background:#fff;font-size:11px}
body{max-width:none;padding:0}
section,.facts div{break-inside:auto;border-color:#bbb}
.row,tr,.mosaic,.facts{break-inside:avoid}
h2{break-after:avoid}
input[name=show]+label{display:none}
pre{max-height:none}
details::details-content{content-visibility:visible;block-size:auto}
.text:not([open])::details-content{content-visibility:hidden;block-size:0}
.tree>li{content-visibility:visible}
.fill,.piece,.cells i,.bar span,.fate,.pieces th::before{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}
"""

STYLE = (
    f":root{{color-scheme:light dark;{_variables(LIGHT)}}}"
    f"@media (prefers-color-scheme:dark){{:root{{{_variables(DARK)}}}}}"
    f"@media print{{:root{{color-scheme:light;{_variables(LIGHT)}}}}}"
    f"{_shades()}{_SHEET}"
)
