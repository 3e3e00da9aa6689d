"use strict";
// Tips at what has one, and the filter of the cases. The page reads without.
(function () {
  var tip = document.createElement("div");
  tip.className = "tip";
  tip.hidden = true;
  document.body.appendChild(tip);
  document.addEventListener("pointermove", function (event) {
    var at = event.target.closest("[data-tip]");
    tip.hidden = !at;
    if (!at) return;
    tip.textContent = at.getAttribute("data-tip");
    var left = Math.min(event.clientX + 14, window.innerWidth - tip.offsetWidth - 8);
    var below = event.clientY + 18;
    var top = below + tip.offsetHeight > window.innerHeight ? event.clientY - tip.offsetHeight - 12 : below;
    tip.style.left = Math.max(8, left) + "px";
    tip.style.top = Math.max(8, top) + "px";
  });

  var form = document.querySelector(".filter");
  if (!form) return;
  var rows = Array.prototype.slice.call(document.querySelectorAll(".cases > tbody > tr"));
  function filter() {
    var text = form.elements.text.value.toLowerCase();
    var family = form.elements.family.value;
    var verdict = form.elements.verdict.value;
    var shown = 0;
    rows.forEach(function (row) {
      var fits = (!family || row.dataset.family === family) && (!verdict || row.dataset.verdict === verdict) &&
        (!text || row.textContent.toLowerCase().indexOf(text) >= 0);
      row.hidden = !fits;
      if (fits) shown++;
    });
    form.querySelector("output").textContent = shown + " of " + rows.length;
  }
  form.hidden = false;
  form.addEventListener("input", filter);
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  filter();
})();
