import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { useAsTitle, useOpenTitle } from "./openTitle";

function Page({ title }: { title: string }) {
  return <h1 ref={useAsTitle()}>{title}</h1>;
}

const Title = () => <output>{useOpenTitle()}</output>;
const shown = () => screen.getByRole("status").textContent;

describe("what is open", () => {
  it("is what the last heading says, as it says it now", () => {
    const { rerender } = render(<Title />);
    expect(shown()).toBe("");
    const pages = (thread?: string) => (
      <>
        <Title />
        <Page title="Texts" />
        {thread ? <Page title={thread} /> : null}
      </>
    );
    rerender(pages());
    expect(shown()).toBe("Texts");
    rerender(pages("Mia"));
    expect(shown()).toBe("Mia");
    rerender(pages("Mia Reyes"));
    expect(shown()).toBe("Mia Reyes");
    rerender(pages());
    expect(shown()).toBe("Texts");
  });
});
