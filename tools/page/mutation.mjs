// Mutation testing of the page's models: does some unit test fail for every small fault put into them?
//
//     node tools/page/mutation.mjs [--sample 300] [--jobs 2] [--module map/packing]
//
// Prints what became of each mutant as a line of JSON. tools/mutation.py runs it and writes docs/mutation.md. The models
// are the modules that tests/page imports; faults are put into a copy of them.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { parsers } from "prettier/plugins/babel";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const MODULES = "src/fitl/web/static/js";
const TESTS = "tests/page";
const LONGEST = 20_000; // milliseconds, many times what is needed: a mutant that takes longer goes in circles

const OTHERWISE = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "%": "*",
  "+=": "-=",
  "-=": "+=",
  "&&": "||",
  "||": "&&",
  "++": "--",
  "--": "++",
};
const WORDS = new Set(["StringLiteral", "TemplateLiteral"]);
const PLAIN_NOT = new Set(["BinaryExpression", "LogicalExpression", "UnaryExpression"]);

/** @returns {Map<string, string[]>} each model with the tests that import it */
function models() {
  const found = new Map();
  for (const test of readdirSync(join(ROOT, TESTS)).filter((name) => name.endsWith(".test.js"))) {
    const text = readFileSync(join(ROOT, TESTS, test), "utf8");
    for (const [, name] of text.matchAll(/"[./]+src\/fitl\/web\/static\/js\/([\w/]+)\.js"/g))
      found.set(name, [...(found.get(name) ?? []), test]);
  }
  return new Map([...found].sort());
}

/** Every node below one, with itself. */
function* inside(node) {
  yield node;
  for (const [name, value] of Object.entries(node))
    if (name !== "loc" && !name.toLowerCase().endsWith("comments"))
      for (const each of Array.isArray(value) ? value : [value]) if (each?.type) yield* inside(each);
}

/** What may be written instead of a node: [from, to, text] each. */
function* faultsOf(node, text) {
  const whole = (now) => [node.start, node.end, now];
  const of = (each) => text.slice(each.start, each.end);
  const told = OTHERWISE[node.operator];
  switch (node.type) {
    case "BinaryExpression":
    case "LogicalExpression":
    case "AssignmentExpression":
      if (node.operator === "??") yield whole(of(node.left));
      else if (told && !WORDS.has(node.left.type) && !WORDS.has(node.right.type)) {
        const at = text.indexOf(node.operator, node.left.end);
        yield [at, at + node.operator.length, told];
      }
      break;
    case "UpdateExpression":
      yield whole(of(node).replace(node.operator, told));
      break;
    case "UnaryExpression":
      if (node.operator === "!" && node.argument.type !== "UnaryExpression") yield whole(of(node.argument));
      break;
    case "NumericLiteral":
      yield whole(`${node.value + 1}`);
      break;
    case "BooleanLiteral":
      yield whole(`${!node.value}`);
      break;
    case "ExpressionStatement":
      if (["CallExpression", "AssignmentExpression"].includes(node.expression.type)) yield whole(";");
      break;
    case "ContinueStatement":
    case "BreakStatement":
      yield whole(";");
      break;
  }
  if (node.test && !PLAIN_NOT.has(node.test.type)) yield [node.test.start, node.test.end, `!(${of(node.test)})`];
}

/** The name of the function around a place, for people. */
function around(program, at) {
  let name = "";
  for (const node of inside(program))
    if (node.start <= at && at < node.end && isFunction(node)) name = (node.id ?? node.key).name;
  return name;
}

const isFunction = ({ type, init }) =>
  ["FunctionDeclaration", "ClassMethod", "ObjectMethod"].includes(type) ||
  (type === "VariableDeclarator" && /Function/.test(init?.type));
const short = (text) => text.replace(/\s+/g, " ").slice(0, 120);

/** Every mutant of a model. */
function mutantsOf(module) {
  const text = readFileSync(join(ROOT, MODULES, `${module}.js`), "utf8");
  const { program } = parsers.babel.parse(text, {});
  const found = [];
  for (const node of inside(program))
    for (const [from, to, now] of faultsOf(node, text)) {
      const line = text.slice(0, from).split("\n").length;
      const [before, after] = [
        text.slice(node.start, node.end),
        text.slice(node.start, from) + now + text.slice(to, node.end),
      ];
      const where = short(text.split("\n")[line - 1].trim());
      const change = node.test ? `condition turned round in ${where}` : `${short(before)} -> ${short(after)}`;
      const name = `${module}:${around(program, from)}: ${change}${/^\d+$/.test(before) ? ` in ${where}` : ""}`;
      found.push({ module, name, line, text: text.slice(0, from) + now + text.slice(to) });
    }
  return found.map((mutant, place) => ({
    ...mutant,
    rank: createHash("sha256").update(`${mutant.name}#${place}`).digest("hex"),
  }));
}

/** Does one of these tests fail in a copy of the page? */
async function testsFail(copy, tests) {
  for (const test of tests) if (await testFails(copy, test)) return true;
  return false;
}

/** Run a file of tests in one process, which a mutant that never ends or takes all memory cannot outlive. */
function testFails(copy, test) {
  return new Promise((done) => {
    const args = ["--max-old-space-size=200", join(TESTS, test)];
    const child = spawn(process.execPath, args, { cwd: copy, stdio: "ignore" });
    const late = setTimeout(() => child.kill("SIGKILL"), LONGEST);
    child.on("exit", (status) => {
      clearTimeout(late);
      done(status !== 0);
    });
  });
}

function copyOfPage() {
  const copy = mkdtempSync(join(tmpdir(), "fitl-page-"));
  for (const part of [MODULES, TESTS, "package.json"]) cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  return copy;
}

async function main() {
  const options = {
    sample: { type: "string", default: "300" },
    jobs: { type: "string", default: "1" },
    module: { type: "string" },
  };
  const { values } = parseArgs({ options });
  const tests = models();
  if (values.module && !tests.has(values.module)) throw new Error(`no test imports ${values.module}.js`);
  const every = [...tests.keys()].filter((name) => !values.module || name === values.module).flatMap(mutantsOf);
  const ranked = every.toSorted((a, b) => (a.rank < b.rank ? -1 : 1));
  const chosen = new Set(ranked.slice(0, Number(values.sample) || every.length));
  const waiting = every.filter((mutant) => chosen.has(mutant));
  console.log(JSON.stringify({ there_are: every.length }));
  const work = async () => {
    const copy = copyOfPage();
    try {
      const all = [...new Set([...tests.values()].flat())];
      if (await testsFail(copy, all))
        throw new Error("the tests fail without any fault, so they can tell nothing about faults");
      for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
        const { module, name, line, text } = mutant;
        const file = join(copy, MODULES, `${module}.js`);
        const before = readFileSync(file, "utf8");
        writeFileSync(file, text);
        const own = await testsFail(copy, tests.get(module));
        const noticed = own ? "own tests" : (await testsFail(copy, all)) ? "other tests" : "survived";
        writeFileSync(file, before);
        console.log(JSON.stringify({ module, name, line, noticed }));
      }
    } finally {
      rmSync(copy, { recursive: true });
    }
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, work));
}

await main();
