import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// Tests of pure rules run without a page (@vitest-environment node): making one takes longer than they do.
if (typeof document !== "undefined") {
  // Nothing is asserted by how long something takes: a busy machine may need more than the second that is usual.
  configure({ asyncUtilTimeout: 10_000 });

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
