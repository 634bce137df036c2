// @ts-check
/**
 * A quiet set of sounds, made on the spot: two soft strokes when it is our turn, a rattle for dice, a brush for a card.
 * Off unless somebody wants them; the browser lets none be heard before a first touch of the page.
 */

const VOLUME = 0.12;
const CHANCE = new Set(["die", "armor.captured", "armor.destroyed"]); // a die, or a marker drawn for Armor (S1.4.5)

/** @param {import("./settings.js").Settings} settings */
export function createSounds(settings) {
  /** @type {AudioContext | null} */
  let context = null;

  /** The way out, opened when first wanted; null where there is none. */
  function out() {
    if (!settings.sound || !("AudioContext" in window)) return null;
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume().catch(() => {});
    return context;
  }

  /**
   * A tone that rings off.
   * @param {AudioContext} to
   * @param {number} pitch in Hertz
   * @param {number} after seconds
   */
  function tone(to, pitch, after) {
    const begin = to.currentTime + after;
    const source = new OscillatorNode(to, { type: "sine", frequency: pitch });
    const loud = new GainNode(to, { gain: 0 });
    loud.gain.setValueAtTime(0, begin);
    loud.gain.linearRampToValueAtTime(VOLUME, begin + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.0001, begin + 0.7);
    source.connect(loud).connect(to.destination);
    source.start(begin);
    source.stop(begin + 0.75);
  }

  /**
   * A short noise.
   * @param {AudioContext} to
   * @param {number} pitch in Hertz, about which it lies
   * @param {number} length seconds
   * @param {number} after seconds
   */
  function noise(to, pitch, length, after) {
    const begin = to.currentTime + after;
    const samples = new AudioBuffer({ length: Math.ceil(to.sampleRate * length), sampleRate: to.sampleRate });
    const values = samples.getChannelData(0);
    for (let i = 0; i < values.length; i += 1) values[i] = (2 * Math.random() - 1) * (1 - i / values.length) ** 2;
    const source = new AudioBufferSourceNode(to, { buffer: samples });
    const band = new BiquadFilterNode(to, { type: "bandpass", frequency: pitch, Q: 0.9 });
    source
      .connect(band)
      .connect(new GainNode(to, { gain: VOLUME * 2 }))
      .connect(to.destination);
    source.start(begin);
  }

  /** @type {Record<"turn" | "die" | "card", (to: AudioContext) => void>} */
  const made = {
    turn: (to) => [523.25, 659.25].forEach((pitch, i) => tone(to, pitch, 0.14 * i)),
    die: (to) => [0, 0.07, 0.12, 0.2].forEach((after) => noise(to, 2100, 0.05, after)),
    card: (to) => noise(to, 900, 0.22, 0),
  };
  let card = -1;
  let told = -1;
  let shown = false;
  let mine = true; // a player who has just sat down needs no call

  return {
    /** @param {keyof typeof made} name */
    play(name) {
      const to = out();
      if (to) made[name](to);
    },
    /** Listen to what the page shows. @param {Wire.TableView} view */
    hearBoard(view) {
      const number = view.card?.number ?? 0;
      if (card >= 0 && number !== card) this.play("card");
      card = number;
    },
    /** A step that is shown. @param {Wire.Frame} frame */
    hearStep(frame) {
      if (frame.kinds.some((/** @type {string} */ kind) => CHANCE.has(kind))) this.play("die");
      shown = true;
    },
    /** The story as it stands now; what was heard step by step is not heard again. @param {Wire.StoryLine[]} lines */
    hearStory(lines) {
      if (told >= 0 && !shown && lines.some((line) => line.n > told && CHANCE.has(line.kind))) this.play("die");
      told = lines.length ? lines[lines.length - 1].last : -1;
      shown = false;
    },
    /** Is it for us to decide now? @param {boolean} now */
    hearTurn(now) {
      if (now && !mine) this.play("turn");
      mine = now;
    },
  };
}
