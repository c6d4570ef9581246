// Tide: patient and cold.
import { around, box, circle, ellipse, group, line, mirrored, path } from "./shapes";

export const TIDE: Record<string, string> = {
  "frost-wisp":
    circle(100, 96, 78, "url(#ice)", 'opacity=".35"') +
    around(6, line("M100 96V22M100 54L82 38M100 54L118 38M100 76L86 64M100 76L114 64", "#f4feff", 8) + path("M100 12L108 24L100 36L92 24Z", "url(#ice)"), 100, 96) +
    path("M100 66L126 81V111L100 126L74 111V81Z", "url(#ice)", "class='o'") + mirrored(ellipse(88, 96, 5, 8, "#0b2d55") + circle(90, 93, 2, "#fff")) + line("M94 110Q100 115 106 110", "#0b2d55", 3),
  "tide-scholar":
    path("M100 70C120 8 176 30 172 70C168 96 138 88 144 70C148 58 160 64 156 72C166 50 130 36 124 92Z", "url(#water)", "class='o'") + line("M112 78C126 30 160 38 166 62", "#e9ffff", 4) +
    path("M100 104C80 84 46 84 20 92V166C46 158 80 160 100 176C120 160 154 158 180 166V92C154 84 120 84 100 104Z", "url(#wood)", "class='o'") +
    path("M100 98C80 80 50 80 28 86V156C52 150 82 152 100 166C118 152 148 150 172 156V86C150 80 120 80 100 98Z", "#f7eed6", "class='o'") + line("M100 98V166", "#8f805c", 4) +
    mirrored(line("M40 102Q64 98 88 112M40 118Q64 114 88 128M40 134Q64 130 88 144", "#6a8fae", 4)) + path("M132 66A8 8 0 0 1 120 58Q126 46 134 40Q140 56 132 66Z", "url(#ice)", "class='o'"),
  "moonwell-oracle":
    circle(100, 56, 44, "#f6fcff", 'opacity=".95"') + circle(88, 46, 7, "#cfe2ee") + circle(116, 66, 9, "#cfe2ee") + circle(112, 38, 5, "#cfe2ee") +
    path("M100 48C70 52 62 84 58 116L38 184H162L142 116C138 84 130 52 100 48Z", "url(#night)", "class='o'") + path("M100 66C82 70 78 90 80 106Q100 126 120 106C122 90 118 70 100 66Z", "#05030f") +
    mirrored(ellipse(91, 96, 4, 5, "#8ff0ff")) + path("M100 120L58 184H142Z", "#2d3f86", 'opacity=".7"') + line("M150 184V70", "#c9a24a", 7) + circle(150, 60, 15, "url(#ice)", "class='o'") +
    ellipse(100, 182, 66, 12, "url(#water)", "class='o'") + ellipse(100, 180, 46, 6, "#d8fbff"),
  "mist-weaver":
    line("M20 150C60 110 20 70 66 58S120 110 90 130S40 120 60 96M180 60C150 30 120 60 140 90S190 120 150 150", "#dff6ff", 10, 'opacity=".75"') + line("M30 170C80 130 130 160 176 120M24 40C60 20 90 50 70 76", "#b9e6f7", 7, 'opacity=".8"') +
    group('transform="rotate(24 100 100)"', path("M92 8H108V50H92Z", "url(#wood)", "class='o'") + path("M70 56Q100 40 130 56L122 128Q100 146 78 128Z", "url(#ice)", "class='o'") + line("M74 74Q100 60 126 74M76 92Q100 78 124 92M78 110Q100 96 122 110", "#2b7cb6", 4) + path("M60 46H140V58H60Z", "url(#wood)", "class='o'") + path("M94 140H106L100 196Z", "url(#wood)", "class='o'")),
  "whirlpool-elder":
    ellipse(100, 112, 88, 66, "url(#water)", "class='o'") +
    line("M18 112C20 60 160 50 172 104C180 150 60 168 50 122C44 92 130 76 140 110C144 136 84 142 82 118C82 104 108 100 112 114", "#e9ffff", 7) + ellipse(98, 116, 14, 9, "#04182e") +
    path("M56 64Q60 26 100 22Q140 26 144 64Q100 88 56 64Z", "url(#sick)", "class='o'") + mirrored(circle(82, 52, 9, "#f6ffd0", "class='o'") + circle(83, 53, 4, "#0b2d55")) + line("M84 70Q78 96 66 108M100 74V100M116 70Q122 96 134 108", "#6fae4a", 7),
  leviathan:
    path("M30 190C10 120 40 40 110 30C160 24 190 60 184 92L146 88L160 104L128 100L138 118L108 108C92 116 92 150 110 190Z", "url(#water)", "class='o'") +
    path("M110 108C100 130 150 140 178 124C172 156 120 170 96 150Z", "url(#water)", "class='o'") + path("M128 100L134 112L140 102L146 114L152 103L160 112V104L146 88L184 92Q186 84 184 78L120 84Z", "#fff", 'opacity=".95"') +
    path("M60 66L36 20L84 46L96 8L116 32Q80 38 60 66Z", "url(#ice)", "class='o'") + circle(130, 62, 11, "#ffe45c", "class='o'") + ellipse(132, 62, 3, 9, "#0b1a30") + line("M44 186C34 140 46 96 70 72M62 188C54 150 62 120 78 100M82 188C78 166 78 146 86 130", "#bff5ff", 4, 'opacity=".8"') +
    path("M0 178Q30 150 60 176Q90 154 120 178Q150 152 200 176V200H0Z", "url(#water)"),
  "ice-shard":
    path("M100 4L132 78L110 184L84 92Z", "url(#ice)", "class='o'") + path("M100 4L104 96L110 184L84 92Z", "#fff", 'opacity=".55"') +
    path("M40 40L78 96L88 172L50 110Z", "url(#ice)", "class='o'") + path("M40 40L62 104L88 172L50 110Z", "#fff", 'opacity=".5"') + path("M164 34L154 106L120 168L128 92Z", "url(#ice)", "class='o'") + path("M164 34L142 98L120 168L154 106Z", "#2b7cb6", 'opacity=".5"') +
    around(4, line("M34 150V136", "#fff", 3), 34, 150) + around(4, line("M170 156V144", "#fff", 3), 170, 156),
  riptide:
    path("M0 190V120C20 60 70 20 128 26C168 30 190 62 176 92C168 110 140 112 134 92C130 78 146 70 154 80C152 58 112 58 100 92C92 122 116 160 200 156V200H0Z", "url(#water)", "class='o'") +
    line("M12 150C24 90 70 48 124 46M30 170C38 110 66 80 92 74M56 182C56 146 66 124 84 108", "#d9fdff", 6, 'opacity=".85"') + path("M128 26C168 30 190 62 176 92C180 60 150 40 112 42Q112 28 128 26Z", "#fff") +
    circle(172, 30, 6, "#fff") + circle(188, 48, 4, "#fff") + circle(150, 14, 4, "#fff") + circle(160, 118, 4, "#fff"),
  "tidal-insight":
    path("M100 2C126 50 164 84 164 124A64 64 0 0 1 36 124C36 84 74 50 100 2Z", "url(#water)", "class='o'") + path("M66 92C56 106 52 124 58 142", "none", 'stroke="#fff" stroke-width="7" stroke-linecap="round" opacity=".8"') +
    path("M48 122Q100 68 152 122Q100 176 48 122Z", "#fdffff", "class='o'") + circle(100, 122, 26, "url(#ice)", "class='o'") + circle(100, 122, 13, "#04182e") + circle(108, 114, 6, "#fff") + around(7, line("M100 82V74", "#eaffff", 4), 100, 122),
  deluge:
    path("M20 84A26 26 0 0 1 40 38A38 38 0 0 1 110 26A34 34 0 0 1 170 48A24 24 0 0 1 176 90H30Z", "#33486b", "class='o'") + path("M40 54A34 34 0 0 1 106 40Q66 38 54 66Z", "#8fa8cc") +
    line("M40 100L30 128M66 100L54 134M94 100L80 138M122 100L110 134M148 100L138 130M172 100L164 124", "#c9f3ff", 6) +
    path("M66 158L104 122L142 158Z", "url(#blood)", "class='o'") + path("M116 124V108H128V140Z", "url(#stone)", "class='o'") + path("M78 154H130V176H78Z", "url(#wood)", "class='o'") + box(96, 156, 14, 14, "#ffd76a") +
    path("M0 168Q25 152 50 168T100 168T150 168T200 168V200H0Z", "url(#water)"),
};
