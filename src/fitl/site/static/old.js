/* Says why nothing begins, in the JavaScript of old browsers: they cannot read the other scripts. */
window.addEventListener("load", function () {
  var word = document.getElementById("word");
  if (window.fitlSite || word.textContent) return;
  var facts = JSON.parse(document.getElementById("facts").textContent);
  var words = facts.words[(navigator.language || "en").slice(0, 2)] || facts.words.en;
  var known = typeof structuredClone === "function";
  word.textContent = words[location.protocol === "file:" ? "file" : known ? "fault" : "old"];
  word.removeAttribute("hidden");
});
