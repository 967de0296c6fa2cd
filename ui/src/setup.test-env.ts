import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

// Tests of pure rules run without a page (@vitest-environment node): making one takes longer than they do.
if (typeof document !== "undefined") {
  afterEach(() => {
    cleanup();
    localStorage.clear();
  });

  // jsdom knows the element, not its modal form.
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
  };
}
