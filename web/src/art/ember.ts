// Ember: fast and loud.
import { around, box, circle, ellipse, group, line, mirrored, path } from "./shapes";

const flame = (x: number, y: number, s: number): string =>
  group(`transform="translate(${x} ${y}) scale(${s})"`,
    path("M0 -60C10 -30 44 -14 36 24A36 36 0 0 1 -36 24C-38 4 -22 -6 -22 -26C-10 -20 -6 -8 -6 2C6 -14 6 -40 0 -60Z", "url(#fire)", "class='o'") +
    path("M2 -10C8 4 22 14 16 32A17 17 0 0 1 -17 32C-18 20 -8 16 -8 4C-2 8 0 14 0 18C4 10 4 0 2 -10Z", "#fffbd2"));

export const EMBER: Record<string, string> = {
  "spark-imp":
    mirrored(path("M70 64Q40 50 38 14Q62 30 88 50Z", "url(#bone)", "class='o'") + path("M58 96L20 78L40 120L60 124Z", "url(#blood)", "class='o'")) +
    path("M100 44C64 44 50 76 54 108C58 144 82 166 100 172C118 166 142 144 146 108C150 76 136 44 100 44Z", "url(#blood)", "class='o'") +
    mirrored(path("M64 92L94 104Q88 124 72 118Q64 110 64 92Z", "#fff3a0", "class='o'") + ellipse(80, 108, 4, 7, "#2a0508")) +
    path("M72 134Q100 150 128 134Q122 160 100 162Q78 160 72 134Z", "#2a0508", "class='o'") +
    path("M78 137L84 147L90 140L96 149L100 141L104 149L110 140L116 147L122 137", "#fff") + flame(100, 42, 0.5),
  "cinder-fox":
    flame(158, 128, 0.7) + flame(42, 128, 0.7) +
    mirrored(path("M52 88L38 16L92 54Z", "url(#fur)", "class='o'") + path("M56 70L50 36L76 56Z", "#3a1206")) +
    path("M100 46C70 46 42 70 34 104L70 138L100 180L130 138L166 104C158 70 130 46 100 46Z", "url(#fur)", "class='o'") +
    mirrored(path("M34 104Q66 104 86 124L96 168L70 138Z", "#fff4e0") + path("M62 94L90 106Q78 116 66 108Z", "#1d0a04") + circle(78, 103, 3.5, "#ffd23c")) +
    path("M86 158H114L100 182Z", "#1d0a04", "class='o'") + line("M100 60V84M88 66V82M112 66V82", "#a8430f", 4),
  "powder-monkey":
    mirrored(circle(38, 84, 22, "url(#brown)", "class='o'") + circle(38, 84, 12, "#f0c090")) +
    circle(100, 84, 56, "url(#brown)", "class='o'") + path("M100 62C86 44 54 60 58 88C50 104 70 132 100 132C130 132 150 104 142 88C146 60 114 44 100 62Z", "#f0c090") +
    mirrored(circle(80, 82, 9, "#22110a") + circle(83, 79, 3, "#fff")) + mirrored(ellipse(95, 100, 3, 4, "#6a3a1c")) + line("M78 114Q100 130 122 114", "#6a3a1c", 5) +
    circle(100, 156, 36, "#2a2a33", "class='o'") + ellipse(86, 142, 10, 7, "#8e93a5") + path("M90 116H110V126H90Z", "url(#steel)", "class='o'") +
    line("M108 116Q130 106 150 118", "#d8c79a", 5) + group('transform="translate(154 120)"', around(8, path("M0 -20L4 -5L-4 -5Z", "url(#fire)"), 0, 0) + circle(0, 0, 6, "#fffbd2")),
  "blaze-courier":
    line("M6 116H62M0 136H54M12 156H60", "url(#fire)", 9) +
    path("M78 24H132V112Q148 122 178 128Q188 148 180 160H70Q64 140 74 118Z", "url(#brown)", "class='o'") +
    path("M70 160H182V174H66Z", "#3c210d", "class='o'") + path("M74 24H136V44H74Z", "url(#gold)", "class='o'") + line("M104 66L130 76M102 84L130 94", "#f4d9a0", 5) +
    path("M84 100C60 92 24 88 10 46C34 60 48 56 62 62C50 48 38 38 36 18C56 38 80 50 88 78Z", "url(#fire)", "class='o'") + line("M28 62Q56 80 82 88M46 40Q66 62 84 78", "#e2700f", 3) + flame(156, 104, 0.34),
  "storm-herald":
    path("M34 96A26 26 0 0 1 48 48A34 34 0 0 1 112 34A30 30 0 0 1 164 62A22 22 0 0 1 160 102H44Z", "#2b2140", "class='o'") + path("M48 60A26 26 0 0 1 108 48Q70 44 60 72Z", "#6d5a95") +
    path("M112 62L60 118H92L74 184L142 104H106L128 62Z", "url(#fire)", "class='o'") + path("M108 72L78 110H100L90 150L126 110H98L114 72Z", "#fffde0") +
    line("M40 112L24 136H40L30 160M160 112L150 130H162L152 154", "#ffe27a", 5),
  "ember-drake":
    path("M100 70C84 46 52 28 8 26C26 44 24 56 16 76C32 70 40 76 40 96C52 86 64 90 66 106C76 98 84 102 88 118L76 170Q100 190 124 170L112 118C116 102 124 98 134 106C136 90 148 86 160 96C160 76 168 70 184 76C176 56 174 44 192 26C148 28 116 46 100 70Z", "url(#ember)", "class='o'") +
    line("M96 76Q60 44 14 30M94 86Q70 70 40 92M104 76Q140 44 186 30M106 86Q130 70 160 92", "#ffb05a", 3) +
    path("M84 78L78 40L94 54L100 46L106 54L122 40L116 78Q118 100 100 112Q82 100 84 78Z", "url(#blood)", "class='o'") +
    mirrored(path("M86 74L98 82L90 88Z", "#ffe45c")) + mirrored(circle(96, 100, 2, "#2a0508")) + path("M92 122H108L112 164Q100 172 88 164Z", "#ffb05a", 'opacity=".7"') + line("M90 132H110M89 144H111M88 156H112", "#7a1c0a", 3),
  "comet-rider":
    path("M196 4C130 20 70 56 40 108A46 46 0 0 0 104 168C150 132 184 70 196 4Z", "url(#fire)", 'opacity=".95"') + path("M176 26C124 44 84 74 62 112A28 28 0 0 0 104 146C138 116 164 74 176 26Z", "#fffbd2", 'opacity=".8"') +
    circle(70, 136, 38, "url(#stone)", "class='o'") + circle(58, 126, 8, "#4a4338") + circle(82, 150, 6, "#4a4338") + circle(84, 122, 4, "#4a4338") +
    path("M84 104L78 70Q86 50 104 56L124 40L114 64Q126 78 112 92L128 112L104 108Z", "url(#night)", "class='o'") + circle(104, 46, 13, "url(#brown)", "class='o'") + path("M90 46Q92 28 110 30L140 22L118 42Q112 38 104 40Z", "url(#blood)", "class='o'"),
  firebolt:
    path("M16 20C60 20 100 40 122 70A46 46 0 1 1 70 122C40 100 20 60 16 20Z", "url(#fire)", "class='o'") + path("M44 46C76 54 100 72 112 86A30 30 0 1 1 86 112C70 96 52 74 44 46Z", "#fff3a0") +
    circle(124, 124, 24, "#fffef0") + line("M60 18L84 30M18 62L30 86M100 22L120 36M22 102L36 122", "#ffc14a", 6),
  "lava-lance":
    group('transform="rotate(40 100 100)"',
      line("M100 196V70", "#3a1a10", 13) + line("M100 190V84", "url(#ember)", 6) +
      path("M100 -4L126 60L112 86H88L74 60Z", "url(#fire)", "class='o'") + path("M100 18L112 58L104 78H96L88 58Z", "#fffbd2") + path("M80 84H120V98H80Z", "url(#gold)", "class='o'")) +
    path("M120 120Q128 136 124 152A9 9 0 0 1 108 150Q110 134 120 120ZM150 92Q160 110 156 122A8 8 0 0 1 142 120Q142 106 150 92Z", "url(#fire)", "class='o'") + circle(172, 142, 6, "url(#fire)") + circle(88, 172, 5, "url(#fire)"),
  "funeral-pyre":
    flame(100, 92, 1.5) + flame(52, 124, 0.7) + flame(148, 124, 0.7) +
    group("class='o'", [[150, 34, 166], [166, 44, 156], [134, 50, 150]].map(([y, a, b]) => line(`M${a} ${y! + 14}L${b} ${y}`, "#5b3716", 15) + line(`M${a} ${y! + 11}L${b} ${y! - 3}`, "#a8713a", 4)).join("")) +
    line("M40 150L160 172", "#4a2a10", 15) + line("M40 147L160 169", "#a8713a", 4) + box(0, 0, 0, 0, "none"),
};
