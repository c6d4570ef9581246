// Runs tests/vectors/crypto.py in the packed Python of a browser, with the built libsodium beside it.
self.onmessage = async ({ data: { pyodide, library, packages, sodium, expression } }) => {
  const { loadPyodide } = await import("/beside/pyodide.mjs");
  const text = async (path) => (await fetch(path)).text();
  const python = await loadPyodide({
    indexURL: new URL(pyodide, location.href).href,
    stdLibURL: new URL(library, location.href).href,
    lockFileURL: "/beside/pyodide-lock.json",
  });
  python.unpackArchive(await (await fetch(packages)).arrayBuffer(), "zip", { extractDir: "/lib/python3.14/site-packages" });
  await (await import(sodium)).loadSodium();
  const globals = python.toPy({ __name__: "vectors", __file__: "/crypto.py", given: await text("/beside/rfc.json") });
  self.postMessage(python.runPython(`${await text("/beside/crypto.py")}\n${expression}`, { globals }));
};
