// Plays whole games in the folder's own Python: `node play.mjs FOLDER WHOLE_GAMES_PY OUT SEED SCENARIO ...`.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
const [folder, source, out, seed, ...scenarios] = process.argv.slice(2);
const { loadPyodide } = await import(`${folder}/runtime/pyodide.mjs`);
const facts = JSON.parse(/id="facts">(.*?)<\/script>/s.exec(readFileSync(`${folder}/index.html`, "utf8"))[1]);
const python = await loadPyodide({ stdLibURL: `${folder}/${facts.files.stdlib}` });
python.FS.writeFile("/tmp/program.xz", readFileSync(`${folder}/${facts.files.program}`));
python.runPython(`
import lzma, shutil, sys
with lzma.open("/tmp/program.xz") as packed, open("/lib/program.zip", "wb") as whole:
    shutil.copyfileobj(packed, whole)
sys.path.append("/lib/program.zip")
`);
python.runPython(readFileSync(source, "utf8"));
mkdirSync(out, { recursive: true });
for (const scenario of scenarios) {
  const began = performance.now();
  const told = python.globals.get("whole_game")(scenario, Number(seed));
  writeFileSync(`${out}/${scenario}`, told);
  console.log(scenario, Math.round(performance.now() - began));
}
