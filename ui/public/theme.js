// Sets the theme before the first paint; a file of its own because the page's policy allows no inline script.
(() => {
  let choice = "light";
  try {
    choice = localStorage.getItem("switchboard.theme") || "light";
  } catch {
    // Storage may be blocked; light is the default.
  }
  const dark =
    choice === "dark" || (choice === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
