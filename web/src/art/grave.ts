// Grave: what does not rest.
import { around, circle, ellipse, group, line, mirrored, path } from "./shapes";

const skull = (eye: string): string =>
  path("M100 22C54 22 34 54 38 92C40 116 54 124 62 130L64 154H136L138 130C146 124 160 116 162 92C166 54 146 22 100 22Z", "url(#bone)", "class='o'") +
  mirrored(ellipse(72, 92, 18, 20, "#150a22") + circle(74, 94, 7, eye)) + path("M100 106L90 126H110Z", "#150a22") +
  line("M80 140V154M93 140V156M107 140V156M120 140V154", "#5a4c33", 4);

export const GRAVE: Record<string, string> = {
  "bone-rat":
    line("M150 150C190 150 196 110 172 100S140 116 160 126", "#d8cba4", 8) +
    path("M164 134C150 90 110 74 84 84L66 60A17 17 0 0 0 48 86L14 122Q10 134 24 136L62 142Q100 168 164 134Z", "url(#bone)", "class='o'") + circle(60, 74, 13, "#7a5b86", "class='o'") +
    circle(52, 106, 9, "#150a22") + circle(51, 107, 4, "#8dff9e") + path("M12 120L22 118L20 130Z", "#7a3a4a") + line("M30 136V148M38 138V150M104 96Q96 120 104 146M122 96Q116 120 122 146M140 104Q136 122 140 142", "#6b5c40", 5) + line("M20 124L-4 112M20 128L-6 130", "#efe6cc", 2) +
    line("M92 148L86 172H74M134 146L140 172H128", "#d8cba4", 8),
  "leech-swarm":
    [[60, 70, -30, 1], [136, 84, 30, 1.150], [92, 140, 6, 1.25]].map(([x, y, turn, s]) =>
      group(`transform="translate(${x} ${y}) rotate(${turn}) scale(${s})"`,
        path("M0 -50C28 -46 34 -14 20 14C12 34 22 44 8 60C-8 44 -6 30 -20 12C-34 -14 -28 -46 0 -50Z", "url(#blood)", "class='o'") + line("M-22 -4Q0 6 22 -4M-16 14Q0 24 18 12M-4 32Q4 38 14 30", "#590714", 4) +
        circle(0, -28, 18, "#1d0610", "class='o'") + around(8, path("M0 -46L4 -36L-4 -36Z", "#fff4e0"), 0, -28) + circle(0, -28, 6, "#c21f2f"))).join(""),
  "grave-piper":
    skull("#8dff9e") + group('transform="rotate(-24 110 160)"', path("M40 150H180V166H40Z", "url(#wood)", "class='o'") + [70, 92, 114, 136].map((x) => circle(x, 158, 4, "#1a0d05")).join("") + path("M30 146H44V170H30Z", "url(#gold)", "class='o'")) +
    line("M170 60V90M170 60L188 54V84M24 40V66", "#b8ffc6", 4) + ellipse(164, 92, 7, 5, "#b8ffc6") + ellipse(182, 86, 7, 5, "#b8ffc6") + ellipse(18, 68, 7, 5, "#b8ffc6"),
  "pale-duelist":
    group('transform="rotate(42 100 100)"', path("M96 -6H104L102 140H98Z", "url(#metal)", "class='o'") + path("M72 136Q100 120 128 136Q100 158 72 136Z", "url(#gold)", "class='o'") + path("M95 146H105V184H95Z", "url(#night)", "class='o'")) +
    group('transform="rotate(-42 100 100)"', path("M96 -6H104L102 140H98Z", "url(#metal)", "class='o'") + path("M72 136Q100 120 128 136Q100 158 72 136Z", "url(#gold)", "class='o'") + path("M95 146H105V184H95Z", "url(#night)", "class='o'")) +
    path("M100 34C66 34 58 66 62 96C66 130 86 150 100 154C114 150 134 130 138 96C142 66 134 34 100 34Z", "url(#pale)", "class='o'") +
    mirrored(path("M68 84Q82 74 94 90Q82 100 68 84Z", "#150a22") + circle(82, 88, 3, "#ff5c7a")) + line("M100 92L94 112H104M86 128Q100 134 114 128", "#5d5480", 4) + path("M62 60Q100 10 138 60Q118 44 100 46Q82 44 62 60Z", "#241638", "class='o'"),
  "martyr-of-ash":
    around(14, path("M100 -6L105 22H95Z", "#ffb26b", 'opacity=".85"'), 100, 62) + circle(100, 62, 40, "none", 'stroke="url(#gold)" stroke-width="7"') +
    path("M100 28C74 32 72 60 74 76C52 92 44 140 38 184H162C156 140 148 92 126 76C128 60 126 32 100 28Z", "#55505e", "class='o'") + path("M100 42C86 44 84 62 86 74Q100 86 114 74C116 62 114 44 100 42Z", "#0e0a16") +
    path("M100 158C70 136 66 112 84 106Q96 104 100 118Q104 104 116 106C134 112 130 136 100 158Z", "url(#ember)", "class='o'") + path("M100 90C108 104 112 104 108 116H94C90 106 98 102 100 90Z", "url(#fire)") + mirrored(line("M52 180Q60 130 76 104", "#8d8798", 4)) + circle(50, 60, 4, "#b9b3c2") + circle(156, 44, 5, "#b9b3c2") + circle(164, 92, 3, "#b9b3c2"),
  "void-reaver":
    [[-24, "#e2b3ff"], [24, "#a866ff"], [80, "#c98bff"]].map(([turn, c]) => group(`transform="rotate(${turn} 100 100)"`, ellipse(100, 100, 88, 30, "none", `stroke="${c}" stroke-width="6" opacity=".85"`))).join("") +
    circle(100, 100, 56, "#05010d", "class='o'") + circle(100, 100, 56, "none", 'stroke="url(#void)" stroke-width="7"') +
    mirrored(path("M60 84L96 102L66 114Z", "#ff4fa3") + path("M68 92L88 102L72 108Z", "#ffd1ea")) + path("M76 128Q100 118 124 128L116 138L108 129L100 140L92 129L84 138Z", "#ff4fa3"),
  "crypt-matron":
    path("M100 10C44 14 34 80 22 184H178C166 80 156 14 100 10Z", "#2b1748", "class='o'") + line("M44 180Q50 80 84 36M156 180Q150 80 116 36M66 182Q66 140 70 120M134 182Q134 140 130 120", "#8d6bc0", 4) +
    path("M100 36C72 38 66 70 68 94C70 122 88 140 100 144C112 140 130 122 132 94C134 70 128 38 100 36Z", "url(#pale)", "class='o'") + mirrored(ellipse(84, 90, 10, 7, "#1d0d38") + circle(84, 90, 3.5, "#8dff9e") + line("M76 100Q80 116 76 130", "#7a5bb0", 3)) + path("M90 120Q100 114 110 120Q100 128 90 120Z", "#7a1438") +
    path("M64 48L70 18L84 36L100 6L116 36L130 18L136 48Q100 34 64 48Z", "url(#bone)", "class='o'") + path("M100 176C84 164 80 150 90 148Q98 148 100 156Q102 148 110 148C120 150 116 164 100 176Z", "#8dff9e", "class='o'"),
  "night-regent":
    mirrored(path("M90 90C70 50 40 36 2 44C18 60 18 80 12 104C28 92 40 100 44 122C56 110 70 116 76 138Z", "url(#void)", "class='o'") + line("M84 90Q50 54 8 48M80 104Q60 84 44 118", "#d49bff", 3)) +
    path("M100 56C72 56 66 86 70 110C74 146 90 170 100 184C110 170 126 146 130 110C134 86 128 56 100 56Z", "url(#night)", "class='o'") + mirrored(path("M78 104L96 112L82 120Z", "#ff3d6e") ) + path("M84 138H116L112 150L108 140L100 140L92 140L88 150Z", "#fff") +
    path("M58 66L52 22L76 44L100 8L124 44L148 22L142 66Q100 50 58 66Z", "url(#gold)", "class='o'") + circle(100, 42, 7, "url(#blood)", "class='o'") + mirrored(circle(70, 52, 4, "url(#blood)")),
  wither:
    line("M104 190C96 150 110 120 98 84", "#5b6b3a", 9) + path("M102 140C80 128 62 136 54 152C74 158 92 154 102 140Z", "url(#wood)", "class='o'") + path("M102 118C122 102 142 108 152 122C134 132 114 130 102 118Z", "url(#wood)", "class='o'") +
    group('transform="rotate(-18 98 60)"', path("M98 96C60 96 46 66 58 34C70 48 74 40 78 22C90 34 96 30 100 16C106 30 112 34 124 22C126 40 130 48 142 36C152 66 136 96 98 96Z", "url(#blood)", "class='o'") + path("M98 84C82 78 78 58 98 44C118 58 114 78 98 84Z", "#3a0712", 'opacity=".7"') + line("M70 56Q74 80 92 90M128 56Q122 80 106 90", "#3a0712", 3)) +
    path("M44 176Q54 166 62 178Q52 186 44 176ZM140 166Q152 160 158 172Q146 178 140 166ZM150 60Q160 56 164 68Q154 72 150 60Z", "url(#blood)", "class='o'"),
  "soul-siphon":
    path("M78 96H122V112Q164 130 158 168Q150 190 100 190Q50 190 42 168Q36 130 78 112Z", "#cfe9ff", "class='o' fill-opacity='.35'") + path("M50 150Q76 136 100 150T150 150Q158 184 100 184Q42 184 50 150Z", "url(#sick)") + path("M72 84H128V98H72Z", "url(#gold)", "class='o'") +
    path("M100 96C60 80 130 60 96 40C60 20 60 -6 104 6C150 18 156 54 124 66C150 76 116 84 112 96Z", "url(#pale)", "class='o'") + circle(92, 24, 6, "#1d0d38") + circle(114, 28, 6, "#1d0d38") + ellipse(101, 42, 5, 7, "#1d0d38") + circle(80, 164, 6, "#f4ffd6") + circle(118, 170, 4, "#f4ffd6") + circle(104, 156, 3, "#f4ffd6") + line("M62 132Q54 148 56 164", "#fff", 5),
  "last-rites":
    mirrored(path("M74 96C50 60 30 56 4 60C14 72 12 84 10 96C22 92 28 100 28 110C40 104 48 110 50 120C60 116 68 118 74 126Z", "url(#pale)", "class='o'")) +
    path("M62 184V76A38 38 0 0 1 138 76V184Z", "url(#stone)", "class='o'") + line("M100 66V112M82 82H118", "#3a342a", 9) + line("M78 132H122M84 146H116", "#4a4338", 5) +
    path("M90 184V160H110V184Z", "url(#bone)", "class='o'") + path("M100 140C108 150 108 156 100 160C92 156 92 150 100 140Z", "url(#fire)") + circle(100, 152, 16, "#ffd98a", 'opacity=".4"') + circle(100, 22, 16, "none", 'stroke="#ffe9a8" stroke-width="5"'),
};
