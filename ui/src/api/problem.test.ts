// @vitest-environment node
import { describe, expect, it } from "vitest";
import { ApiError, detailOf, problemOf } from "./problem";

describe("a refusal", () => {
  it.each([
    [403, true],
    [422, true],
    [429, true],
    [404, false],
    [412, false],
    [500, false],
    [0, false],
  ])("of status %d is a rule: %s", (status, isRule) => {
    expect(new ApiError(status, {}).isRule).toBe(isRule);
  });

  it("without an answer is the network's", () => {
    const none = new ApiError(0, {});
    expect(none).toMatchObject({ isNetwork: true, code: "network" });
    expect(none.message).toBe("Can't reach the server.");
    expect(new ApiError(500, {})).toMatchObject({ isNetwork: false, code: "unknown" });
  });

  it("is read with its fields and the time to wait", async () => {
    const body = JSON.stringify({ code: "invalid", detail: "No.", errors: { name: ["Too long"] } });
    const problem = await problemOf(new Response(body, { status: 422, headers: { "retry-after": "7" } }));
    expect(problem).toMatchObject({
      status: 422,
      code: "invalid",
      message: "No.",
      errors: { name: ["Too long"] },
      retryAfter: 7,
    });
  });

  it.each(["", "<html>Bad gateway</html>", "null", "[]"])(
    "made of %j is told by its status",
    async (body) => {
      const problem = await problemOf(new Response(body, { status: 502 }));
      expect(problem).toMatchObject({ status: 502, message: "The server answered 502.", errors: {} });
      expect(problem.retryAfter).toBeUndefined();
    },
  );

  it("is told by its sentence, whatever was thrown", () => {
    expect(detailOf(new Error("Sorry."))).toBe("Sorry.");
    expect(detailOf("text")).toBe("Unknown error");
  });
});
