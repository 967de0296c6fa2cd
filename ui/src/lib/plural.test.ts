import { expect, it } from "vitest";
import { thread } from "@/messages/thread";
import { counted } from "./plural";

it.each([
  [0, "0 records fit"],
  [1, "1 record fits"],
  [2, "2 records fit"],
  [1_200, "1,200 records fit"],
])("%d agrees with what is counted", (count, said) =>
  expect(counted(count, "record fits", "records fit")).toBe(said),
);

it("says of one character that it is left", () => {
  expect(thread.characters(1)).toBe("1 character left");
  expect(thread.characters(20)).toBe("20 characters left");
});
