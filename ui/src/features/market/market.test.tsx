import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { words } from "./messages";
import { DetailsTab } from "./product/DetailsTab";
import { InfoTab } from "./product/InfoTab";
import { standingOf } from "./product/Standing";
import { problemOf, TierCard } from "./product/TierCard";
import { type Product, type Purchase, startsAt, stepOf, type Tier } from "./rules";
import { catalogueSearch, productSearch, tabOf } from "./search";

const free: Tier = { title: "Starter", price: 0, frequency: "", item: "users", mode: "free", max: 3 };
const team: Tier = {
  title: "Team",
  price: 12,
  frequency: "monthly",
  item: "user licenses",
  mode: "subscription",
  features: ["Queues"],
  activeMessage: "Thank you",
};
const small: Tier = { ...team, title: "Small", minimum: 1, max: 5, maxMessage: "Five at most" };

const purchase: Purchase = {
  id: "p",
  product: "x",
  name: "Phone",
  field: "pricing",
  tier: 1,
  tier_title: "Team",
  status: "active",
  access: true,
  quantity: 12,
  unit_price: "12.00",
  frequency: "month",
  current_period_end: null,
  cancel_at: null,
  grace_until: null,
  seats: [],
  subscription_id: "sub_1",
};

const product: Product = {
  id: "x",
  name: "Phone",
  type: "App",
  active: true,
  pricing_model: "subscription",
  pricing: [free, team],
  add_ons: null,
  product_page: {
    cta: {
      title: "Call",
      description: "Every call",
      button_text: "See plans",
      button_link: "?action=manage",
    },
    step_section: {
      steps: [{ title: "Choose", description: "A plan" }],
      button: { text: "Go", link: "https://a.test" },
    },
    feature_section: {
      title: "Made for",
      title_decorated: "desks",
      description: "D",
      features: ["Fast", { title: "Calm" }],
    },
  },
  modified_date: "2026-03-09T14:30:00Z",
};

const show = (tier: Tier, held?: Purchase, canBuy = true) => {
  const onStep = vi.fn();
  render(<TierCard tier={tier} index={1} held={held} canBuy={canBuy} isBusy={false} onStep={onStep} />);
  return onStep;
};

describe("messages are those that were agreed", () => {
  test.each([
    [words.youHave, "You now have access to this product"],
    [words.bought, "Your purchase was successful, you can now access your product"],
    [words.cannotStop, "Ability to stop services online coming soon"],
    [words.minimum(10), "Minimum quantity of 10 is required"],
    [words.note, "Requires a minimum of 10 user licenses"],
    [words.freeUpTo(3, "users"), "Free for up to 3 users"],
    [words.getStarted, "Get Started"],
    [words.installFree, "Install Free"],
    [words.upgrade, "Upgrade"],
    [words.downgrade, "Downgrade"],
  ])("%s", (is, agreed) => expect(is).toBe(agreed));
});

describe("a tier", () => {
  test("shows price, frequency, item, features and the monthly total", async () => {
    const onStep = show(team);
    expect(screen.getByText("$12.00")).toBeTruthy();
    expect(screen.getByText("per user licenses, monthly")).toBeTruthy();
    expect(screen.getByText("Queues")).toBeTruthy();
    expect(screen.getByText("Monthly total")).toBeTruthy();
    expect(screen.getByRole("status").textContent).toBe("$120.00"); // the default minimum
    await userEvent.click(screen.getByRole("button", { name: "Get Started" }));
    expect(onStep).toHaveBeenCalledWith("get-started", 10);
  });

  test("hides the button below the minimum and above the maximum", async () => {
    show(team);
    const box = screen.getByLabelText("Quantity of user licenses");
    await userEvent.clear(box);
    await userEvent.type(box, "9");
    expect(screen.getByRole("alert").textContent).toBe("Minimum quantity of 10 is required");
    expect(screen.queryByRole("button")).toBeNull();
    await userEvent.type(box, "0");
    expect(screen.getByRole("button")).toBeTruthy();
  });

  test("knows what is wrong with a quantity", () => {
    expect(problemOf(small, "6")).toBe("Five at most");
    expect(problemOf({ ...small, maxMessage: "" }, "6")).toBe("Maximum quantity of 5 is allowed");
    for (const typed of ["", "-1", "1.5", "1e3", "ten"]) {
      expect(problemOf(small, typed)).toBe("Enter a whole number");
    }
    expect(problemOf(small, "5")).toBeUndefined();
  });

  test("is free for up to so many, and installed without a quantity", async () => {
    const onStep = show(free);
    expect(screen.getByText("Free for up to 3 users")).toBeTruthy();
    expect(screen.queryByRole("textbox")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Install Free" }));
    expect(onStep).toHaveBeenCalledWith("install", 1);
  });

  test("that one has says so, and changes its quantity", async () => {
    show(team, purchase);
    expect(screen.getByText("Your plan")).toBeTruthy();
    expect(screen.getByText("Thank you")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Change quantity" })).toHaveProperty("disabled", true);
    await userEvent.type(screen.getByRole("textbox"), "0");
    expect(screen.getByRole("button", { name: "Change quantity" })).toHaveProperty("disabled", false);
  });

  test("can't be bought without the right", () => {
    show(team, undefined, false);
    expect(screen.getByRole("button")).toHaveProperty("disabled", true);
  });

  test("leads up or down by its place", () => {
    expect(stepOf(team, 2, purchase)).toBe("upgrade");
    expect(stepOf(team, 0, purchase)).toBe("downgrade");
    expect(stepOf(free, 0, purchase)).toBeUndefined();
    expect(stepOf(team, 1, { ...purchase, status: "canceled" })).toBe("get-started");
    expect(stepOf(free, 1, { ...purchase, status: "free", subscription_id: "" })).toBeUndefined();
    expect(stepOf(free, 0, { ...purchase, status: "refunded" })).toBe("install");
  });
});

describe("a product", () => {
  test("opens Manage for any action", () => {
    expect(tabOf(productSearch({}))).toBe("info");
    expect(tabOf(productSearch({ action: "anything" }))).toBe("manage");
    expect(tabOf(productSearch({ tab: "details", action: "x" }))).toBe("details");
    expect(productSearch({ quantity: "12", session_id: "cs", price_id: 3, tab: "no" })).toEqual({
      quantity: 12,
      session_id: "cs",
    });
    expect(catalogueSearch({ type: "gift", search: "" })).toEqual({});
  });

  test("begins at its lowest price", () => {
    expect(startsAt(product)).toBe(0);
    expect(startsAt({ ...product, pricing: [team] })).toBe(12);
    expect(startsAt({ ...product, pricing: "nonsense" })).toBeUndefined();
  });

  test("shows its call to action, steps and features", async () => {
    const onManage = vi.fn();
    render(<InfoTab product={product} onManage={onManage} />);
    for (const text of ["Call", "Every call", "Choose", "A plan", "desks", "Fast", "Calm"]) {
      expect(screen.getByText(text)).toBeTruthy();
    }
    expect(screen.getByRole("link", { name: "Go" }).getAttribute("href")).toBe("https://a.test");
    await userEvent.click(screen.getByRole("button", { name: "See plans" }));
    expect(onManage).toHaveBeenCalled();
  });

  test("is shown without a page of its own, and without its code", () => {
    render(<InfoTab product={{ name: "Bare", product_page: null }} onManage={() => undefined} />);
    expect(screen.getByText("Bare")).toBeTruthy();
    const secret = { ...product, code: "hidden code" };
    const { container } = render(<DetailsTab product={secret} />);
    expect(container.textContent).toContain("Subscription");
    expect(container.textContent).not.toContain("hidden code");
  });
});

test("a purchase says how it stands", () => {
  const at = "2026-03-09T14:30:00Z";
  const text = (change: Partial<Purchase>) => standingOf({ ...purchase, ...change })?.text;
  expect(text({})).toBeUndefined();
  expect(text({ cancel_at: at })).toBe("Ends on Mar 9, 2026. You have access until then.");
  expect(text({ status: "past_due", grace_until: at })).toBe(
    "The last payment failed. Update the card by Mar 9, 2026 to keep access.",
  );
  expect(text({ status: "past_due", access: false, grace_until: at })).toBe(words.graceEnded);
  expect(text({ status: "refunded" })).toBe("This was refunded, so access has ended.");
  expect(text({ status: "disputed" })).toBe("A payment is disputed, so access is suspended.");
});
