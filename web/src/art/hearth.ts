// Hearth: people, beasts and walls of the warm valley.
import { around, box, circle, ellipse, group, line, mirrored, path } from "./shapes";

export const HEARTH: Record<string, string> = {
  "hearth-pup":
    mirrored(path("M62 62Q26 58 24 104Q26 132 46 128Q60 112 66 84Z", "url(#wood)", "class='o'")) +
    path("M100 40C60 40 52 74 54 104C56 142 78 160 100 160C122 160 144 142 146 104C148 74 140 40 100 40Z", "url(#brown)", "class='o'") +
    path("M100 44C90 62 88 84 92 108H108C112 84 110 62 100 44Z", "#f6e2c0") +
    path("M100 104C80 104 70 122 74 138C80 154 92 158 100 158C108 158 120 154 126 138C130 122 120 104 100 104Z", "#f6e2c0") +
    mirrored(circle(76, 92, 10, "#24140a") + circle(79, 88, 3.5, "#fff")) +
    path("M86 112H114Q112 128 100 128Q88 128 86 112Z", "#24140a") +
    line("M100 128V138M84 138Q92 148 100 138Q108 148 116 138", "#3c210d", 4) +
    path("M92 145H108V158Q100 170 92 158Z", "#ee6a6a", "class='o'"),
  "gate-warden":
    path("M30 180V70H52V56H70V70H130V56H148V70H170V180Z", "url(#stone)", "class='o'") +
    path("M30 70V50H46V62H62V50H80V62H120V50H138V62H154V50H170V70Z", "url(#stone)", "class='o'") +
    path("M64 180V126A36 36 0 0 1 136 126V180Z", "#2a160a", "class='o'") +
    line("M76 178V104M92 178V94M108 178V94M124 178V104M66 128H134M64 152H136", "url(#steel)", 5) +
    mirrored(line("M40 92H56M42 112H54M38 138H56M42 160H58", "#6a604f", 3)) +
    group('transform="rotate(-34 100 100)"', line("M100 186V40", "#6a3f1a", 7) + path("M100 14L112 44L100 56L88 44Z", "url(#metal)", "class='o'")) +
    group('transform="rotate(34 100 100)"', line("M100 186V40", "#6a3f1a", 7) + path("M100 14L112 44L100 56L88 44Z", "url(#metal)", "class='o'")),
  "bread-bearer":
    group('transform="rotate(-18 80 80)"', path("M58 40C58 24 94 24 94 40V116H58Z", "url(#gold)", "class='o'") + line("M66 52L86 44M66 72L86 64M66 92L86 84", "#8a5810", 4)) +
    group('transform="rotate(14 124 80)"', path("M106 46C106 30 142 30 142 46V118H106Z", "url(#fur)", "class='o'") + line("M114 58L134 50M114 78L134 70", "#7a3510", 4)) +
    ellipse(100, 104, 34, 24, "url(#gold)", "class='o'") + line("M82 100Q90 92 96 100M104 100Q110 92 118 100", "#8a5810", 4) +
    path("M34 108H166L150 176Q100 188 50 176Z", "url(#wood)", "class='o'") +
    line("M42 128H158M47 148H153M52 166H148", "#3c210d", 4) + line("M66 110L72 178M88 110L90 182M112 110L110 182M134 110L128 178", "#c99458", 3) +
    path("M28 100H172V114H28Z", "url(#brown)", "class='o'"),
  "village-champion":
    circle(100, 106, 62, "url(#wood)", "class='o'") + circle(100, 106, 62, "none", 'stroke="url(#metal)" stroke-width="9"') +
    around(8, circle(100, 50, 4, "url(#gold)"), 100, 106) +
    path("M100 62L112 94L146 96L119 117L129 150L100 131L71 150L81 117L54 96L88 94Z", "url(#gold)", "class='o'") +
    group('transform="rotate(38 100 100)"', path("M92 20L100 4L108 20V132H92Z", "url(#metal)", "class='o'") + line("M100 16V128", "#6c7a8e", 2) + path("M70 130H130V142H70Z", "url(#gold)", "class='o'") + path("M94 142H106V176H94Z", "url(#blood)", "class='o'") + circle(100, 182, 9, "url(#gold)", "class='o'")),
  "iron-sentinel":
    path("M100 4Q132 6 124 50H76Q66 24 100 4Z", "url(#blood)", "class='o'") +
    path("M44 180Q48 138 100 140Q152 138 156 180Z", "url(#steel)", "class='o'") +
    path("M100 32C58 32 50 66 50 98L58 146Q78 168 100 170Q122 168 142 146L150 98C150 66 142 32 100 32Z", "url(#metal)", "class='o'") +
    path("M94 34H106L112 96L100 170L88 96Z", "url(#steel)", "class='o'") +
    path("M56 88H94L90 106H60Z", "#160d08", "class='o'") + path("M106 88H144L140 106H110Z", "#160d08", "class='o'") +
    box(66, 94, 20, 6, "#ffb52e") + box(114, 94, 20, 6, "#ffb52e") +
    mirrored(line("M66 120V146M76 122V154M86 124V158", "#2c3442", 4) + circle(58, 76, 4, "url(#gold)")),
  "bell-ringer":
    line("M20 28H180", "url(#wood)", 13) + path("M88 26H112V44H88Z", "url(#steel)", "class='o'") +
    group('transform="rotate(-14 100 40)"',
      circle(100, 160, 15, "url(#wood)", "class='o'") +
      path("M100 36C70 36 66 66 62 98C60 118 50 134 40 144H160C150 134 140 118 138 98C134 66 130 36 100 36Z", "url(#gold)", "class='o'") +
      path("M36 144H164V158H36Z", "url(#gold)", "class='o'") + line("M64 100H136M70 84H130", "#8a5810", 4) + path("M76 56C72 74 70 100 62 134L74 136C80 108 80 76 88 50Z", "#fffbe0", 'opacity=".7"')) +
    line("M170 84Q184 104 176 128M184 74Q202 104 190 138M30 88Q16 106 22 128M16 78Q0 106 8 138", "#fff6d0", 5, 'opacity=".9"'),
  "oak-colossus":
    [[100, 44, 42], [56, 62, 34], [146, 62, 34], [36, 96, 24], [164, 96, 24]].map(([x, y, r]) => circle(x!, y!, r!, "url(#leaf)", "class='o'")).join("") +
    path("M66 84Q60 130 40 182H160Q140 130 134 84Q120 66 100 70Q80 66 66 84Z", "url(#wood)", "class='o'") +
    line("M52 178Q70 150 72 110M148 178Q130 150 128 110M88 180Q92 168 90 156M112 180Q108 168 110 156", "#3c210d", 4) +
    mirrored(path("M70 100L92 110L88 120L72 116Z", "#180c04") + circle(82, 112, 4, "#ffe27a")) +
    path("M96 116H104L108 132H92Z", "#8a5a2c") + path("M76 140Q100 156 124 140L116 156Q100 164 84 156Z", "#180c04") +
    circle(70, 50, 10, "#cfe886", 'opacity=".6"') + circle(118, 34, 13, "#cfe886", 'opacity=".5"'),
  "castle-walker":
    line("M64 130L44 156L58 186M136 130L156 156L142 186M88 134L80 160L90 186M112 134L120 160L110 186", "url(#steel)", 12) +
    path("M48 90H152V138Q100 152 48 138Z", "url(#stone)", "class='o'") +
    path("M34 60H42V52H50V60H58V52H66V60H72V130H34Z", "url(#stone)", "class='o'") + path("M128 60H136V52H144V60H152V52H160V60H166V130H128Z", "url(#stone)", "class='o'") +
    path("M80 40H88V30H96V40H104V30H112V40H120V96H80Z", "url(#stone)", "class='o'") +
    path("M100 28V4L132 12L100 20", "url(#blood)", "class='o'") +
    path("M88 138V112A12 12 0 0 1 112 112V138Z", "#2a160a", "class='o'") +
    mirrored(path("M46 76H60V96H46Z", "#ffd76a", "class='o'")) + path("M93 58H107V78H93Z", "#ffd76a", "class='o'"),
  "thrown-anvil":
    line("M6 40L70 70M0 72L50 92M10 108L46 120", "#fff6d8", 6, 'opacity=".8"') +
    group('transform="rotate(18 110 100)"',
      path("M36 70Q60 96 92 96H92V120H78V138H60V160H164V138H146V120H132V96Q160 96 168 70V56H72V70Z", "url(#steel)", "class='o'") +
      path("M72 56H168V68H72Z", "url(#metal)") + line("M92 108H132", "#1d2430", 4)) +
    group('transform="translate(146 158)"', around(9, path("M0 -30L4 -10L-4 -10Z", "url(#fire)"), 0, 0)),
};
