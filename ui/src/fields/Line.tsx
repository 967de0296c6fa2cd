/** A text in one line: where there is no room for all of it, the pointer brings the rest. */
export const Line = ({ children }: { children: string }) => (
  <bdi data-tip-cut className="truncate text-left">
    {children}
  </bdi>
);
