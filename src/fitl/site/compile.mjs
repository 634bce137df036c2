// Byte code for the Python of the runtime, made by that Python itself: `node compile.mjs RUNTIME FOLDER`.
// Every .py below FOLDER/program and FOLDER/stdlib is replaced by its .pyc, without documentation strings.
const [runtime, folder] = process.argv.slice(2);
const { loadPyodide } = await import(`${runtime}/pyodide.mjs`);
const python = await loadPyodide();
const first = python.runPython("import sys, zipfile, lzma; ' '.join(sys.modules)");
python.FS.mkdir("/stage");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/stage");
python.runPython(`
import ast
from importlib._bootstrap_external import _code_to_hash_pyc
from pathlib import Path

def bare(tree):
    """Without documentation strings."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and ast.get_docstring(node, clean=False) is not None:
            node.body[:1] = [] if len(node.body) > 1 or isinstance(node, ast.Module) else [ast.copy_location(ast.Pass(), node.body[0])]
    return tree

def unnumbered(code):
    """Without the numbers of its lines: of Python's own modules nobody needs them.

    What is left says "no line" of every eight instructions, as tracebacks want to read it.
    """
    parts = tuple(unnumbered(part) if isinstance(part, type(code)) else part for part in code.co_consts)
    eights, rest = divmod(len(code.co_code) // 2, 8)
    table = b"\\xff" * eights + (bytes([0xF8 | (rest - 1)]) if rest else b"")
    return code.replace(co_linetable=table, co_consts=parts)

root = Path("/stage")
for source in sorted(root.rglob("*.py")):
    whose, _, name = source.relative_to(root).as_posix().partition("/")
    code = compile(bare(ast.parse(source.read_bytes())), name, "exec", dont_inherit=True)
    if whose == "stdlib":
        code = unnumbered(code)
    source.with_suffix(".pyc").write_bytes(_code_to_hash_pyc(code, b"\\0" * 8, False))
    source.unlink()
`);
python.FS.writeFile("/stage/first.txt", first);
