// Written by tools/wire_docs.py; do not edit.
declare namespace Wire {
  /** A card that can be seen. */
  interface CardShown {
    number: number;
    id: string; // as it is written: `12`, `P101`, `S1`
    ours: boolean; // is the text of its Event our own reading?
    title: string;
    gloss: string | null; // what the title means, in a language that does not read the printed one
    order: string[]; // the Factions as printed; none on a Coup card
    sides: Record<string, string | null>; // our text of each side
    ruling: string | null; // the reading chosen where the print leaves a question open
  }

  /** An Event picked for a year that is still to come. */
  interface DraftedCard extends CardShown {
    by: string | null; // who picked it, while the draft goes on
  }

  /** While Events are drafted (P2.1, S2.1). */
  interface DraftShown {
    years: number[];
    dealt: number; // how many of each year are dealt unseen
  }

  /** Of a deck of years, the present one. */
  interface YearShown {
    year: number;
    left: number; // how many of its cards are still to come
  }

  /** What a pair of scores means: by War or Peace, how far the marker of each side moves. */
  interface TalksCell {
    nva: Record<string, number>;
    us: Record<string, number>;
  }

  /** The scores that are compared. */
  interface TalksScores {
    nva: number;
    us: number;
  }

  /** The table of the Paris Peace Talks with the scores, and what each side has answered so far. */
  interface TalksShown {
    source: string; // whose values they are: `ours`, `printed` or `pack`
    nva_from: number[]; // the first score of each row
    us_from: number[]; // the first score of each column
    cells: TalksCell[][]; // by row, then by column
    at: number[]; // the row and the column of the scores
    scores: TalksScores;
    answers: Record<string, string | null>; // by Faction: `war`, `peace` or not yet
  }

  /** A space of the map. */
  interface SpaceShown {
    pieces: Record<string, number>; // by kind; kinds of which there is none are left out
    support?: string; // not of LoCs
    control?: string; // `none`, `coin` or `nva`; not of LoCs
    terror?: number; // not of LoCs
    sabotage?: boolean; // of LoCs
    closed?: boolean; // true where no pieces may be (P1.3.5)
  }

  /** Resources, and the other tracks that the era has. */
  interface TracksShown {
    resources: Record<string, number>; // by Faction
    aid?: number;
    patronage?: number;
    econ?: number;
    trail?: number;
    washington?: number;
    hanoi?: number;
    regime?: number;
    posture?: number;
    war_weary?: number;
    anti_war?: number;
  }

  /** Where a Faction stands (1.9, 7.2). */
  interface Standing {
    marker: number;
    exceeds: number; // it wins a Victory Phase above this
    margin: number;
  }

  /** The RVN leader (2.4.1), named by the number of the Coup card. */
  interface LeaderShown {
    card: number;
    silenced: boolean;
    box: number[]; // the leaders in the box, bottom first
  }

  /** A Capability or Momentum in force. */
  interface EffectShown {
    card: number;
    side: string;
    title: string;
  }

  /** Deception markers (7.3) of a Faction. */
  interface MarkersShown {
    held: string[] | number; // only the holder sees which
    shown: string[];
  }

  /** P2.3, S2.3: who acts, and what the First leaves to the Second. */
  interface Initiative {
    order: string[];
    first: string; // the box of the First, empty before
    second: string[]; // the boxes open to the Second
    changes: boolean; // do they change places on the next card?
  }

  /** The sequence of play on the present card. */
  interface TurnShown {
    sequence: string; // `eligibility` or `initiative`
    order: string[];
    eligible: string[];
    made_ineligible: string[]; // by an Event, through the next card
    passed: string[];
    acted: string[][]; // pairs of a Faction and what it has done
    up: string | null; // whose turn it is
    initiative: Initiative | null;
  }

  /** An answer. */
  interface OptionShown {
    key: string; // what is sent to choose it
    label: string;
    spaces: string[];
    piece: string | null;
    amount: number | null;
    idle: boolean; // it would change nothing
    text: string | null; // of the side of the card it plays
    card?: CardShown | null; // that it picks in a draft
    also?: string; // its label in English, where another language is spoken: a search finds it by that too
  }

  /** An answer that belongs to the question but cannot be given now. */
  interface ForbiddenShown {
    key: string;
    place: number; // where it would stand in the list
    label: string;
    reason: string;
  }

  /** A Spearhead's Armor, how many Troops may go with it, and the Highways it would take (S4.3.4). */
  interface ColumnShown {
    armor: string;
    troops: number;
    ways: Record<string, string[]>; // by the space where it would end
  }

  /** What a strike of a Spearhead is worth in a space (S4.4.4). */
  interface StrikeShown {
    hits: number;
    armor: number;
    capture: number[] | null; // Captured markers left, and all that are drawn from; nothing if no enemy Armor is there
  }

  /** What belongs to a question of a Spearhead beside its answers. */
  interface SpearheadShown {
    column?: ColumnShown;
    strikes?: Record<string, StrikeShown>;
  }

  /** The present question. Of a secret one (7.3) others see the first three fields alone. */
  interface DecisionShown extends SpearheadShown {
    number: number;
    actor: string; // a Faction, or `chance`
    kind: string;
    rule?: string;
    prompt?: string;
    cost?: number | null;
    payer?: string | null;
    about?: Record<string, string>; // `space`, `origin`, `destination` and `piece` it is about
    options?: OptionShown[]; // only for the seat that is asked
    forbidden?: ForbiddenShown[]; // only for the seat that is asked
    answer?: string | null; // of an earlier moment: what was answered then
  }

  /** How a game ended. */
  interface OutcomeShown {
    reason: string; // `victory` in a Coup Round (7.2) or `final` (7.3)
    winner: string;
    ranking: string[];
    margins: Record<string, number>;
  }

  /** Everything a view shows but the story. */
  interface BoardShown {
    scenario: string;
    years: number[];
    era: string;
    factions: string[];
    stage: string;
    phases: string[]; // of a Coup Round
    card: CardShown | null;
    next_card: CardShown | null;
    cards_left: number;
    year: YearShown | null;
    drafted: Record<string, DraftedCard[]>; // by year
    draft: DraftShown | null;
    talks: TalksShown | null;
    monsoon: boolean;
    turn: TurnShown;
    spaces: Record<string, SpaceShown>;
    boxes: Record<string, Record<string, number>>; // the pieces in each, by kind
    tracks: TracksShown;
    victory: Record<string, Standing>; // by Faction
    leader: LeaderShown;
    effects: EffectShown[];
    markers: Record<string, MarkersShown>; // by Faction; of those that have none nothing
    decision: DecisionShown | null;
    outcome: OutcomeShown | null;
  }

  /** What a seat may see of a game. */
  interface View extends BoardShown {
    log: string[];
  }

  /** What is new on the board; of spaces and boxes only those that changed. */
  interface Changes {
    era?: string;
    factions?: string[];
    stage?: string;
    phases?: string[];
    card?: CardShown | null;
    next_card?: CardShown | null;
    cards_left?: number;
    year?: YearShown | null;
    drafted?: Record<string, DraftedCard[]>;
    draft?: DraftShown | null;
    monsoon?: boolean;
    turn?: TurnShown;
    tracks?: TracksShown;
    victory?: Record<string, Standing>;
    leader?: LeaderShown;
    effects?: EffectShown[];
    outcome?: OutcomeShown | null;
    spaces?: Record<string, SpaceShown | null>; // null: the new era does not have it
    boxes?: Record<string, Record<string, number> | null>; // null: the new era does not have it
  }

  /** One step of what happened. */
  interface Frame {
    entry: number; // how many entries had been given after it
    actor: string;
    text: string[];
    kinds: string[]; // of each line
    chapter: string | null; // the step of the Fall of Diem or of the Paris Peace Talks that it tells
    talks: TalksShown | null; // where the scores are compared
    changes: Changes;
  }

  /** How things stood before or after a scene. */
  interface SceneStanding {
    leader: LeaderShown;
    tracks: TracksShown;
    victory: Record<string, Standing>;
    factions: string[];
    pieces: Record<string, number>; // of each kind on the map
  }

  /** What a scene in several stages has done. */
  interface Passage {
    before: SceneStanding;
    after: SceneStanding;
  }

  /** A die that was rolled. */
  interface Die {
    by: string | null;
    n: number;
  }

  /** How the contest stood where a card began, or now. */
  interface HistoryRow {
    entry: number;
    id: string; // of the card, as it is written: `12`, `P101`, `S1`; empty before the first card
    title: string;
    coup: boolean;
    over: boolean;
    margins: Record<string, number>; // by Faction
    resources: Record<string, number>; // by Faction
    control: Record<string, number>; // Population under the Control of `coin` and `nva`
    dice: Die[]; // since the row before
  }

  /** A moment of a game. */
  interface Moment {
    game: string;
    name: string; // of the game
    entry: number; // how many entries had been given
    card: string; // its title; empty before the first
  }

  /** Where an imported game came from. */
  interface Origin {
    kind: string; // `journal`, `position` or `fork`
    by: string; // the name of the player who imported it
    markers: boolean; // do markers lie open (7.3)?
    of?: Moment; // what a fork goes on from
  }

  /** When and why a game is going to be deleted. */
  interface Ending {
    at: number;
    by: string | null; // `host` or `age`
  }

  /** A chapter of the tutorial. */
  interface LessonChapter {
    title: string;
    text: string;
  }

  /** One answer of the tutorial. */
  interface LessonStep {
    number: number;
    key: string;
    kind: string;
    who: string;
    chapter: number;
    text: string;
    after?: string;
    totals?: Record<string, unknown>; // what the table must show then
  }

  /** The guided tutorial. */
  interface Lesson {
    title: string;
    scenario: string;
    intro: string;
    farewell: string;
    chapters: LessonChapter[];
    steps: LessonStep[];
  }

  /** The chances when a stage begins. */
  interface ReviewMoment {
    entry: number;
    card: number;
    stage: string;
    title: string;
    chances: Record<string, number>; // by Faction, 0 to 1
  }

  /** A better turn, as it may go. */
  interface BetterTurn {
    words: string;
    story: string[];
    entries: string[][]; // actor and key of each answer, dice and cards included
  }

  /** The verdict on one turn. */
  interface TurnVerdict {
    faction: string;
    entry: number; // answers before it
    end: number; // answers when its stage was over
    stage: string;
    title: string;
    words: string;
    played: number; // the chance of winning that could be expected from it
    best: number; // the same of the best turn found
    cost: number;
    better: BetterTurn | null;
  }

  /** A stage that changed a chance most. */
  interface TurningPoint {
    entry: number;
    title: string;
    faction: string;
    before: number;
    after: number;
  }

  /** A turn that can be judged. */
  interface TurnAhead {
    entry: number;
    faction: string;
    title: string;
  }

  /** What a review begins with: everything but the verdicts. */
  interface ReviewOutline {
    moments: ReviewMoment[];
    turning_points: TurningPoint[];
    turns: TurnAhead[];
  }

  /** A space of the map. */
  interface SpaceFacts {
    name: string;
    short: string;
    kind: string;
    terrain: string | null;
    population: number;
    econ: number;
    region: string;
    coastal: boolean;
    adjacent: string[];
  }

  /** A kind of piece. */
  interface PieceFacts {
    name: string;
    plural: string;
    faction: string;
  }

  /** A box beside the map. */
  interface BoxFacts {
    name: string;
  }

  /** A track. */
  interface TrackFacts {
    name: string;
    least: number;
    most: number;
    where: string; // `edge`, `trail`, or the tile it is on
    faction: string;
    mark: string; // what stands on its marker
    levels: Record<string, string>; // the names of its values, by number
  }

  /** A Faction. */
  interface FactionFacts {
    name: string;
  }

  /** The map, pieces and Factions. */
  interface Facts {
    spaces: Record<string, SpaceFacts>;
    kinds: string[]; // of pieces, in order
    pieces: Record<string, PieceFacts>;
    boxes: Record<string, BoxFacts>;
    tracks: Record<string, TrackFacts>;
    factions: Record<string, FactionFacts>;
  }

  /** A scenario. */
  interface ScenarioFacts {
    name: string;
    title: string;
    subtitle: string;
    set: string;
    years: number[];
    factions: string[];
    story: string;
    coups: number;
    cards: number;
    leads_on: boolean; // does it go on into 1964, though it is no campaign (P7.3)?
    options: string[]; // that apply
    options_if: Record<string, string[]>; // those that apply if this one is chosen
    kinds: string[]; // of non-players that can play it, the recommended one first
  }

  /** An optional rule. */
  interface OptionFacts {
    name: string;
    group: string;
    title: string;
    text: string;
    default: boolean;
  }

  /** One way to read an open point. */
  interface ReadingValue {
    name: string;
    text: string;
  }

  /** An open point of chapter 8. */
  interface ReadingFacts {
    name: string;
    text: string;
    values: ReadingValue[]; // the recommended one first
  }

  /** A card. */
  interface CardFacts {
    number: number;
    id: string;
    set: string;
    ours: boolean;
    title: string;
    gloss: string | null;
    kind: string;
    period: number | null;
    order: string[];
    capability: string | null; // the Faction it names
    momentum: string;
    sides: Record<string, string | null>;
    ruling: string | null;
    also?: string; // its texts in English, where another language is spoken: a search finds it by them too
  }

  /** What a rule says. */
  interface RuleText {
    title: string;
    text: string;
    also?: string; // the same in English, where another language is spoken: a search finds it by that too
  }

  /** A seat of a new game. */
  interface SeatWish {
    factions: string[]; // one player may run `us` and `arvn`, or `nva` and `vc` (1.5)
    kind: string; // `me`, `link` or `bot`; all seats marked `me` share one link
    name?: string;
    plays?: string; // the kind of a bot: `flowchart` if left out; people have none
  }

  /** How a new game shall be. */
  interface Wish {
    seats?: SeatWish[] | null; // all four are mine if left out
    name?: string;
    host?: string; // the name of the player who creates it
    webhook?: string | null;
    lesson?: boolean;
    table_mode?: boolean; // dice and cards are typed in (a journal says that itself)
  }

  /** A new game. */
  interface NewGameWish extends Wish {
    scenario: string;
    options?: Record<string, unknown> | null; // optional rules by name, `handicap` (7.3) and `readings`
    seed?: number | null; // only for a game with one person
  }

  /** A saved game to be taken up: one of the two. */
  interface ImportWish extends Wish {
    journal?: string;
    position?: Record<string, unknown>;
  }

  /** A copy of a game that goes on from a moment. */
  interface ForkWish extends Wish {
    at?: number | null; // how many entries had been given; the present if left out
  }

  /** A link to a new game. It is told this once. */
  interface LinkTold {
    role: string; // `player` or `spectator`
    factions: string[];
    mine: boolean; // this link hosts the game
    invitation: boolean; // it is exchanged for a seat first
    token: string;
    path: string;
  }

  /** A new game. */
  interface Created {
    game: string;
    title: string;
    links: LinkTold[];
  }

  /** A saved game that was taken up. */
  interface BroughtIn extends Created {
    notes: string[]; // what had to be given up because rules have changed
  }

  /** The links somebody has. */
  interface Tokens {
    tokens: string[]; // at most 100
  }

  /** Another seat. */
  interface Opponent {
    factions: string[];
    bot: boolean;
    name: string;
  }

  /** A game in a client's list of games. */
  interface MyGame {
    game: string;
    title: string;
    scenario: string;
    role: string;
    factions: string[];
    lesson: boolean;
    turn: boolean;
    actor: string | null;
    over: boolean;
    card: string;
    updated: number;
    claimed: boolean;
    host: boolean;
    ends: Ending | null;
    origin: Origin | null;
    others: Opponent[];
  }

  /** A turn, or a phase of a Coup Round. */
  interface ChapterTold {
    stage: string;
    faction: string | null; // whose turn it is
    bot: boolean;
    text: string | null; // the whole turn in one sentence, once it is done
    done: boolean;
    passage?: Passage; // of a scene in several stages, behind its last
    talks?: TalksShown; // of the Paris Peace Talks
  }

  /** A line of the story. Like lines in a row are one. */
  interface StoryLine {
    n: number; // the first line it stands for ...
    last: number; // ... and the last
    text: string;
    kind: string;
    entry: number; // at which its turn began
    spaces: string[];
    track: string | null;
    chapter?: ChapterTold; // in the first line of a turn or phase
  }

  /** What the link's seats may see, with the last 200 lines of the story. */
  interface TableView extends BoardShown {
    log: StoryLine[];
  }

  /** What happened step by step: applied one after another, the changes lead from one board to the other. */
  interface Steps {
    from: number;
    to: number;
    frames: Frame[];
  }

  /** Who is looking. */
  interface Me {
    role: string;
    name: string;
    seats: number[];
    host: boolean; // created the game
    muted: boolean;
    factions: string[];
  }

  /** Who sits at a seat. */
  interface PlayerShown {
    seat: number;
    factions: string[];
    kind: string; // `person` or `bot`
    plays: string | null; // the kind of a bot
    name: string;
    here: boolean;
    claimed: boolean; // the invitation has been opened
    muted: boolean;
    abandoned: boolean; // the host may free the seat
  }

  /** Those who look on. */
  interface Spectators {
    muted: boolean;
  }

  /** What this link's holder would take back. */
  interface UndoShown {
    to: number;
    what: string;
    free: boolean; // nobody has to agree
    others: number; // answers of other people that go with it
    bots: number; // answers of bots that go with it
  }

  /** A take-back that waits for consent. */
  interface ProposalShown {
    id: string;
    by: string;
    mine: boolean;
    answered: boolean;
    kept: number;
    what: string;
    yours: number; // how many answers of one's own would go
  }

  /** A take-back that came to nothing. */
  interface DeclinedShown {
    id: string;
    who: string; // declined it or, if they asked for it, withdrew it
    by: string;
    mine: boolean;
    withdrawn: boolean;
    what: string;
  }

  /** What the last change took back. */
  interface TakenBack {
    by: string;
    mine: boolean;
    what: string;
  }

  /** What may be taken back, what somebody asks to, and what has just been. */
  interface TakingBack {
    can_undo: boolean;
    undo: UndoShown | null;
    proposal: ProposalShown | null;
    declined: DeclinedShown | null;
    taken_back: TakenBack | null;
  }

  /** An earlier answer in this turn of the seat that is asked. */
  interface PlannedAnswer {
    number: number;
    kind: string;
    key: string;
    label: string;
    spaces: string[];
    piece: string | null;
    amount: number | null;
    counts: string | null; // the kind of piece of which a number was answered
  }

  /** Pieces that have moved. */
  interface Move {
    from: string;
    to: string;
    n: number;
    via: string[]; // the Highways by which a Spearhead drove
  }

  /** How many pieces came to a space or left the map there. */
  interface Count {
    space: string;
    n: number;
  }

  /** What has moved, come and gone. */
  interface Movements {
    moves: Move[];
    placed: Count[];
    removed: Count[];
  }

  /** What has moved, come and gone on the map in this turn. */
  interface Moved extends Movements {
    others: Movements; // before it, in the same turn or phase
  }

  /** A turn of a non-player whose reasons can be asked for. */
  interface BotTurnShown {
    id: number;
    faction: string;
    title: string;
    first: number;
    last: number;
  }

  /** The whole table as a link's holder sees it. */
  interface Table extends TakingBack {
    game: string;
    name: string;
    scenario: string;
    title: string;
    version: number; // grows with every change
    number: number; // of the present decision
    entries: number; // answers, dice and cards given so far
    stage_begun: number; // how many had been given when the turn or phase began
    at: number | null; // the moment that was asked for
    over: boolean;
    lesson: boolean;
    origin: Origin | null;
    table_mode: boolean;
    thinking: boolean; // non-players are playing
    thought: number | null; // percent of its budget that a thinker has spent
    waiting: boolean; // it waits until thinkers of other games have thought
    left_to_people: boolean; // a non-player found no answer: any player gives one for it
    me: Me;
    players: PlayerShown[];
    spectators: Spectators;
    ends: Ending | null;
    solo: boolean; // one person plays
    chat: number; // the number of the last line
    notes: string[];
    verdict: string | null;
    lost: string[]; // the Factions of players who have lost alike to a non-player (8.9)
    plan: PlannedAnswer[];
    moved: Moved | null;
    turns: BotTurnShown[];
    view: TableView | null;
    steps?: Steps | null; // what led here, if `from` was given; null if that is too much
  }

  /** What taking back came to. */
  interface Taken {
    proposed: boolean; // the others must agree first
    taken: [number, string][] | null; // number and key of one's own answers that are gone
  }

  /** A link that takes the place of another. */
  interface NewLink {
    token: string;
    path: string;
  }

  /** Is the game gone? */
  interface Ended {
    gone: boolean;
  }

  /** The answer to `/end`. */
  interface EndAnswer {
    result: Ended;
  }

  /** It is done; there is nothing to tell. */
  interface Done {
    result: null;
  }

  /** The answer to a change: the table as it is then. */
  interface Changed {
    state: Table;
    result: Taken | NewLink | number | boolean | null; // see each address
  }

  /** What has changed of a list with growing numbers: `n` in `view.log`, `id` in `turns`, `number` in `plan`. */
  interface RowsChanged {
    keep: number[] | null; // the rows with numbers from the first of these to the second stay, all others go
    then: unknown[]; // the rows that follow
  }

  /** The whole table, or what has changed since an earlier one. */
  interface Patch {
    series: string; // only tables of one series follow each other
    number: number; // of this table in its series
    base: number | null; // the number of the table to change (or a later one); null: this one is whole
    table?: Table; // if it is whole
    changed?: Record<string, unknown>; // new values by their path in the table: `number`, `view.spaces.hue`
    gone?: string[]; // paths at which there is nothing any more
    rows?: Record<string, RowsChanged>; // by path
    steps?: Steps | null; // what led here, if `from` was given; null if that is too much
  }

  /** The answer to a change, for a client that keeps a table. */
  interface Patched {
    patch: Patch;
    result: Taken | NewLink | number | boolean | null; // see each address
  }

  /** A position to be checked (docs/position-format.md), without the answers of a turn under way. */
  interface PositionWish {
    position: Record<string, unknown>;
  }

  /** Why a position cannot be. */
  interface Wrong {
    place: string; // the key it is about: `spaces.hue.pieces`, `card`, `available.us_troops`; empty: the whole
    message: string;
  }

  /** What may be set up in the scenario, the options and the era of a position. */
  interface Room {
    pool: Record<string, number>; // pieces in the game, by plain kind
    kinds: string[]; // of pieces that may stand on the map
    plain: Record<string, string>; // what each of them counts as
    boxes: string[]; // but Available, which has what is left
    tracks: string[];
    resources: string[]; // Factions that have some
    eras: string[]; // in which a position of the scenario can begin
    stages: string[];
    cards: (number | string)[]; // that may come up now
    coups: (number | string)[]; // Coup cards among these
    effects: ([number | string, string])[]; // card and side of what may last
    leaders: (number | string)[];
    pivotal: string[];
  }

  /** A position as it was read. */
  interface PositionChecked {
    position: Record<string, unknown> | null; // whole: nothing is left to the set-up any more but Available
    board: BoardShown | null;
    room: Room | null;
    wrong: Wrong | null; // then the three above are null
  }

  /** What the socket tells. */
  interface News {
    version: number;
    number: number;
    entries: number;
    chat: number;
    thinking: boolean;
    thought: number | null;
    waiting: boolean;
    here: number[]; // the seats of the viewer
  }

  /** A step of a non-player's thinking. */
  interface ReasonShown {
    entry: number;
    node: string; // of the flowchart
    text: string;
    details: string[];
  }

  /** Why a non-player did what it did in a turn. */
  interface Reasons {
    id: number;
    faction: string;
    title: string;
    dice: number[];
    reasons: ReasonShown[];
  }

  /** What a non-player would answer. */
  interface Advice {
    key: string;
    label: string;
    reasons: string[];
  }

  /** What the flowchart would answer, or a thinker where there is none. */
  interface Hint extends Advice {
    by: string; // `flowchart` or `thinker`
    thinker: Advice | null; // a second advice
    no_chart: boolean; // there is a flowchart, but it has no advice here
  }

  /** What an answer would do. */
  interface Effect {
    lines: string[];
    places: boolean; // do pieces come onto the map?
    lifts: boolean; // must some be lifted from it (1.4.1)?
  }

  /** What each answer to the present question would do; dice stay open. */
  interface Effects {
    number: number;
    effects: Record<string, Effect>; // by key
    anyway: string[]; // what all of them have in common
  }

  /** Why a space cannot be chosen now. */
  interface WhyNot {
    text: string;
  }

  /** What somebody said. */
  interface ChatLine {
    id: number;
    at: number;
    who: string;
    text: string;
    role: string; // `player`, `spectator` or `server`; `unknown` in games of before
    factions: string[];
  }

  /** Whatever is refused has changed nothing. */
  interface RefusalTold {
    error: string; // one of the codes
    message: string;
  }

  /** Every change may say how much its sender knows: `steps` then tells what happened since. */
  interface Since {
    from?: number | null;
    have?: string | null; // the series and number of one's table (`1f0c.17`), or "": then a `Patch` is answered
  }

  /** An answer. */
  interface ChooseWish extends Since {
    number: number;
    key: string;
  }

  /** A step back. */
  interface UndoWish extends Since {
    number?: number | null; // of the present decision
    to?: number | null; // of the earliest answer that shall go
  }

  /** What one thinks of a take-back. */
  interface ProposalWish extends Since {
    proposal: string;
    agree: boolean;
  }

  /** Let the program roll or draw. */
  interface RollWish extends Since {
    number: number;
  }

  /** Resources handed over (1.5.2). */
  interface TransferWish extends Since {
    giver: string;
    amount: number;
  }

  /** A line of chat. */
  interface SayWish extends Since {
    text: string; // up to 1,000 characters
  }

  /** What others shall see. */
  interface NameWish extends Since {
    name: string;
  }

  /** The token that opens the seat from now on. */
  interface SecretWish extends Since {
    token: string; // 256 random bits in base64url (43 characters), made by the client
  }

  /** A seat to be freed. */
  interface FreeWish extends Since {
    seat: number;
  }

  /** Somebody who shall be silent, or may speak again. */
  interface MuteWish extends Since {
    seat: number | string; // `spectators`: all of them
    muted: boolean;
  }

  /** Delete the game, or not after all. */
  interface EndWish {
    end: boolean;
  }

  /** Where word is sent when the turn passes to another person. */
  interface WebhookWish extends Since {
    url: string | null; // empty: nowhere
  }

  /** What a web hook is told when the turn passes to another person, or the game is over. */
  interface Word {
    game: string;
    name: string;
    path: string;
    card: string;
    faction: string | null; // none while dice are typed in
    over: boolean;
  }

  /** The same as it is sent as JSON. */
  interface WordSent extends Word {
    text: string; // for people to read
  }

  /** What is answered at each address that is read. */
  interface Reads {
    "/api/messages": Record<string, string>;
    "/api/facts": Facts;
    "/api/scenarios": ScenarioFacts[];
    "/api/options": OptionFacts[];
    "/api/readings": ReadingFacts[];
    "/api/cards": CardFacts[];
    "/api/rules": Record<string, RuleText>;
    "/api/lesson": Lesson;
  }

  /** What is sent to each address, and what is answered. */
  interface Sends {
    "/api/games": { body: NewGameWish; answer: Created };
    "/api/games/import": { body: ImportWish; answer: BroughtIn };
    "/api/positions": { body: PositionWish; answer: PositionChecked };
    "/api/mine": { body: Tokens; answer: (MyGame | null)[] };
  }

  /** What can be read about a game: with what, and what is answered. */
  interface GameReads {
    "": { query: { at?: number; from?: number; have?: string }; answer: Table | Patch };
    "/version": { query: {}; answer: News };
    "/frames": { query: { from: number; to: number }; answer: Steps };
    "/history": { query: {}; answer: HistoryRow[] };
    "/review": { query: {}; answer: ReviewOutline };
    "/review/turn": { query: { entry: number }; answer: TurnVerdict };
    "/log": { query: { from?: number }; answer: StoryLine[] };
    "/hint": { query: {}; answer: Hint };
    "/effects": { query: {}; answer: Effects };
    "/reasons": { query: { turn: number }; answer: Reasons };
    "/orders": { query: { from: number; to: number }; answer: string[] };
    "/why": { query: { space?: string }; answer: WhyNot };
    "/chat": { query: { after?: number }; answer: ChatLine[] };
    "/journal": { query: {}; answer: string };
    "/position": { query: { at?: number }; answer: string };
    "/log.txt": { query: {}; answer: string };
  }

  /** What can be sent about a game: what, and what is answered. */
  interface GameSends {
    "/fork": { body: ForkWish; answer: BroughtIn };
    "/claim": { body: SecretWish; answer: Done };
    "/end": { body: EndWish; answer: EndAnswer };
  }

  /** Changes of a game: what is sent, and what the result of it tells. */
  interface GameChanges {
    "/choose": { body: ChooseWish; result: null };
    "/undo": { body: UndoWish; result: Taken };
    "/undo/answer": { body: ProposalWish; result: null };
    "/roll": { body: RollWish; result: null };
    "/hurry": { body: Since; result: boolean };
    "/transfer": { body: TransferWish; result: null };
    "/chat": { body: SayWish; result: number };
    "/name": { body: NameWish; result: null };
    "/webhook": { body: WebhookWish; result: null };
    "/renew": { body: SecretWish; result: null };
    "/free": { body: FreeWish; result: NewLink };
    "/mute": { body: MuteWish; result: null };
    "/renew/spectators": { body: Since; result: NewLink };
  }
}
