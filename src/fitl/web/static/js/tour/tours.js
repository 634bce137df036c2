// @ts-check
/**
 * Short tours over the table, for those who know the game and want to see what an era adds. A tour is a list of steps: what
 * each points at, and who must play for it to be worth a word. Its sentences are `tour.<tour>.<step>`.
 */

/**
 * @typedef {{id: string, part?: string, space?: string, faction?: string, two?: boolean}} Step
 *   part: a selector of the table; space: of the map; faction: only if it plays; two: only where two play (false: four)
 * @typedef {{id: string, scenario: string, options: Record<string, boolean>, eras: string[], steps: Step[]}} Tour
 *   scenario: what it is shown with from the lobby; eras: in whose games the menu offers it
 */

/** @type {Tour[]} */
export const TOURS = [
  {
    id: "1961",
    scenario: "four-player-1961",
    options: { first_game_draft: true },
    eras: ["sod", "diems_war"],
    steps: [
      { id: "south", space: "saigon" },
      { id: "closed", space: "central_laos" },
      { id: "washington", part: '.tile[data-track="washington"]' },
      { id: "advisors", part: '.tile[data-track="washington"] .stops', faction: "us" },
      { id: "hanoi", part: '.tile[data-track="hanoi"]' },
      { id: "cadres", space: "pleiku_darlac", faction: "nva" },
      { id: "regime", part: '.tile[data-track="regime"]' },
      { id: "diem", part: ".lasting .leader" },
      { id: "hamlets", part: ".boxes .out_of_play" },
      { id: "resources", part: ".figures-list" },
      { id: "us", part: ".victory li:has(.us)", faction: "us" },
      { id: "nva", part: ".victory li:has(.nva)", faction: "nva" },
      { id: "arvn", part: ".victory li:has(.arvn)" },
      { id: "vc", part: ".victory li:has(.vc)" },
      { id: "two", part: ".turn", two: true },
      { id: "cards", part: ".cards" },
      { id: "end", part: ".cards .deck" },
      { id: "rules", part: ".menu" },
    ],
  },
  {
    id: "1973",
    scenario: "black-april-1973",
    options: {},
    eras: ["black_april", "extended", "post_paris", "us_leaving", "after_retreat"],
    steps: [
      { id: "south", space: "saigon" },
      { id: "paris", part: ".turn", two: false },
      { id: "two", part: ".turn", two: true },
      { id: "posture", part: '.tile[data-track="posture"]' },
      { id: "armor", part: ".boxes .available" },
      { id: "train", space: "north_vietnam" },
      { id: "hits", space: "pleiku_darlac" },
      { id: "spearhead", space: "loc_saigon_da_lat" },
      { id: "captured", part: ".boxes .out_of_play" },
      { id: "casualties", part: ".boxes .casualties" },
      { id: "air", part: '.tile[data-track="posture"] .stops' },
      { id: "bombard", space: "hue" },
      { id: "weary", part: ".edge-track" },
      { id: "us", part: ".victory li:has(.us)", faction: "us" },
      { id: "vc", part: ".victory li:has(.vc)", faction: "vc" },
      { id: "saigon", part: ".victory li:has(.nva)" },
      { id: "cards", part: ".cards" },
      { id: "end", part: ".cards .deck" },
      { id: "rules", part: ".menu" },
    ],
  },
];

/** The tours that tell of a game's era. @param {Wire.TableView} view */
export function toursOf(view) {
  return TOURS.filter(({ eras }) => eras.some((era) => view.era === era || view.era.startsWith(`${era}_`)));
}

/**
 * The steps of a tour that fit those who play.
 * @param {Tour} tour
 * @param {Wire.TableView} view
 */
export function stepsFor({ steps }, view) {
  const two = view.factions.length < 4;
  return steps.filter(
    (step) => (!step.faction || view.factions.includes(step.faction)) && (step.two === undefined || step.two === two),
  );
}
