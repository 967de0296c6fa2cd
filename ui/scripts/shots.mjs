// Takes a picture of each screen of a running server built for browser tests (just build-e2e): node scripts/shots.mjs <origin> <folder> [light|dark] [width]
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";

const [origin = "http://127.0.0.1:8080", folder = "shots", theme = "light", width = "1440"] =
  process.argv.slice(2);
mkdirSync(folder, { recursive: true });

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});
const page = await browser.newPage({ viewport: { width: Number(width), height: 860 } });
await page.addInitScript((choice) => localStorage.setItem("switchboard.theme", choice), theme);
page.on("console", (message) => {
  if (message.type() === "error" || message.type() === "warning") {
    console.log("console", message.type(), message.text(), page.url());
  }
});
page.on("pageerror", (error) => console.log("error", error.message));
const shot = (name) => page.screenshot({ path: join(folder, `${name}-${theme}-${width}.png`) });

async function visit(path, name) {
  await page.goto(origin + path);
  await page.waitForLoadState("networkidle").catch(() => undefined);
  await page.waitForTimeout(500);
  await shot(name);
}

await visit("/login", "login");
await page.getByLabel("Email").fill(process.env.USER_EMAIL ?? "agent1@demo.test");
await page.getByLabel("Password", { exact: true }).fill("switchboard");
await page.getByRole("button", { name: "Sign in", exact: true }).click();
await page.waitForURL((url) => url.pathname !== "/login");
await page.waitForSelector("html[data-socket=connected]");
await page
  .getByRole("button", { name: /Your account|Alice Moreno/ })
  .first()
  .click();
await page.getByRole("menuitemradio", { name: theme === "dark" ? "Dark" : "Light" }).click();
await page.waitForTimeout(700);
await shot("home");
await visit("/live/active_calls", "calls-empty");
const administrator = { username: "admin@demo.test", password: "switchboard" };
const ask = async (path, body, token) =>
  (
    await fetch(origin + path, {
      method: body ? "POST" : "GET",
      headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  )
    .json()
    .catch(() => undefined);
const { access_token: token } = await ask("/v1/oauth2/token", administrator);
const state = await ask("/simulator/state", undefined, token);
const call = await ask("/simulator/calls", { from: "+14155550134", to: state.numbers[0].number }, token);
await page.waitForSelector("[role=alertdialog]", { timeout: 5000 }).catch(() => console.log("no alert"));
await page.waitForTimeout(400);
await shot("call-ringing");
await page
  .getByRole("button", { name: "Accept", exact: true })
  .click()
  .catch(() => undefined);
await page.waitForTimeout(800);
await shot("call-up");
await visit("/live/twilio_conversation", "texts");
await page
  .locator("[data-thread]")
  .first()
  .click()
  .catch(() => console.log("no thread"));
await page.waitForTimeout(900);
await page.getByRole("textbox", { name: "Message" }).fill("Of course. We hold it at the counter for you.");
await page.keyboard.press("Enter");
await page.waitForTimeout(1500);
await shot("thread");
await visit("/live/chat", "chats");
await page
  .locator("[data-thread]")
  .first()
  .click()
  .catch(() => console.log("no chat"));
await page.waitForTimeout(900);
await page.getByRole("textbox", { name: "Message" }).fill("I take the next one.");
await page.keyboard.press("Enter");
await page.waitForTimeout(900);
await shot("chat");
await visit("/view/contact/list", "list");
const row = page.locator("tbody tr a, [role=row] a").first();
await row.click({ timeout: 3000 }).catch(() => console.log("no row"));
await page.waitForTimeout(900);
await shot("record");
await page.goto(`${page.url().split("?")[0]}?edit=true`);
await page.waitForTimeout(900);
await shot("record-edit");
await visit("/view/user/list", "users");
await visit("/view/note/list", "notes");
await visit("/view/call/list", "call-log");
await visit("/view/contact/new", "new");
await visit("/simulator", "simulator");
await page.keyboard.press("Control+k");
await page.waitForTimeout(400);
await shot("palette");
await page.keyboard.press("Escape");
await page
  .getByRole("button", { name: "Your account" })
  .first()
  .click()
  .catch(() => undefined);
await page.waitForTimeout(300);
await shot("account");
await ask(`/simulator/calls/${call.sid}/hangup`, {}, token);
await browser.close();
