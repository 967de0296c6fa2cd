import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { useAsAbsent, useAsTitle, useIsAbsent, useOpenRecord, useOpenTitle } from "./openTitle";

function Page({
  title,
  isRecord,
  isAbsent = false,
}: {
  title: string;
  isRecord?: boolean;
  isAbsent?: boolean;
}) {
  useAsAbsent(isAbsent);
  return <h1 ref={useAsTitle(isRecord)}>{title}</h1>;
}

function Record() {
  const name = useOpenRecord();
  return <output>{useIsAbsent() ? "absent" : name}</output>;
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

  it("is a record where the last heading says so, as long as it is there", () => {
    const pages = (thread?: React.ReactNode) => (
      <>
        <Record />
        <Page title="Texts" />
        {thread}
      </>
    );
    const { rerender } = render(pages());
    expect(shown()).toBe("");
    rerender(pages(<Page title="Mia" isRecord />));
    expect(shown()).toBe("Mia");
    rerender(pages(<Page title="Mia Reyes" isRecord />));
    expect(shown()).toBe("Mia Reyes");
    rerender(pages(<Page title="Mia Reyes" isRecord isAbsent />));
    expect(shown()).toBe("absent");
    rerender(pages());
    expect(shown()).toBe("");
  });
});
